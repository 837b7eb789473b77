/// The script of a page: hover, keys, search, folding, views. Without it the page shows everything.
enum PageScript {
  /// The keys, in words.
  static let help = """
    <dialog id="help">
    <h2>Keys</h2>
    <p><kbd>↑</kbd> <kbd>↓</kbd> walk the steps, <kbd>Home</kbd> <kbd>End</kbd> first and last</p>
    <p><kbd>←</kbd> <kbd>→</kbd> fold and unfold a group</p>
    <p><kbd>/</kbd> search, <kbd>Esc</kbd> leaves it</p>
    <p><kbd>+</kbd> <kbd>-</kbd> <kbd>0</kbd> larger, smaller, original size</p>
    <p><kbd>1</kbd> to <kbd>9</kbd> views, <kbd>?</kbd> these keys</p>
    <form method="dialog"><button>Close</button></form>
    </dialog>

    """

  static let source = picture + page

  /// One run's picture: its rows answer to pointer and keys, fold and are searched.
  private static let picture = """
    'use strict';
    const rowHeight = 24;

    function makePicture(element) {
      const rows = JSON.parse(element.querySelector('.rows').textContent);
      const svg = element.querySelector('svg');
      const nodes = [...svg.querySelectorAll('.row')];
      const details = element.querySelector('.details');
      const box = svg.viewBox.baseVal;
      const full = { width: box.width, height: box.height };
      const first = nodes.length ? place(nodes[0]) : 0;
      const folded = new Set();
      const groups = new Set(rows.map((row) => row.group));
      const picture = { element, rows, nodes, current: -1, show, mark, walk, fold, layOut, filter: null };

      function place(node) { return Number(/ ([-0-9.]+)\\)/.exec(node.getAttribute('transform'))[1]); }

      function mark(index) {
        nodes.forEach((node, place) => {
          node.classList.toggle('selected', place === index);
          node.classList.toggle('related', index >= 0 && rows[index].related.includes(place));
        });
      }

      function show(index) {
        if (index < 0 || index >= nodes.length) return;
        if (picture.current >= 0) nodes[picture.current].setAttribute('tabindex', '-1');
        picture.current = index;
        nodes[0].setAttribute('tabindex', '-1');
        nodes[index].setAttribute('tabindex', '0');
        mark(index);
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
        element.dispatchEvent(new CustomEvent('shown', { bubbles: true, detail: picture }));
      }

      function isHidden(index) {
        for (let group = rows[index].group; group !== null; group = rows[group].group) {
          if (folded.has(group)) return true;
        }
        return picture.filter !== null && !picture.filter(rows[index]);
      }

      function layOut(zoom) {
        let y = first;
        nodes.forEach((node, index) => {
          const hidden = isHidden(index);
          node.classList.toggle('hidden', hidden);
          node.setAttribute('display', hidden ? 'none' : 'inline');
          node.setAttribute('transform', `translate(0 ${y})`);
          if (groups.has(index)) node.setAttribute('aria-expanded', String(!folded.has(index)));
          if (!hidden) y += rowHeight;
        });
        const lost = first + nodes.length * rowHeight - y;
        svg.querySelectorAll('.band').forEach((band, index) => {
          band.setAttribute('display', first + index * 2 * rowHeight < y ? 'inline' : 'none');
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
      }

      function fold(index, isFolded) {
        if (!groups.has(index) || index < 0) return false;
        if (isFolded) folded.add(index); else folded.delete(index);
        return true;
      }

      function walk(from, by) {
        let index = from + by;
        while (index >= 0 && index < nodes.length && isHidden(index)) index += by;
        if (index < 0 || index >= nodes.length) return;
        show(index);
        nodes[index].focus();
      }

      // Where the picture is wider than the window, the labels stay and the landing can be seen.
      const scroll = svg.closest('.scroll');
      const scale = () => svg.viewBox.baseVal.width / (svg.clientWidth || full.width);
      for (const label of svg.querySelectorAll('.label')) {
        const back = document.createElementNS(svg.namespaceURI, 'rect');
        const width = label.getBBox().width + Number(label.getAttribute('x'));
        for (const [name, value] of Object.entries({ class: 'back', width, height: rowHeight })) {
          back.setAttribute(name, value);
        }
        label.before(back);
      }
      function keepLabels() {
        svg.classList.toggle('scrolled', scroll.scrollLeft > 0);
        svg.style.setProperty('--shift', `${scroll.scrollLeft * scale()}px`);
      }
      scroll.addEventListener('scroll', keepLabels);
      picture.bringLandingIntoView = () => {
        const landing = svg.querySelector('.landing');
        if (!landing || scroll.scrollWidth <= scroll.clientWidth) return;
        scroll.scrollLeft = Number(landing.getAttribute('x1')) / scale() - scroll.clientWidth * 0.8;
        keepLabels();
      };

      picture.toggle = (index) => fold(index, !folded.has(index));
      nodes.forEach((node, index) => {
        node.querySelector('title').remove();
        node.setAttribute('tabindex', index === 0 ? '0' : '-1');
        node.setAttribute('role', 'button');
        node.setAttribute('aria-label', `${rows[index].name}, ${rows[index].lines[0][1]}`);
        if (groups.has(index)) node.classList.add('fold');
        node.addEventListener('pointerenter', () => show(index));
        node.addEventListener('focus', () => show(index));
      });
      svg.setAttribute('role', 'group');
      return picture;
    }

    """

