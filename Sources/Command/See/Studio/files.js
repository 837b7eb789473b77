// The list of flows, changes on disk, the patch, and the start of the page.
const buttons = new Map();
let isListed = false;

async function list() {
  const { documents } = await ask('documents', {});
  if (!documents.some((entry) => entry.path === shown.flow)) {
    shown.flow = (documents.find((entry) => entry.title !== null) ?? documents[0])?.path ?? null;
    own = { edits: [], sets: {}, inputs: {} };
    past = [];
    future = [];
  }
  const before = new Map(buttons);
  buttons.clear();
  find('documents').replaceChildren(...documents.map((entry) => {
    const item = make('li');
    const button = make('button', '', entry.path.split('/').at(-1).replace(/\.json$/, ''));
    button.type = 'button';
    button.title = entry.title ? `${entry.title} (${entry.path})` : entry.path;
    button.setAttribute('aria-pressed', String(entry.path === shown.flow));
    const old = before.get(entry.path)?.querySelector('small');
    button.append(old ?? make('small', entry.title === null ? 'bad-state' : '', entry.title === null ? 'not JSON' : ''));
    button.addEventListener('click', () => choose(entry.path));
    buttons.set(entry.path, button);
    item.append(button);
    return item;
  }));
  // On a narrow page the list is one line.
  buttons.get(shown.flow)?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

// Requests the diagnostics of each flow, after all other work.
async function listStates() {
  isListed = true;
  const flows = [shown.flow, ...[...buttons.keys()].filter((path) => path !== shown.flow)];
  const number = change;
  for (const flow of flows) {
    if (number !== change) { isListed = false; return; }
    try {
      const state = await ask('state', { flow });
      const small = buttons.get(flow)?.querySelector('small');
      if (!small) continue;
      const count = (number, word) => number ? `${number} ${word}${number > 1 ? 's' : ''}` : '';
      small.textContent =
        [count(state.errors, 'error'), count(state.warnings, 'warning')].filter(Boolean).join(', ') || 'no problems';
      small.className = state.errors ? 'bad-state' : state.warnings ? 'poor-state' : '';
      if (flow !== shown.flow) continue;
      find('problems').hidden = !state.diagnostics.length;
      find('diagnostics').replaceChildren(...state.diagnostics.slice(0, 50).map((text) => make('pre', '', text)));
    } catch { return; }
  }
}

function choose(flow) {
  if (flow === shown.flow) return;
  if (own.edits.length && !confirm('The changes of this flow are not in its file. Leave them?')) return;
  Object.assign(shown, { flow, scenario: null, seed: null, run: null, runs: null });
  own = { edits: [], sets: {}, inputs: {} };
  past = [];
  future = [];
  answer = null;
  selected = null;
  // A second finger can choose while the first one drags.
  drag = null;
  for (const node of nodes.values()) node.remove();
  nodes.clear();
  for (const id of ['picture', 'figures', 'proof', 'fields', 'diagnostics']) find(id).replaceChildren();
  buttons.forEach((button, path) => button.setAttribute('aria-pressed', String(path === flow)));
  isListed = false;
  changed();
}

async function watch() {
  let { state } = await ask('changes', {});
  let pause = 300;
  for (;;) {
    await new Promise((done) => setTimeout(done, pause));
    if (document.hidden) {
      await new Promise((done) => document.addEventListener('visibilitychange', done, { once: true }));
      continue;
    }
    try {
      const asked = performance.now();
      const seen = await ask('changes', {});
      // A large folder is checked less often.
      pause = Math.max(300, 20 * (performance.now() - asked));
      if (seen.state === state) continue;
      state = seen.state;
      known.clear();
      isListed = false;
      await list();
      changed();
    } catch {
      say('The studio has ended. Start it again, and open the address that it prints.', true);
      return;
    }
  }
}

function lines(element, text) {
  element.replaceChildren(...text.split('\n').map((line) => {
    const look = { '+': 'added', '-': 'removed', '@': 'hunk' }[line[0]];
    return make('span', look, `${line}\n`);
  }));
}

// The text of the file whose patch is shown.
let file = '';

function offer(patch) {
  file = patch.file;
  find('patch-title').textContent = `The patch of ${shown.flow}`;
  find('theirs').hidden = !patch.theirs;
  if (patch.theirs) lines(find('theirs').querySelector('pre'), patch.theirs);
  find('patch-note').textContent = patch.theirs
    ? 'The file has changed on disk, so nothing was written. This is the patch of the file as it is now.'
    : patch.patch ? 'Nothing else in the file changes.' : 'The file has these values already.';
  lines(find('patch-text'), patch.patch);
  const problems = patch.problems ?? [];
  find('patch-problems').replaceChildren(...problems.map((text) => make('pre', '', text)));
  find('confirm').disabled = !patch.patch || patch.sound === false;
  if (!find('patch').open) find('patch').showModal();
  find(find('confirm').disabled ? 'cancel' : 'confirm').focus();
}

async function write() {
  try {
    const done = await ask('write', { ...settings(), file });
    if (!done.written) return offer(done);
    find('patch').close();
    own = { ...own, edits: [] };
    past = [];
    future = [];
    known.clear();
    changed();
  } catch (error) {
    find('patch-note').textContent = error.message;
  }
}

find('write').addEventListener('click', async () => {
  try {
    offer(await ask('patch', settings()));
  } catch (error) {
    say(error.message, true);
  }
});
find('confirm').addEventListener('click', write);
find('cancel').addEventListener('click', () => find('patch').close());
find('undo').addEventListener('click', () => travel(past, future));
find('redo').addEventListener('click', () => travel(future, past));
// When a field loses the focus, it shows the value that was read.
find('fields').addEventListener('focusout', (event) => {
  if (answer && !find('fields').contains(event.relatedTarget)) setTimeout(showStep);
});
find('step').addEventListener('change', (event) => { selected = event.target.value; showStep(); });
find('picture').addEventListener('click', (event) => {
  const row = event.target.closest('.row[data-step]');
  if (row && answer) select(answer.steps[Number(row.dataset.step)]?.name ?? '');
});
find('scenario').addEventListener('change', (event) => {
  Object.assign(shown, { scenario: event.target.value || null, seed: null, runs: null });
  changed();
});
find('whole').addEventListener('change', changed);
for (const id of ['seed', 'run', 'runs']) {
  find(id).addEventListener('change', (event) => {
    const text = event.target.value.trim();
    event.target.setCustomValidity(/^[0-9]*$/.test(text) ? '' : 'Write a whole number.');
    if (!event.target.reportValidity()) return;
    shown[id] = id === 'runs' ? Number(text) || null : text || null;
    changed();
  });
}
document.addEventListener('keydown', (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.closest('input,dialog')) return;
  if (event.key.toLowerCase() === 'z') {
    event.preventDefault();
    if (event.shiftKey) travel(future, past); else travel(past, future);
  }
});
addEventListener('resize', () => { if (answer && find('picture').firstElementChild) placeHandles(); });
addEventListener('beforeunload', (event) => { if (own.edits.length) event.preventDefault(); });

(async () => {
  try {
    await list();
    changed();
    await watch();
  } catch (error) {
    say(error.message, true);
  }
})();
