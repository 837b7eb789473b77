// Draws a picture again for its window: every element with times, the ticks, the limits, the arrows.
let clips = 0;

function makeDrawing(svg, data, axis) {
  const home = makeAxis(data);
  const groups = Object.fromEntries(['axis', 'chains', 'limits']
    .map((name) => [name, svg.querySelector(`.${name}`)]));
  const range = make('rect', { class: 'range', y: headHeight, display: 'none' });
  const clip = make('clipPath', { id: `lf-words-${clips += 1}` });
  const free = make('path', { 'clip-rule': 'evenodd' });
  clip.append(free);
  svg.append(range, clip);
  svg.classList.add('fitted');
  const drawing = { draw, measure, range, width: data.width, isStacked: false, bottom: headHeight };

  function make(name, attributes, text) {
    const node = document.createElementNS(svg.namespaceURI, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== undefined) node.textContent = text;
    return node;
  }

  // The elements of a row with their times, read once.
  function timed(node) {
    node.timed ??= [...node.querySelectorAll('[data-from],[data-at]')].map((part) => {
      const { from, to, at, shape, room } = part.dataset;
      const mark = { part, shape, from: Number(from), to: Number(to), at: at && Number(at), room: room && Number(room) };
      mark.home = home.x(mark.at ?? mark.from);
      const steps = part.getAttribute('d') ?? part.getAttribute('r');
      mark.kind = `${part.getAttribute('class')} ${steps?.replace(/^M[-0-9.]+ [-0-9.]+/, '')}`;
      return mark;
    });
    return node.timed;
  }

  function wave(from, to) {
    const count = Math.min(400, Math.max(1, Math.floor((to - from) / 8)));
    const step = (to - from) / count;
    let path = `M${from} 12`;
    for (let index = 0; index < count; index += 1) path += `q${step / 2} ${index % 2 ? 4 : -4} ${step} 0`;
    return path;
  }

  const shapes = {
    line: (from, to) => `M${from} 12H${to}`,
    tail: (from, to) => `M${from} 12H${to}M${to} 8v8`,
    bracket: (from, to) => `M${from} 17V9H${to}V17`,
    wave,
  };

  function place(mark, last) {
    const { part } = mark;
    const display = (isShown) => part.setAttribute('display', isShown ? 'inline' : 'none');
    if (mark.at !== undefined) {
      const x = axis.x(mark.at);
      const isNear = Math.abs(x - (last.get(mark.kind) ?? -99)) < 5;
      const isShown = mark.at >= axis.from && mark.at <= axis.to && !isNear;
      display(isShown);
      if (!isShown) return;
      last.set(mark.kind, x);
      part.setAttribute('transform', `translate(${x - mark.home} 0)`);
      return;
    }
    const isIn = mark.to >= axis.from && mark.from <= axis.to;
    const from = axis.x(mark.from);
    const to = Math.max(axis.x(mark.to), from + 1.5);
    display(isIn && (mark.room === undefined || to - from > mark.room));
    if (!isIn) return;
    if (mark.room !== undefined) {
      part.setAttribute('transform', `translate(${from - mark.home} 0)`);
    } else if (mark.shape) {
      part.setAttribute('d', shapes[mark.shape](from, to));
    } else {
      part.setAttribute('x', from);
      part.setAttribute('width', to - from);
    }
  }

  // Below this width a row has its label and its caption above its bars.
  function measure() {
    const room = svg.parentElement.clientWidth;
    drawing.isStacked = room > 0 && room < 640;
    drawing.scale = drawing.isStacked ? 1.08 : 1.15;
    drawing.width = room > 0 ? room / drawing.scale : data.width;
    axis.left = drawing.isStacked ? margin - 4 : data.left;
    axis.right = drawing.isStacked ? drawing.width - margin : drawing.width - (data.width - data.right);
    svg.classList.toggle('stacked', drawing.isStacked);
  }

  function layCaption(row) {
    const caption = row.node.querySelector('.caption');
    const text = caption?.lastElementChild;
    if (!text) return;
    if (!drawing.isStacked) {
      caption.setAttribute('transform', `translate(${axis.right - data.right} 0)`);
      return;
    }
    const start = data.right + 10;
    const width = Number(text.getAttribute('x')) + text.textContent.length * letter - start;
    const label = row.node.querySelector('.label');
    const least = Number(label.getAttribute('x')) + (label.textContent.length + 1) * letter;
    caption.setAttribute('transform', `translate(${Math.max(least, drawing.width - margin - width) - start} 0)`);
  }

  // If words are above the bars, lines and arrows do not cross them.
  function freeWords(order) {
    for (const group of [groups.chains, groups.limits]) {
      if (drawing.isStacked) group.setAttribute('clip-path', `url(#${clip.id})`);
      else group.removeAttribute('clip-path');
    }
    if (!drawing.isStacked) return;
    const lines = [...groups.limits.querySelectorAll('line')].map((line) => Number(line.getAttribute('x1')));
    let path = `M-9 0H${drawing.width + 9}V${drawing.bottom + 999}H-9z`;
    for (const row of order) {
      if (!row.isShown) continue;
      for (const words of row.node.querySelectorAll(':scope > .label, :scope > .caption')) {
        const box = words.getBBox();
        const start = box.x + (words.transform.baseVal[0]?.matrix.e ?? 0);
        let [from, to] = [start - 3, start + box.width + 3];
        // A line beside the words is shown completely or not at all.
        for (const x of lines) {
          if (Math.abs(x - from) < 3) from = x - 3;
          if (Math.abs(x - to) < 3) to = x + 3;
        }
        path += `M${from} ${row.top + 3}H${to}v${captionHeight - 1}H${from}z`;
      }
    }
    free.setAttribute('d', path);
  }

  function drawRow(row, y, isEven) {
    const { node } = row;
    const height = rowHeight + (drawing.isStacked ? captionHeight : 0);
    node.setAttribute('transform', `translate(0 ${y})`);
    node.classList.toggle('even', isEven);
    const hit = node.querySelector('.hit');
    hit.setAttribute('width', drawing.width - 16);
    hit.setAttribute('height', height);
    const bars = node.querySelector('.bars');
    bars.setAttribute('transform', `translate(0 ${drawing.isStacked ? captionHeight : 0})`);
    row.top = y;
    row.middle = y + rowHeight / 2 + (drawing.isStacked ? captionHeight : 0);
    layCaption(row);
    const last = new Map();
    for (const mark of timed(node)) place(mark, last);
    return y + height;
  }

  function drawTicks() {
    const nodes = [];
    for (const { place, text } of axis.ticks()) {
      nodes.push(make('line', { class: 'grid', x1: place, x2: place, y1: headHeight - 6, y2: drawing.bottom }));
      const isLast = place + text.length * letter / 2 > drawing.width - 2;
      const [x, anchor] = isLast ? [drawing.width - 2, 'end'] : [place, 'middle'];
      nodes.push(make('text', { class: 'faint', x, y: headHeight - 12, 'text-anchor': anchor }, text));
    }
    if (data.title && !drawing.isStacked) {
      const x = drawing.width - margin;
      nodes.push(make('text', { class: 'faint', x, y: headHeight - 12, 'text-anchor': 'end' }, data.title));
    }
    groups.axis.replaceChildren(...nodes);
  }

  // From row to row; an arrow leads past the rows that are hidden.
  function drawArrows(rows) {
    const paths = [];
    let start = null;
    for (const [from, leaves, to, arrives] of data.arrows) {
      if (rows[from].isShown) start = { row: rows[from], time: leaves };
      if (!start || !rows[to].isShown) continue;
      const isIn = arrives >= axis.from && arrives <= axis.to && start.row !== rows[to];
      const isDown = rows[to].middle > start.row.middle;
      const bend = axis.x(arrives) + 3;
      const ends = [start.row.middle + (isDown ? 7 : -7), rows[to].middle + (isDown ? -8 : 8)];
      const d = `M${axis.x(start.time)} ${ends[0]}L${bend} ${ends[0]}L${bend} ${ends[1]}`;
      if (isIn) paths.push(make('path', { class: 'chain', 'marker-end': 'url(#lf-tip)', d }));
      start = null;
    }
    groups.chains.replaceChildren(...paths);
  }

  // Full-height lines with their names. A line that is not in view is an arrow at its side.
  function drawLimits() {
    const nodes = [];
    const taken = [];
    let lines = 0;
    for (const { kind, time, text } of data.limits) {
      const side = time > axis.to ? 1 : time < axis.from ? -1 : 0;
      const length = text.length * letter;
      // Beyond the right edge the arrow is beside the axis if there is room for its name.
      const isBeside = side > 0 && axis.right + length + 40 < drawing.width;
      const x = isBeside ? axis.right + 28 : side > 0 ? axis.right : side < 0 ? axis.left : axis.x(time);
      if (side === 0) {
        nodes.unshift(make('line', { class: kind, x1: x, x2: x, y1: headHeight - 6, y2: drawing.bottom + 8 }));
      }
      const gap = side === 0 || isBeside ? 5 : 30;
      const extent = (isLeft) => isLeft ? [x - length - gap, x] : [x, x + length + gap];
      const sides = side > 0 ? [!isBeside] : side < 0 ? [false] : kind === 'deadline' ? [false, true] : [true, false];
      let found = null;
      for (let line = 0; line < data.limits.length && !found; line += 1) {
        for (const isLeft of sides) {
          const [from, to] = extent(isLeft);
          const isFree = !taken.some((other) => other.line === line && from < other.to && to > other.from);
          if (!found && from > 0 && to < drawing.width + 5 && isFree) found = { line, isLeft, from, to };
        }
      }
      found ??= { line: taken.length, isLeft: x > drawing.width / 2, from: 0, to: drawing.width };
      taken.push(found);
      lines = Math.max(lines, found.line + 1);
      if (side !== 0) {
        const d = `M${x - side * 24} ${drawing.bottom + 16 + 15 * found.line}H${x}m${-side * 7} -5l${side * 7} 5l${-side * 7} 5`;
        nodes.push(make('path', { class: `${kind} beyond`, d }));
      }
      nodes.push(make('text', {
        class: `${kind}-text`, x: x + (found.isLeft ? -gap : gap), y: drawing.bottom + 22 + 15 * found.line,
        'text-anchor': found.isLeft ? 'end' : 'start',
      }, text));
    }
    groups.limits.replaceChildren(...nodes);
    return lines;
  }

  // Draws the shown rows, one below the other.
  function draw(rows) {
    measure();
    let y = headHeight;
    let isEven = true;
    for (const row of rows) {
      row.node.setAttribute('display', row.isShown ? 'inline' : 'none');
      row.node.classList.toggle('hidden', !row.isShown);
      if (!row.isShown) continue;
      y = drawRow(row, y, isEven);
      isEven = !isEven;
    }
    drawing.bottom = y;
    drawTicks();
    drawArrows(rows);
    const height = y + 16 + 15 * drawLimits();
    freeWords(rows);
    range.setAttribute('height', y - headHeight);
    svg.setAttribute('viewBox', `0 0 ${drawing.width} ${height}`);
    svg.setAttribute('width', drawing.width * drawing.scale);
    svg.setAttribute('height', height * drawing.scale);
  }

  return drawing;
}