  /// What is one for the whole page: views, search, zoom, keys.
  private static let page = """
    (() => {
      const find = (id) => document.getElementById(id);
      const views = [...document.querySelectorAll('[data-view]')];
      const search = find('search');
      const notable = find('notable');
      const help = find('help');
      const pictures = [...document.querySelectorAll('.picture')].map(makePicture);
      let active = pictures[0];
      let zoom = 1;

      function layOut() {
        const words = search ? search.value.trim().toLowerCase() : '';
        const has = (text) => text !== null && text.toLowerCase().includes(words);
        const isFiltered = words !== '' || notable?.checked;
        for (const picture of pictures) {
          picture.filter = isFiltered
            ? (row) => (has(row.name) || has(row.holds ?? null)) && (!notable.checked || row.notable)
            : null;
          picture.layOut(zoom);
        }
        for (const part of document.querySelectorAll('#table tbody tr,#difference tbody tr,.card')) {
          part.hidden = !has(part.firstElementChild.textContent);
        }
      }

      function view(name) {
        if (!views.some((button) => button.dataset.view === name)) return;
        for (const button of views) {
          button.setAttribute('aria-pressed', String(button.dataset.view === name));
          find(button.dataset.view).hidden = button.dataset.view !== name;
        }
        active = pictures.find((picture) => find(name).contains(picture.element));
        active?.bringLandingIntoView();
      }

      // The view that the address names; a browser's way back leads through the views.
      function addressed() {
        const name = decodeURIComponent(location.hash.slice(1));
        return views.some((button) => button.dataset.view === name) ? name : views[0].dataset.view;
      }

      function visit(name) {
        if (!views.some((button) => button.dataset.view === name)) return;
        history.pushState(null, '', `#${name}`);
        view(name);
        scrollTo(0, 0);
      }
      addEventListener('popstate', () => view(addressed()));

      document.addEventListener('shown', (event) => {
        active = event.detail;
        const name = active.rows[active.current].name;
        const together = active.element.closest('[data-together]');
        for (const other of pictures) {
          if (other === active || !together || !together.contains(other.element)) continue;
          other.mark(other.rows.findIndex((row) => row.name === name));
          other.element.querySelector('.details').hidden = true;
        }
      });
      for (const picture of pictures) {
        picture.nodes.forEach((node, index) => node.addEventListener('click', () => {
          picture.show(index);
          if (picture.toggle(index)) layOut();
        }));
      }
      views.forEach((button) => button.addEventListener('click', () => visit(button.dataset.view)));
      // A link leads to a view, and to a row of its picture where it says so.
      document.addEventListener('click', (event) => {
        const link = event.target.closest('a[href^="#"]');
        if (!link) return;
        event.preventDefault();
        visit(link.getAttribute('href').slice(1));
        if (link.dataset.row && active) {
          active.show(Number(link.dataset.row));
          active.nodes[active.current].focus();
        }
      });
      search?.addEventListener('input', layOut);
      notable?.addEventListener('change', layOut);
      find('keys').addEventListener('click', () => help.showModal());
      document.addEventListener('keydown', (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || help.open || event.defaultPrevented) return;
        if (search && event.target === search) {
          if (event.key === 'Escape') { search.value = ''; layOut(); search.blur(); }
          return;
        }
        // A button is pressed with the same key.
        if (event.key === 'Enter' && !event.target.closest('.row')) return;
        const fold = (isFolded) => { if (active?.fold(active.current, isFolded)) layOut(); };
        const keys = {
          '?': () => help.showModal(),
          '+': () => { zoom = Math.min(4, zoom * 1.25); layOut(); },
          '-': () => { zoom = Math.max(0.5, zoom / 1.25); layOut(); },
          0: () => { zoom = 1; layOut(); },
        };
        if (search) keys['/'] = () => search.focus();
        if (active) {
          keys.ArrowDown = () => active.walk(active.current, 1);
          keys.ArrowUp = () => active.walk(active.current < 0 ? active.nodes.length : active.current, -1);
          keys.Home = () => active.walk(-1, 1);
          keys.End = () => active.walk(active.nodes.length, -1);
          keys.ArrowLeft = () => fold(true);
          keys.ArrowRight = () => fold(false);
          keys.Enter = () => { if (active.toggle(active.current)) layOut(); };
        }
        views.slice(0, 9).forEach((button, index) => { keys[index + 1] = () => view(button.dataset.view); });
        if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
      });
      find('tools').hidden = false;
      view(addressed());
      layOut();
      // A browser goes to what the address names before the other views are hidden.
      if (location.hash) scrollTo(0, 0);
    })();

    """
}
