// Time-outs, soft deadlines and deadlines as handles over the picture.
const names = {
  timeout: 'time-out', maxTimeout: 'longest time-out', deadline: 'deadline', useFallbackAfter: 'use fallback after',
  'retry.attempts': 'attempts', 'retry.delay': 'wait before a retry', 'retry.maxDelay': 'longest wait',
  'poll.every': 'ask again every', await: 'wait',
};
const nodes = new Map();
let drag = null;

function timeText(nanoseconds) {
  const units = [[3600e9, 'h'], [60e9, 'min'], [1e9, 's'], [1e6, 'ms'], [1e3, 'µs']];
  if (nanoseconds >= 60e9 && nanoseconds % 1e9 === 0) {
    const parts = [];
    for (const [size, name] of units.slice(0, 3)) {
      const count = Math.floor(nanoseconds / size);
      if (count) parts.push(`${count} ${name}`);
      nanoseconds -= count * size;
    }
    return parts.join(' ');
  }
  const [size, name] = units.slice(2).find(([size]) => nanoseconds >= size) ?? [1, 'ns'];
  return `${Number((nanoseconds / size).toFixed(3))} ${name}`;
}

function place(axis, time) {
  const points = axis.points;
  for (let index = 1; index < points.length; index += 1) {
    const [[before, left], [after, right]] = [points[index - 1], points[index]];
    if (time <= after) return left + (right - left) * (time - before) / (after - before);
  }
  return points.at(-1)[1];
}

// Beyond the axis, its last part continues.
function timeAt(axis, x) {
  const points = axis.points;
  let index = 1;
  while (index < points.length - 1 && points[index][1] < x) index += 1;
  const [[before, left], [after, right]] = [points[index - 1], points[index]];
  return before + (after - before) * (x - left) / (right - left);
}

// A round time that is about two pixels.
function snap(axis) {
  const [end, right] = axis.points.at(-1);
  const least = 1.5 * end / (right - axis.points[0][1]);
  for (let size = 1e6; ; size *= 10) {
    for (const times of [1, 2, 5]) if (size * times >= least) return size * times;
  }
}

function placeHandles() {
  const svg = find('picture').firstElementChild;
  const box = svg.getBoundingClientRect();
  const left = new Set(nodes.keys());
  for (const handle of answer.handles) {
    const row = handle.row === null ? null : svg.querySelector(`.row[data-step="${handle.row}"] .hit`);
    if (!answer.axis || handle.row !== null && !row) continue;
    const key = `${handle.step ?? ''}.${handle.key}`;
    left.delete(key);
    const node = nodes.get(key) ?? makeHandle(key);
    node.handle = handle;
    const time = handle.from + handle.value;
    const [end] = answer.axis.points.at(-1);
    const line = svg.querySelector('.grid')?.getBoundingClientRect() ?? box;
    const rows = row?.getBoundingClientRect() ?? { top: line.bottom - 3, height: 14 };
    const share = place(answer.axis, time) / answer.axis.width;
    node.style.left = `${100 * share}%`;
    node.style.top = `${100 * (rows.top - box.top) / box.height}%`;
    node.style.height = `${100 * rows.height / box.height}%`;
    node.classList.toggle('beyond', time > end);
    node.classList.toggle('far', share > 0.85);
    const words = `${handle.step ?? answer.lines[0]}, ${names[handle.key]}`;
    node.setAttribute('aria-label', words);
    node.setAttribute('aria-valuenow', String(handle.value / 1e6));
    node.setAttribute('aria-valuemax', String(Math.max(end, handle.value) / 1e6));
    node.setAttribute('aria-valuetext', timeText(handle.value));
    node.querySelector('output').textContent =
      `${names[handle.key]} ${timeText(handle.value)}${time > end ? ' →' : ''}`;
  }
  for (const key of left) {
    if (drag?.key === key) continue;
    nodes.get(key).remove();
    nodes.delete(key);
  }
}

function makeHandle(key) {
  const kind = key === '.deadline' ? 'flow deadline' : key.endsWith('.deadline') ? 'deadline'
    : key.endsWith('.useFallbackAfter') ? 'soft' : '';
  const node = make('div', `handle ${kind}`);
  node.dataset.handle = key;
  node.tabIndex = 0;
  node.setAttribute('role', 'slider');
  node.setAttribute('aria-valuemin', '0');
  node.setAttribute('aria-orientation', 'horizontal');
  node.append(make('output'));
  node.addEventListener('pointerdown', (event) => grab(event, key, node));
  node.addEventListener('pointermove', (event) => { if (drag?.pointer === event.pointerId) pull(event); });
  node.addEventListener('pointerup', (event) => { if (drag?.pointer === event.pointerId) release(); });
  node.addEventListener('pointercancel', (event) => { if (drag?.pointer === event.pointerId) letGo(); });
  node.addEventListener('focus', () => select(node.handle.step ?? ''));
  node.addEventListener('keydown', (event) => press(event, node));
  nodes.set(key, node);
  find('handles').append(node);
  return node;
}

function grab(event, key, node) {
  // A second finger changes nothing.
  if (event.button !== 0 || drag) return;
  event.preventDefault();
  node.focus();
  node.setPointerCapture(event.pointerId);
  const { handle } = node;
  drag = { key, node, axis: answer.axis, before: own, x: event.clientX, moved: false, pointer: event.pointerId };
  drag.offset = svgX(event) - place(answer.axis, handle.from + handle.value);
}

function svgX(event) {
  const box = find('picture').firstElementChild.getBoundingClientRect();
  return (event.clientX - box.left) / box.width * answer.axis.width;
}

function pull(event) {
  if (!drag.moved && Math.abs(event.clientX - drag.x) < 3) return;
  drag.moved = true;
  drag.node.classList.add('dragged');
  const { handle } = drag.node;
  const step = snap(drag.axis);
  const time = timeAt(answer.axis, svgX(event) - drag.offset) - handle.from;
  const value = Math.max(step, Math.round(time / step) * step);
  if (value === drag.value) return;
  drag.value = value;
  own = edited(handle.step, handle.key, value);
  changed();
}

function release() {
  const { node, moved, before } = drag;
  drag = null;
  node.classList.remove('dragged');
  if (!moved) return;
  remember(before);
  changed();
}

function letGo() {
  const { node, moved, before } = drag;
  drag = null;
  node.classList.remove('dragged');
  if (!moved) return;
  own = before;
  changed();
}

function press(event, node) {
  if (event.key === 'Escape' && drag) return letGo();
  const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key];
  if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const step = snap(answer.axis) * (event.shiftKey ? 10 : 1);
  const { handle } = node;
  const value = Math.max(step, (Math.round(handle.value / step) + by) * step);
  handle.value = value;
  become(edited(handle.step, handle.key, value));
}
