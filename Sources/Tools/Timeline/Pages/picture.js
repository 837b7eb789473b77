// One timeline: its rows answer to pointer and keys, fold, unfold and are searched; its axis is zoomed.

function makePicture(element) {
  const data = JSON.parse(element.querySelector('.rows').textContent);
  const svg = element.querySelector('svg');
  const details = element.querySelector('.details');
  const axis = makeAxis(data);
  const drawing = makeDrawing(svg, data, axis);
  const rows = data.rows;
  const groups = new Set(rows.map((row) => row.group));
  const folded = new Set();
  const picture = {
    element, rows, axis, current: null, filter: null, isSearched: data.searched, span: data.span,
    show, mark, step, fold, toggle, layOut, follow, named: (name) => rows.find((row) => row.name === name),
  };
  [...svg.querySelectorAll('.row')].forEach((node, index) => adopt(rows[index], node, index));

  // Gives a row its element.
  function adopt(row, node, index) {
    Object.assign(row, { node, index, picture, isShown: true });
    node.row = row;
    node.querySelector(':scope > title')?.remove();
    node.setAttribute('tabindex', index === 0 ? '0' : '-1');
    node.setAttribute('role', 'button');
    node.setAttribute('aria-label', [row.name, row.lines[0]?.[1]].join(', '));
    if (groups.has(index)) node.classList.add('fold');
  }

  function mark(row) {
    const related = new Set(row?.related?.map((index) => rows[index]));
    for (const other of rows) {
      other.node.classList.toggle('selected', other === row);
      other.node.classList.toggle('related', related.has(other));
    }
  }

  function show(row) {
    if (!row || !row.node) return;
    picture.current?.node.setAttribute('tabindex', '-1');
    rows[0].node.setAttribute('tabindex', '-1');
    picture.current = row;
    row.node.setAttribute('tabindex', '0');
    mark(row);
    const title = document.createElement('h2');
    title.textContent = row.name;
    const list = document.createElement('dl');
    for (const [label, text] of row.lines) {
      const term = document.createElement('dt');
      const meaning = document.createElement('dd');
      term.textContent = label;
      meaning.textContent = text;
      list.append(term, meaning);
    }
    details.replaceChildren(title, list);
    details.hidden = false;
    element.dispatchEvent(new CustomEvent('shown', { bubbles: true, detail: picture }));
  }

  function isHidden(row) {
    for (let group = row.group; group !== null; group = rows[group].group) if (folded.has(group)) return true;
    return picture.filter !== null && !picture.filter(row);
  }

  function layOut() {
    for (const row of rows) {
      row.isShown = !isHidden(row);
      if (groups.has(row.index)) row.node.setAttribute('aria-expanded', String(!folded.has(row.index)));
    }
    drawing.draw(rows);
    whole.hidden = axis.isWhole();
    whole.title = `shown: ${axis.words()}`;
  }

  // Folds or unfolds a group.
  function fold(row, isFolded) {
    if (!row || !groups.has(row.index)) return false;
    if (isFolded) folded.add(row.index); else folded.delete(row.index);
    return true;
  }

  function toggle(row) {
    return fold(row, row && !folded.has(row.index));
  }

  function focusRow(row) {
    show(row);
    row.node.focus();
  }
  picture.focus = focusRow;

  // Moves by a number of shown rows; without a current row, from the first or the last one.
  function step(by) {
    const shown = rows.filter((row) => row.isShown);
    const place = shown.indexOf(picture.current);
    const next = place < 0 ? (by === -1 || by === Infinity ? shown.length - 1 : 0) : place + by;
    const row = shown[Math.min(shown.length - 1, Math.max(0, next))];
    if (row) focusRow(row);
  }

  // Shows the same part of the axis as another picture.
  function follow(other) {
    axis.show(other.from, other.to);
    layOut();
  }

  const whole = document.createElement('button');
  whole.type = 'button';
  whole.className = 'whole';
  whole.textContent = 'whole run';
  whole.hidden = true;
  element.querySelector('.scroll').after(whole);
  picture.zoomed = () => {
    layOut();
    element.dispatchEvent(new CustomEvent('zoomed', { bubbles: true, detail: picture }));
  };
  picture.reset = () => { axis.reset(); picture.zoomed(); };
  whole.addEventListener('click', picture.reset);
  svg.setAttribute('role', 'group');
  addPointer(picture, svg, drawing);
  // The layout changes the height, which the observer would have to report within the same frame.
  new ResizeObserver(([entry]) => {
    const { width } = entry.contentRect;
    if (width && Math.abs(width / drawing.scale - drawing.width) > 0.5) requestAnimationFrame(layOut);
  }).observe(svg.parentElement);
  return picture;
}

// Dragging over the axis or the bars shows that part; the wheel zooms over the axis, and anywhere with Ctrl.
function addPointer(picture, svg, drawing) {
  const { axis } = picture;
  let start = null;
  let wasDragged = false;
  const place = (event) => {
    const box = svg.getBoundingClientRect();
    const scale = drawing.width / box.width;
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
  };
  const isOnBars = ({ x }) => x >= axis.left - 4 && x <= axis.right + 4;

  svg.addEventListener('pointerover', (event) => {
    const row = event.target.closest('.row')?.row;
    if (row && start === null && row !== picture.current) picture.show(row);
  });
  svg.addEventListener('focusin', (event) => {
    const row = event.target.closest('.row')?.row;
    if (row) picture.show(row);
  });
  svg.addEventListener('click', (event) => {
    if (wasDragged) return;
    const row = event.target.closest('.row')?.row;
    if (!row) return;
    picture.show(row);
    if (picture.toggle(row)) picture.layOut();
  });
  svg.addEventListener('dblclick', (event) => {
    if (isOnBars(place(event))) picture.reset();
  });
  svg.addEventListener('pointerdown', (event) => {
    const at = place(event);
    wasDragged = false;
    if (event.button !== 0 || !isOnBars(at)) return;
    start = at.x;
  });
  svg.addEventListener('pointermove', (event) => {
    if (event.buttons === 0) start = null;
    if (start === null) return;
    const { x } = place(event);
    if (!wasDragged && Math.abs(x - start) < 6) return;
    if (!wasDragged) svg.setPointerCapture(event.pointerId);
    wasDragged = true;
    const ends = [start, x].map((end) => Math.min(axis.right, Math.max(axis.left, end))).sort((a, b) => a - b);
    drawing.range.setAttribute('x', ends[0]);
    drawing.range.setAttribute('width', ends[1] - ends[0]);
    drawing.range.setAttribute('display', 'inline');
    drawing.ends = ends;
  });
  const end = (event) => {
    drawing.range.setAttribute('display', 'none');
    if (event.type === 'pointerup' && start !== null && wasDragged) {
      axis.show(...drawing.ends.map(axis.time));
      picture.zoomed();
    }
    start = null;
  };
  svg.addEventListener('pointerup', end);
  svg.addEventListener('pointercancel', end);
  svg.addEventListener('wheel', (event) => {
    const at = place(event);
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const isZoom = event.ctrlKey || event.metaKey || at.y < headHeight && !isSideways;
    if (!isZoom && !(isSideways && (axis.from > 0 || axis.to < picture.span))) return;
    event.preventDefault();
    const by = (event.deltaY || event.deltaX) * (event.deltaMode === 1 ? 20 : 1);
    if (isZoom) {
      axis.zoom(Math.exp(Math.max(-1, Math.min(1, by / 400))), axis.time(at.x));
    } else {
      axis.pan((event.deltaX || event.deltaY) / 600);
    }
    picture.zoomed();
  }, { passive: false });
}
