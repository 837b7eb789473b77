// The state of the page: the selection, the changes, the requests, undo. The server stores nothing of a page.
const find = (id) => document.getElementById(id);
const make = (name, look, text) => {
  const element = document.createElement(name);
  if (look) element.className = look;
  if (text !== undefined) element.textContent = text;
  return element;
};
const token = location.pathname.split('/')[1];
const wanted = new URLSearchParams(location.hash.slice(1));
const shown = {
  flow: wanted.get('flow'), scenario: wanted.get('scenario'), seed: wanted.get('seed'), run: wanted.get('run'),
  runs: Number(wanted.get('runs')) || null,
};
// Changed values, outcomes of steps, and inputs. Each is copied before a change, so that undo keeps the old one.
let own = { edits: [], sets: {}, inputs: {} };
let past = [];
let future = [];
let answer = null;
let selected = null;
// The number of the newest change, and of the one that is drawn.
let change = 0;
let drawn = 0;

async function ask(question, body, signal) {
  const reply = await fetch(`/ask/${question}`, {
    method: 'POST', signal, body: JSON.stringify(body), cache: 'no-store',
    headers: { 'Content-Type': 'application/json', 'X-LaunchFlow-Token': token },
  });
  const value = await reply.json();
  if (!reply.ok) throw new Error(value.error);
  return value;
}

function settings(edits = own.edits) {
  const words = ['scenario', 'seed', 'run', 'runs'].filter((name) => shown[name])
    .map((name) => `--${name}=${shown[name]}`);
  for (const set of Object.values(own.sets)) words.push(`--set=${set.text}`);
  for (const [name, text] of Object.entries(own.inputs)) words.push(`--input=${name}=${text}`);
  return { flow: shown.flow, words, edits };
}

function say(text, isBad = false) {
  find('message').textContent = text;
  find('message').classList.remove('hidden');
  find('message').classList.toggle('bad', isBad);
}

// Makes a change that can be undone.
function remember(before = own) {
  past.push(before);
  if (past.length > 500) past.shift();
  future = [];
}

function edited(step, key, value) {
  const others = own.edits.filter((edit) => edit.step !== step || edit.key !== key);
  return { ...own, edits: [...others, { step, key, value }] };
}

function without(step, key) {
  return { ...own, edits: own.edits.filter((edit) => edit.step !== step || edit.key !== key) };
}

function become(next) {
  remember();
  own = next;
  changed();
}

function travel(from, to) {
  if (!from.length) return;
  to.push(own);
  own = from.pop();
  changed();
}

function mark() {
  find('undo').disabled = !past.length;
  find('redo').disabled = !future.length;
  find('write').disabled = !own.edits.length;
  find('unsaved').hidden = !own.edits.length;
  document.title = `${own.edits.length ? '● ' : ''}${shown.flow ?? ''} – LaunchFlow studio`;
  const hash = new URLSearchParams();
  for (const [name, value] of Object.entries(shown)) if (value) hash.set(name, value);
  history.replaceState(null, '', `#${hash}`);
}
