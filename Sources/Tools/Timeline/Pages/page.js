// The common parts of a page: views, search, zoom, keys. Without script the page shows everything.
(() => {
  const find = (id) => document.getElementById(id);
  const views = [...document.querySelectorAll('[data-view]')];
  const search = find('search');
  const notable = find('notable');
  const help = find('help');
  const built = new Map();
  let active;

  // The pictures of a view. The browser reads all views but the first one when they are opened.
  function picturesOf(section) {
    if (!built.has(section)) {
      const later = section.querySelector(':scope > noscript');
      if (later) later.outerHTML = later.textContent;
      built.set(section, [...section.querySelectorAll('.picture')].map(makePicture));
    }
    return built.get(section);
  }
  const sections = [...document.querySelectorAll('main > section')];
  const shownSection = () => sections.find((section) => !section.hidden);

  function layOut() {
    const words = search ? search.value.trim().toLowerCase() : '';
    const has = (text) => text !== null && text.toLowerCase().includes(words);
    const isFiltered = words !== '' || notable?.checked;
    for (const picture of picturesOf(shownSection())) {
      picture.filter = isFiltered && picture.isSearched
        ? (row) => has(row.name) && (!notable.checked || row.notable)
        : null;
      picture.layOut();
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
    active = picturesOf(find(name))[0];
    layOut();
  }

  // The view in the address. The browser's back button leads through the views.
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
  // Paper shows every view.
  addEventListener('beforeprint', () => { for (const section of sections) picturesOf(section); });

  // The pictures that are shown together with a picture.
  function others(picture) {
    const together = picture.element.closest('[data-together]');
    return together ? picturesOf(together).filter((other) => other !== picture) : [];
  }
  document.addEventListener('shown', (event) => {
    active = event.detail;
    for (const other of others(active)) {
      other.mark(other.named(active.current.name));
      other.element.querySelector('.details').hidden = true;
    }
  });
  document.addEventListener('zoomed', (event) => {
    for (const other of others(event.detail)) other.follow(event.detail.axis);
  });
  views.forEach((button) => button.addEventListener('click', () => visit(button.dataset.view)));
  // A link leads to a view.
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (!link) return;
    event.preventDefault();
    visit(link.getAttribute('href').slice(1));
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
    const keys = { '?': () => help.showModal() };
    if (search) keys['/'] = () => search.focus();
    if (active) {
      const change = (isFolded) => { if (active.fold(active.current, isFolded)) active.layOut(); };
      const zoom = (factor) => { active.axis.zoom(factor); active.zoomed(); };
      const pan = (share) => { active.axis.pan(share); active.zoomed(); };
      keys.ArrowDown = () => active.step(1);
      keys.ArrowUp = () => active.step(-1);
      keys.Home = () => active.step(-Infinity);
      keys.End = () => active.step(Infinity);
      keys.ArrowLeft = () => event.shiftKey ? pan(-0.25) : change(true);
      keys.ArrowRight = () => event.shiftKey ? pan(0.25) : change(false);
      keys.Enter = () => { if (active.toggle(active.current)) active.layOut(); };
      keys['+'] = () => zoom(1 / 1.5);
      keys['-'] = () => zoom(1.5);
      keys['0'] = active.reset;
      keys.Escape = active.reset;
    }
    views.slice(0, 9).forEach((button, index) => { keys[index + 1] = () => view(button.dataset.view); });
    if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
  });
  find('tools').hidden = false;
  view(addressed());
  // A browser scrolls to the element in the address before the other views are hidden.
  if (location.hash) scrollTo(0, 0);
})();
