// The axis of a picture: the positions of times, the shown part, and the ticks.
'use strict';
const rowHeight = 24, captionHeight = 17, headHeight = 34, margin = 16, letter = 6.9, second = 1e9;
const units = [[1, 'ns'], [1e3, 'µs'], [1e6, 'ms'], [second, 's']];
const roundSteps = [];
for (let power = 1; power <= 1e10; power *= 10) {
  for (const factor of [1, 2, 5]) if (power * factor <= 20 * second) roundSteps.push(power * factor);
}
for (const step of [30, 60, 120, 300, 600, 1800, 3600, 7200, 21600, 43200, 86400]) {
  roundSteps.push(step * second);
}

// A time with as many decimals as ticks at this distance need.
function timeText(time, end, apart) {
  if (time === 0) return '0';
  const unit = units.findLast(([size]) => end >= size) ?? units[0];
  const decimals = (size) => Math.min(9, Math.max(0, Math.ceil(-Math.log10(apart / size) - 1e-9)));
  const number = (value, size) => String(Number(value.toFixed(decimals(size))));
  if (end < 60 * second) return `${number(time / unit[0], unit[0])} ${unit[1]}`;
  const grain = 10 ** -decimals(second);
  const all = Math.round(time / second / grain) * grain;
  if (all < 60) return `${number(all, second)} s`;
  const seconds = all % 60;
  const hours = Math.floor(all / 3600);
  const parts = [[hours < 48 ? 0 : Math.floor(hours / 24), 'd'], [hours < 48 ? hours : hours % 24, 'h'], [Math.floor(all / 60) % 60, 'min']];
  const words = parts.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`);
  if (seconds > grain / 2) words.push(`${number(seconds, second)} s`);
  return words.join(' ');
}

function makeAxis({ span, left, right }) {
  const axis = { left, right, from: 0, to: span, x, time, ticks, pan, zoom, reset };

  const pace = () => Math.max(0, axis.right - axis.left) / Math.max(1, axis.to - axis.from);

  function x(time) {
    return Math.min(axis.right, Math.max(axis.left, axis.left + (time - axis.from) * pace()));
  }

  function time(x) {
    const share = Math.min(1, Math.max(0, (x - axis.left) / Math.max(1e-9, axis.right - axis.left)));
    return axis.from + share * (axis.to - axis.from);
  }

  function ticks() {
    const room = axis.to < 60 * second ? 64 : 88;
    const step = roundSteps.find((step) => step * pace() >= room) ?? roundSteps.at(-1);
    const found = [];
    for (let tick = Math.ceil(axis.from / step) * step; tick <= axis.to && found.length < 200; tick += step) {
      found.push({ place: x(tick), text: timeText(tick, axis.to, step) });
    }
    return found;
  }

  // Shows a part of the axis. A part is never shorter than a microsecond.
  function show(from, to) {
    const least = Math.min(span, 1000);
    const length = Math.min(span, Math.max(least, to - from));
    axis.from = Math.min(span - length, Math.max(0, (from + to - length) / 2));
    axis.to = axis.from + length;
  }
  axis.show = show;
  // Keeps the time under the pointer where it is.
  function zoom(factor, at = (axis.from + axis.to) / 2) {
    show(at - (at - axis.from) * factor, at + (axis.to - at) * factor);
  }
  function pan(share) {
    const by = Math.min(span - axis.to, Math.max(-axis.from, (axis.to - axis.from) * share));
    show(axis.from + by, axis.to + by);
  }
  function reset() {
    [axis.from, axis.to] = [0, span];
  }
  axis.isWhole = () => axis.from <= 0 && axis.to >= span;
  axis.words = () => {
    const apart = (axis.to - axis.from) / 100;
    return `${timeText(axis.from, axis.to, apart)} to ${timeText(axis.to, axis.to, apart)}`;
  };
  return axis;
}
