// The selected step, the percentiles and the proof.
// The steps, and the flow itself, whose name is empty.
function subjects() {
  const key = {
    key: 'deadline', isCount: false, isOptional: false, value: answer.deadline, original: answer.originalDeadline,
  };
  return [...answer.steps, { name: '', keys: [key], isCall: false, ends: [], inputs: answer.inputs }];
}

function select(step) {
  if (step === selected || drag?.moved) return;
  selected = step;
  showStep();
}

function showStep() {
  const steps = subjects();
  fill(find('step'), steps.map((step) => [step.name, step.name || 'the flow itself']), selected ?? '');
  find('picture').querySelectorAll('.row').forEach((row) => {
    row.classList.toggle('selected', steps[Number(row.dataset.step)]?.name === selected);
  });
  const step = steps.find((step) => step.name === selected);
  const focused = find('fields').contains(document.activeElement) ? document.activeElement : null;
  // A field that is being edited is not changed.
  if (!step || focused?.matches('input,select') && find('fields').dataset.step === selected) return;
  // A pressed button disappears, so its field gets the focus.
  const next = focused?.matches(':focus-visible') && focused.parentElement.querySelector('input,select')?.id;
  find('fields').dataset.step = selected;
  const parts = [];
  for (const key of step.keys) parts.push(...keyField(step, key));
  if (!step.keys.length) parts.push(make('p', 'wide say-faint', 'This step has no time to change.'));
  if (step.isCall) parts.push(...behaviourFields(step));
  if (step.inputs?.length) parts.push(...inputFields(step.inputs));
  find('fields').replaceChildren(...parts);
  if (next) find(next)?.focus();
}

function keyField(step, key) {
  const label = make('label', '', names[key.key]);
  const field = make('input');
  label.htmlFor = field.id = `field-${key.key}`;
  field.autocomplete = 'off';
  field.value = key.value ?? '';
  field.placeholder = key.isOptional ? 'none' : '';
  field.addEventListener('change', () => {
    const text = field.value.trim();
    const isFine = text === '' ? key.isOptional
      : key.isCount ? /^[0-9]{1,9}$/.test(text) : duration.test(text);
    if (!accept(field, isFine, key.isCount ? 'Write a whole number.' : durationAdvice)) return;
    const value = text === '' ? null : key.isCount ? Number(text) : text;
    const name = step.name || null;
    become(text === (key.original ?? '') ? without(name, key.key) : edited(name, key.key, value));
  });
  const back = () => become(without(step.name || null, key.key));
  return [label, beside(field, key.value === key.original ? null : key.original ?? 'none', back)];
}

// A field, and after a change a button that undoes it.
function beside(field, original, takeBack) {
  const side = make('span');
  side.append(field);
  if (original === null) return side;
  const back = make('button', 'was', `was ${original}`);
  back.type = 'button';
  back.title = 'Take this change back';
  back.addEventListener('click', takeBack);
  side.append(back);
  return side;
}

const duration = /^([0-9]+(d|h|m|s|ms|us|ns))+$/;
const durationAdvice = 'Write a duration such as 1m30s or 250ms.';

// Marks a field whose text is wrong, and says what to write.
function accept(field, isFine, advice) {
  field.setCustomValidity(isFine ? '' : advice);
  if (!isFine) say(advice, true);
  return isFine;
}

function behaviourFields(step) {
  const set = Object.hasOwn(own.sets, step.name) ? own.sets[step.name] : { end: '', time: '', code: '' };
  const end = make('select');
  const time = make('input');
  const code = make('input');
  end.id = 'field-end';
  time.id = 'field-time';
  code.id = 'field-code';
  time.placeholder = '0s';
  code.placeholder = 'code';
  time.value = set.time;
  code.value = set.code;
  code.setAttribute('aria-label', 'The code of the answer');
  fill(end, [
    ['', 'as in the scenario'], ...step.ends.map((word) => [word, word]), ['code', 'an answer with a code'],
  ], set.end);
  const head = make('p', 'wide say-faint', 'In this run the step ends with:');
  const labels = [make('label', '', 'end'), make('label', '', 'after')];
  labels[0].htmlFor = end.id;
  labels[1].htmlFor = time.id;
  code.hidden = set.end !== 'code';
  time.disabled = set.end === '';
  const take = () => {
    code.hidden = end.value !== 'code';
    time.disabled = end.value === '';
    if (end.value === 'code' && !code.value.trim()) return;
    const sets = { ...own.sets };
    if (end.value === '') {
      delete sets[step.name];
    } else {
      const word = end.value === 'code' ? `code ${code.value.trim()}` : end.value;
      const text = `${step.name}=${[time.value.trim(), word].filter(Boolean).join(',')}`;
      sets[step.name] = { end: end.value, time: time.value.trim(), code: code.value.trim(), text };
    }
    become({ ...own, sets });
  };
  for (const field of [end, time, code]) field.addEventListener('change', take);
  const ends = make('span');
  ends.append(end, ' ', code);
  return [head, labels[0], ends, labels[1], time];
}

function showFigures(now, before) {
  const table = make('table');
  const line = (name, text, old) => {
    const row = table.insertRow();
    const head = make('th', '', name);
    head.scope = 'row';
    row.append(head, make('td', 'figure', text));
    if (before) row.append(make('td', 'figure say-faint', old ?? ''));
  };
  if (before) {
    const head = table.createTHead().insertRow();
    for (const text of ['', 'now', 'in the file']) head.append(make('th', 'figure', text));
  }
  now.figures.forEach((figure, index) => line(figure.name, figure.text, before?.figures[index]?.text));
  line('in time', now.inTime, before?.inTime);
  line('degraded', now.degraded, before?.degraded);
  const share = (figures, page) => figures?.pages.find((entry) => entry.page === page)?.share;
  const pages = new Set([...now.pages, ...before?.pages ?? []].map((entry) => entry.page));
  for (const page of pages) line(`lands on ${page}`, share(now, page) ?? '0 %', share(before, page) ?? '0 %');
  find('figures').replaceChildren(table, drawing(now.svg));
}

function showProof(now, before) {
  const list = make('ul');
  const looks = { '✓': 'say-good', '✗': 'say-bad', '?': 'say-recovered', '△': 'say-recovered' };
  for (const claim of now.claims) list.append(make('li', looks[claim[0]] ?? '', claim));
  const parts = [list];
  if (before && before.worst !== now.worst) {
    parts.push(make('p', 'strong', `latest landing ${now.worstText ?? 'not proved'}, in the file ${before.worstText ?? 'not proved'}`));
  }
  parts.push(make('p', 'say-faint', now.finished ? now.heading : `Not finished. ${now.heading}`));
  find('proof').replaceChildren(...parts);
}
