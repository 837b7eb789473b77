// Requests the picture first, then the percentiles, then the proof.
let isDrawing = false;
let later = 0;
let abort = new AbortController();
const known = new Map();

function changed() {
  change += 1;
  clearTimeout(later);
  abort.abort();
  for (const id of ['figures', 'proof']) find(id).classList.add('waiting');
  mark();
  draw();
}

async function draw() {
  if (isDrawing || !shown.flow) return;
  isDrawing = true;
  while (drawn !== change) {
    const number = change;
    try {
      const span = drag?.moved ? drag.axis.points.at(-1)[0] : null;
      const next = await ask('picture', { ...settings(), span, whole: find('whole').checked });
      if (number === change || drag) show(next);
    } catch (error) {
      find('stage').classList.add('old');
      say(error.message, true);
    }
    drawn = number;
  }
  isDrawing = false;
  clearTimeout(later);
  later = setTimeout(() => follow(change), 60);
}

// A picture without its style sheet, since the page has one.
function drawing(svg) {
  const text = svg.replace(/<style>[^]*?<\/style>/, '');
  return document.adoptNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement);
}

function show(next) {
  find('stage').classList.toggle('old', next.errors.length > 0);
  find('errors').hidden = !next.errors.length;
  find('errors').replaceChildren(...next.errors.map((text) => make('pre', '', text)));
  if (next.errors.length) {
    say(own.edits.length ? 'With these changes the file would have errors.' : 'The file has errors.', true);
    return;
  }
  answer = next;
  find('picture').replaceChildren(drawing(next.svg));
  say([next.lines[1], ...next.notes].filter(Boolean).join(' · '));
  // The picture contains the same text.
  find('message').classList.toggle('hidden', !next.notes.length);
  fill(find('scenario'), [['', 'defaults'], ...next.scenarios.map((name) => [name, name])], shown.scenario ?? '');
  for (const [id, value] of [['seed', next.seed], ['run', shown.run || '0'], ['runs', String(next.runs)]]) {
    if (document.activeElement !== find(id)) find(id).value = value;
  }
  if (selected !== '' && !next.steps.some((step) => step.name === selected)) {
    selected = next.handles.find((handle) => handle.step !== null)?.step ?? next.steps[0]?.name ?? '';
  }
  placeHandles();
  showStep();
  mark();
}

function fill(select, options, value) {
  const key = JSON.stringify(options);
  if (select.dataset.key !== key) {
    select.dataset.key = key;
    select.replaceChildren(...options.map(([value, text]) => {
      const option = make('option', '', text);
      option.value = value;
      return option;
    }));
  }
  select.value = value;
}

// An earlier answer is not requested again.
async function once(question, body) {
  const key = JSON.stringify([question, body]);
  if (!known.has(key)) {
    const value = await ask(question, body, abort.signal);
    if (known.size > 200) known.clear();
    known.set(key, value);
  }
  return known.get(key);
}

async function follow(number) {
  if (!answer || find('stage').classList.contains('old')) return;
  abort = new AbortController();
  const proof = (edits) => ({ flow: shown.flow, edits });
  for (const [id, question, body, showIt] of [
    ['figures', 'figures', settings, showFigures], ['proof', 'proof', proof, showProof],
  ]) {
    try {
      showIt(await once(question, body(own.edits)), null);
      find(id).classList.remove('waiting');
      if (!own.edits.length) continue;
      showIt(await once(question, body(own.edits)), await once(question, body([])));
    } catch (error) {
      if (error.name === 'AbortError' || number !== change) return;
      find(id).replaceChildren(make('p', 'say-bad', error.message));
      find(id).classList.remove('waiting');
    }
  }
  if (number === change && !isListed) listStates();
}
