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

function makeAxis({ span, left, right, folds }) {
  const axis = { left, right, from: 0, to: span, folds: [...folds], foldWidth: 34, lay, x, time, ticks, pan, zoom, reset };
  let parts = [];

  function lay() {
    const shown = axis.folds.filter(([from, to]) => to > axis.from && from < axis.to)
      .map(([from, to]) => [Math.max(from, axis.from), Math.min(to, axis.to)])
      .filter(([from, to]) => from > axis.from || to < axis.to);
    const free = shown.reduce((rest, [from, to]) => rest - (to - from), axis.to - axis.from);
    const pace = Math.max(0, axis.right - axis.left - axis.foldWidth * shown.length) / Math.max(1, free);
    parts = [];
    let place = axis.left;
    let time = axis.from;
    const add = (to, width, isFold) => {
      if (to <= time) return;
      parts.push({ from: time, to, place, width, isFold });
      [place, time] = [place + width, to];
    };
    for (const [from, to] of shown) {
      add(from, (from - time) * pace, false);
      add(to, axis.foldWidth, true);
    }
    add(axis.to, (axis.to - time) * pace, false);
    axis.shown = parts.filter((part) => part.isFold);
  }

  function x(time) {
    const part = parts.find((part) => time < part.to) ?? parts.at(-1);
    const place = part.place + (time - part.from) / (part.to - part.from) * part.width;
    return Math.min(axis.right, Math.max(axis.left, place));
  }

  function time(x) {
    const part = parts.find((part) => x < part.place + part.width) ?? parts.at(-1);
    const share = Math.min(1, Math.max(0, (x - part.place) / Math.max(1e-9, part.width)));
    return part.from + share * (part.to - part.from);
  }

  function ticks() {
    const room = axis.to < 60 * second ? 64 : 88;
    const pace = Math.max(...parts.filter((part) => !part.isFold).map((part) => part.width / (part.to - part.from)));
    const step = roundSteps.find((step) => step * pace >= room) ?? roundSteps.at(-1);
    const found = [];
    let last = -Infinity;
    for (const part of parts) {
      if (part.isFold) { last = part.place + part.width - room / 3; continue; }
      for (let tick = Math.ceil(part.from / step) * step; tick <= part.to && found.length < 200; tick += step) {
        const place = x(tick);
        const isBeforeFold = axis.shown.some((fold) => fold.place >= place && fold.place - place < room / 3);
        if (place - last < room * 0.6 || isBeforeFold && tick > 0) continue;
        last = place;
        found.push({ place, text: timeText(tick, axis.to, step) });
      }
    }
    return found;
  }

  // Shows a part of the axis. A part is never shorter than a microsecond.
  function show(from, to) {
    const least = Math.min(span, 1000);
    const length = Math.min(span, Math.max(least, to - from));
    axis.from = Math.min(span - length, Math.max(0, (from + to - length) / 2));
    axis.to = axis.from + length;
    lay();
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
    [axis.from, axis.to, axis.folds] = [0, span, [...folds]];
    lay();
  }
  axis.isWhole = () => axis.from <= 0 && axis.to >= span && axis.folds.length === folds.length;
  axis.words = () => {
    const apart = (axis.to - axis.from) / 100;
    return `${timeText(axis.from, axis.to, apart)} to ${timeText(axis.to, axis.to, apart)}`;
  };
  lay();
  return axis;
}
