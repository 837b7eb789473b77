/// What makes the page answer: hover, keys, search, folding, views. Without it the page stands whole.
enum PageScript {
  /// The keys, in words.
  static let help = """
    <dialog id="help">
    <h2>Keys</h2>
    <p><kbd>↑</kbd> <kbd>↓</kbd> walk the steps, <kbd>Home</kbd> <kbd>End</kbd> first and last</p>
    <p><kbd>←</kbd> <kbd>→</kbd> fold and unfold a group</p>
    <p><kbd>/</kbd> search, <kbd>Esc</kbd> leaves it</p>
    <p><kbd>+</kbd> <kbd>-</kbd> <kbd>0</kbd> larger, smaller, as it was</p>
    <p><kbd>1</kbd> to <kbd>4</kbd> views, <kbd>?</kbd> these keys</p>
    <form method="dialog"><button>Close</button></form>
    </dialog>

    """

  static let source = """
    'use strict';
    (() => {
      const find = (id) => document.getElementById(id);
      const rows = JSON.parse(find('rows').textContent);
      const svg = document.querySelector('#timeline svg');
      const nodes = [...svg.querySelectorAll('.row')];
      const details = find('details');
      const views = [...document.querySelectorAll('[data-view]')];
      const height = 24;
      const box = svg.viewBox.baseVal;
      const full = { width: box.width, height: box.height };
      const first = nodes.length ? place(nodes[0]) : 0;
      const folded = new Set();
      let current = -1;
      let zoom = 1;

      function place(node) { return Number(/ ([-0-9.]+)\\)/.exec(node.getAttribute('transform'))[1]); }
      const groups = new Set(rows.map((row) => row.group));
      function isGroup(index) { return groups.has(index); }

      function show(index) {
        if (index < 0 || index >= nodes.length) return;
        current = index;
        nodes.forEach((node, place) => {
          node.classList.toggle('selected', place === index);
          node.classList.toggle('related', rows[index].related.includes(place));
          node.setAttribute('tabindex', place === index ? '0' : '-1');
        });
        const title = document.createElement('h2');
        title.textContent = rows[index].name;
        const list = document.createElement('dl');
        for (const [label, text] of rows[index].lines) {
          const term = document.createElement('dt');
          const meaning = document.createElement('dd');
          term.textContent = label;
          meaning.textContent = text;
          list.append(term, meaning);
        }
        details.replaceChildren(title, list);
        details.hidden = false;
      }

      function isHidden(index) {
        for (let group = rows[index].group; group !== null; group = rows[group].group) {
          if (folded.has(group)) return true;
        }
        const words = find('search').value.trim().toLowerCase();
        if (words && !rows[index].name.toLowerCase().includes(words)) return true;
        return find('notable').checked && !rows[index].notable;
      }

      function layOut() {
        let y = first;
        nodes.forEach((node, index) => {
          const hidden = isHidden(index);
          node.classList.toggle('hidden', hidden);
          node.setAttribute('display', hidden ? 'none' : 'inline');
          node.setAttribute('transform', `translate(0 ${y})`);
          if (isGroup(index)) node.setAttribute('aria-expanded', String(!folded.has(index)));
          if (!hidden) y += height;
        });
        const lost = first + nodes.length * height - y;
        svg.querySelectorAll('.band').forEach((band, index) => {
          band.setAttribute('display', first + index * 2 * height < y ? 'inline' : 'none');
        });
        svg.querySelectorAll('.grid,.landing,.deadline').forEach((line) => {
          line.dataset.y = line.dataset.y || line.getAttribute('y2');
          line.setAttribute('y2', String(Number(line.dataset.y) - lost));
        });
        svg.querySelector('.feet').setAttribute('transform', `translate(0 ${-lost})`);
        svg.querySelector('.chains').setAttribute('display', lost ? 'none' : 'inline');
        svg.setAttribute('viewBox', `0 0 ${full.width} ${full.height - lost}`);
        svg.setAttribute('width', String(full.width * zoom));
        svg.setAttribute('height', String((full.height - lost) * zoom));
        for (const row of document.querySelectorAll('#table tbody tr')) {
          const words = find('search').value.trim().toLowerCase();
          row.hidden = words !== '' && !row.firstElementChild.textContent.toLowerCase().includes(words);
        }
      }

      function view(name) {
        for (const button of views) {
          button.setAttribute('aria-pressed', String(button.dataset.view === name));
          find(button.dataset.view).hidden = button.dataset.view !== name;
        }
      }

      function fold(index, isFolded) {
        if (!isGroup(index)) return;
        if (isFolded) folded.add(index); else folded.delete(index);
        layOut();
      }

      function walk(from, by) {
        let index = from + by;
        while (index >= 0 && index < nodes.length && isHidden(index)) index += by;
        if (index < 0 || index >= nodes.length) return;
        show(index);
        nodes[index].focus();
      }

      nodes.forEach((node, index) => {
        node.querySelector('title').remove();
        node.setAttribute('tabindex', index === 0 ? '0' : '-1');
        node.setAttribute('role', 'button');
        node.setAttribute('aria-label', `${rows[index].name}, ${rows[index].lines[0][1]}`);
        if (isGroup(index)) node.classList.add('fold');
        node.addEventListener('pointerenter', () => show(index));
        node.addEventListener('focus', () => show(index));
        node.addEventListener('click', () => { show(index); fold(index, !folded.has(index)); });
      });
      svg.setAttribute('role', 'group');
      views.forEach((button) => button.addEventListener('click', () => view(button.dataset.view)));
      find('search').addEventListener('input', layOut);
      find('notable').addEventListener('change', layOut);
      find('keys').addEventListener('click', () => find('help').showModal());
      document.addEventListener('keydown', (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || find('help').open) return;
        if (event.target === find('search')) {
          if (event.key === 'Escape') { event.target.value = ''; layOut(); event.target.blur(); }
          return;
        }
        const keys = {
          ArrowDown: () => walk(current, 1),
          ArrowUp: () => walk(current < 0 ? nodes.length : current, -1),
          Home: () => walk(-1, 1),
          End: () => walk(nodes.length, -1),
          ArrowLeft: () => fold(current, true),
          ArrowRight: () => fold(current, false),
          Enter: () => fold(current, !folded.has(current)),
          '/': () => find('search').focus(),
          '?': () => find('help').showModal(),
          '+': () => { zoom = Math.min(4, zoom * 1.25); layOut(); },
          '-': () => { zoom = Math.max(0.5, zoom / 1.25); layOut(); },
          0: () => { zoom = 1; layOut(); },
        };
        views.forEach((button, index) => { keys[index + 1] = () => view(button.dataset.view); });
        if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
      });
      find('tools').hidden = false;
      view('timeline');
      layOut();
    })();

    """
}
