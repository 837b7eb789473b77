/// The script of the studio's page. It keeps what its reader has changed; the server keeps nothing of a page.
enum StudioScript {
  static let source =
    "'use strict';\n(() => {\n" + state + drawing + handles + panels + inputs + files + "})();\n"

  /// What is shown and changed, the questions, undo.
  private static let state = """
    const find = (id) => document.getElementById(id);
    const make = (name, look, text) => {
      const element = document.createElement(name);
      if (look) element.className = look;
      if (text !== undefined) element.textContent = text;
      return element;
    };
    const token = location.pathname.split('/')[1];
    const page = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16)).join('');
    const wanted = new URLSearchParams(location.hash.slice(1));
    const shown = {
      flow: wanted.get('flow'), scenario: wanted.get('scenario'), seed: wanted.get('seed'), run: wanted.get('run'),
      runs: Number(wanted.get('runs')) || null,
    };
    // Changed values, what steps do, and inputs; each is copied before it is changed, so that undo can keep the old one.
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
      return {
        flow: shown.flow, scenario: shown.scenario || null, seed: shown.seed || null, run: shown.run || null,
        runs: shown.runs, edits, sets: Object.values(own.sets).map((set) => set.text),
        inputs: Object.entries(own.inputs).map(([name, text]) => `${name}=${text}`),
      };
    }

    function say(text, isBad = false) {
      find('message').textContent = text;
      find('message').classList.remove('hidden');
      find('message').classList.toggle('bad', isBad);
    }

    // Makes a change that undo takes back.
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

    """

  /// The picture first, then the percentiles, then the proof.
  private static let drawing = """
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

    // A picture without its style sheet, which the page has.
    function drawing(svg) {
      const text = svg.replace(/<style>[^]*?<\\/style>/, '');
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
      // The picture says the same.
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

    // An answer that was given before is not asked for again.
    async function once(question, body, number) {
      const key = JSON.stringify([question, body]);
      if (!known.has(key)) {
        const value = await ask(question, { ...body, page, number }, abort.signal);
        if (value.outdated) throw new DOMException('outdated', 'AbortError');
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
          showIt(await once(question, body(own.edits), number), null);
          find(id).classList.remove('waiting');
          if (!own.edits.length) continue;
          showIt(await once(question, body(own.edits), number), await once(question, body([]), number));
        } catch (error) {
          if (error.name === 'AbortError' || number !== change) return;
          find(id).replaceChildren(make('p', 'say-bad', error.message));
          find(id).classList.remove('waiting');
        }
      }
      if (number === change && !isListed) listStates();
    }

    """
}
