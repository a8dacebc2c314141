// Shortcuts, and sharing. No first visit needs them: pages.js loads this at the first key, when the reader comes back
// to the page, or when a grip or [data-share] is pressed.

const PLACES = '.places a, .account a, .account button';
const ACTIONS = 'main :is(a, button).button';
const WRITES = 'input:not([type=checkbox], [type=radio]), textarea, select';
const ROWS = 'main [data-list] > *';
const OFF = 'shortcuts-off'; // in the browser's storage
const PAUSE = 1000; // ms in which a letter behind others is one of them
const LIST = /^\/(today|goals\/(active|completed|stored))$/; // those that the worker keeps
const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform); // Control moves in a text there
const CODES = { KeyN: 'n', KeyJ: 'j', KeyK: 'k', KeyX: 'x' };

const all = (within, selector) => [...within.querySelectorAll(selector)];
const isSeen = (el) => el.checkVisibility();
const make = (name, values) => Object.assign(document.createElement(name), values);

const storage = (act) => {
  try {
    return act(localStorage);
  } catch {} // It may be denied.
};

// As if a link were clicked: pages.js changes the page without a reload.
const go = (path) => {
  const link = make('a', { href: path, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
};

// ---- Copies of lists for when there is no line: the worker keeps them, where the session outlives the browser

let kept; // the owner whose lists are kept
const keepLists = () => {
  const owner = document.querySelector('main[data-owner]')?.getAttribute('data-owner');
  if (!owner || owner === kept || !/(^|; )(__Host-)?keep=1/.test(document.cookie)) return;
  kept = owner;
  const { serviceWorker } = navigator;
  serviceWorker?.register('/worker.js').then(() => serviceWorker.ready).then(({ active }) => active.postMessage(owner)).catch(Object);
};

// A list has changed since it was requested. The worker sees this request. None is made when the page is left.
let isLeft = false;
addEventListener('pagehide', () => (isLeft = true));
addEventListener('pageshow', () => (isLeft = false));
document.addEventListener('visibilitychange', () => {
  if (isLeft || !document.hidden || !kept || !navigator.onLine || !LIST.test(location.pathname) || location.search) return;
  fetch(location.pathname, { headers: { Accept: 'text/html' } }).catch(Object);
});

// ---- Rows

const rows = () => all(document, ROWS).filter((row) => isSeen(row) && !row.closest('nav'));
const isCurrent = (row) => row.contains(document.activeElement);

const move = (by) => {
  const list = rows();
  const index = list.findIndex(isCurrent);
  const row = list[index < 0 ? (by > 0 ? 0 : list.length - 1) : index + by];
  const target = row && (row.querySelector('.card-link') ?? row.querySelector('a[href], button'));
  target?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
};

const tick = () => {
  const ticks = all(rows().find(isCurrent) ?? document.createElement('p'), 'button.tick');
  (ticks.find((el) => el.getAttribute('aria-pressed') !== 'true') ?? ticks.at(-1))?.click();
};

const search = () => {
  const field = document.querySelector('main input[type=search]');
  if (field) field.focus();
  else go('/search');
};

// ---- Dialogs: their words are those of the page of help, in the reader's language

let words;
const help = async () => {
  words ??= fetch('/help').then(async (answer) => {
    const sheet = make('link', { rel: 'stylesheet', href: new URL('later.css', import.meta.url) });
    sheet.setAttribute('data-own', ''); // pages.js keeps it
    if (!answer.ok) throw new Error(`${answer.status}`);
    document.head.append(sheet);
    return new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('#shortcuts');
  });
  try {
    return await words;
  } catch {
    words = null; // There was no line.
  }
};

let last; // the dialog that was opened last
// A dialog closes when another page takes the place of the one below it.
new MutationObserver(() => last?.close()).observe(document.documentElement, { childList: true });

const open = async (name) => {
  const section = await help();
  if (!section || document.querySelector('dialog[open]')) return;
  const dialog = last = make('dialog', { className: `modal ${name}` });
  dialog.append(document.importNode(section.querySelector(`template[data-${name}]`).content, true));
  dialog.setAttribute('aria-label', dialog.querySelector('h2, label').textContent);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, section };
};

const tell = async () => {
  const { dialog, section } = (await open('keys')) ?? {};
  if (!dialog) return;
  dialog.querySelector('h2').after(document.importNode(section.querySelector('dl'), true));
  const box = dialog.querySelector('input');
  box.checked = !storage((store) => store.getItem(OFF));
  box.addEventListener('change', () => storage((store) => (box.checked ? store.removeItem(OFF) : store.setItem(OFF, '1'))));
};

// Lists what can be done here, by name. Actions of the page come first, and a page that they lead to isn't listed again.
const commands = (section) => {
  const found = new Map();
  const pages = new Set();
  const add = (el, act) => {
    const name = (el.getAttribute('aria-label') ?? el.textContent).trim();
    if (name && !found.has(name)) found.set(name, act);
  };
  for (const el of all(document, ACTIONS)) {
    const isInMenu = el.closest('details[data-menu]:not([open])') && el.closest('.menu-body');
    const isOfRow = el.closest('[data-list], .samples, dialog, form:has(input:not([type=hidden]), textarea)');
    if (!isOfRow && !el.matches('summary, [aria-disabled=true]') && (isInMenu || isSeen(el))) {
      add(el, () => el.click());
      pages.add(el.getAttribute('href'));
    }
  }
  for (const el of all(document, PLACES)) if (!el.matches('summary')) add(el, () => el.click());
  for (const el of all(section.querySelector('template[data-commands]').content, 'nav a')) {
    const page = el.getAttribute('href');
    if (!pages.has(page)) add(el, () => go(page));
  }
  add(section.querySelector('template[data-keys]').content.querySelector('h2'), tell);
  return [...found];
};

const command = async () => {
  const { dialog, section } = (await open('commands')) ?? {};
  if (!dialog) return;
  const known = commands(section);
  dialog.querySelector('nav').remove();
  const field = dialog.querySelector('input');
  const list = dialog.querySelector('ul');
  const pattern = list.getAttribute('data-search');
  let shown = [];
  let at = 0;

  const choose = (index) => {
    at = (index + shown.length) % shown.length;
    [...list.children].forEach((el, place) => el.setAttribute('aria-selected', place === at));
    field.setAttribute('aria-activedescendant', `command-${at}`);
    list.children[at].scrollIntoView({ block: 'nearest' });
  };
  const run = ([, act]) => {
    dialog.close();
    act();
  };
  const show = () => {
    const text = field.value.trim();
    const parts = text.toLocaleLowerCase().split(/\s+/);
    shown = known.filter(([name]) => parts.every((part) => name.toLocaleLowerCase().includes(part)));
    if (text) shown.push([pattern.replace('%', () => text), () => go(`/search?q=${encodeURIComponent(text)}`)]);
    list.replaceChildren(...shown.map((entry, index) => {
      const el = make('li', { id: `command-${index}`, role: 'option', textContent: entry[0], dir: 'auto' });
      el.addEventListener('click', () => run(entry));
      return el;
    }));
    choose(0);
  };
  field.addEventListener('input', show);
  field.addEventListener('keydown', (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) choose(at + by);
    else if (event.key === 'Enter' && !event.isComposing) run(shown[at]);
    else return;
    event.preventDefault();
  });
  show();
};

// ---- Sharing: a picture goes to the system's sheet, where there is one; otherwise its link downloads it

const picture = async (link) => {
  const answer = await fetch(link.href);
  if (!answer.ok) throw new Error(`${answer.status}`);
  const blob = await answer.blob();
  const [, name] = answer.headers.get('Content-Disposition').match(/filename="([^"]+)"/);
  return new File([blob], name, { type: blob.type });
};

const download = (href) => make('a', { href, download: '' }).click();
const canShare = (files) => !!navigator.canShare?.({ files });

document.addEventListener('click', async (event) => {
  const link = event.target.closest?.('a[data-share]');
  // A mouse is at a desk, where a file is what is wanted.
  if (!link || event.pointerType === 'mouse' || !canShare([new File([''], 'a.png', { type: 'image/png' })])) return;
  event.preventDefault();
  link.setAttribute('aria-busy', 'true');
  try {
    const files = [await picture(link)];
    if (canShare(files)) await navigator.share({ files });
    else download(link.href);
  } catch (error) {
    // Closing the sheet is no failure.
    if (error.name !== 'AbortError' && navigator.onLine) download(link.href);
  } finally {
    link.removeAttribute('aria-busy');
  }
});

// ---- A link of the page: a finger shares it, unless the button has [data-copy]=field; a mouse copies it

const NOTICE = 5000; // ms
const loadedAt = performance.now();

const say = (words) => {
  const notice = document.querySelector('[data-flash]');
  if (!notice) return;
  // It would lie under one that was shown before. One with something to press stays.
  for (const toast of all(document, '.toast:not(:has(form))')) toast.remove();
  notice.textContent = words;
  setTimeout(() => notice.textContent === words && notice.replaceChildren(), NOTICE);
};

const shareLink = async (button, isTouched) => {
  try {
    if (isTouched && navigator.share && !button.hasAttribute('data-copy')) return await navigator.share({ url: button.value });
    await navigator.clipboard.writeText(button.value);
    say(button.getAttribute('data-share'));
  } catch (error) {
    if (error.name === 'AbortError') return;
    say(button.getAttribute('data-failed'));
    const address = document.getElementById(button.getAttribute('data-copy') ?? button.getAttribute('aria-describedby'));
    if (!address.select) return getSelection().selectAllChildren(address);
    address.focus();
    address.select();
  }
};

document.addEventListener('click', (event) => {
  const button = event.target.closest?.('button[data-share]');
  if (button) shareLink(button, event.pointerType === 'touch');
});

// ---- Keys

const ACTS = { n: () => go('/goals/new'), '/': search, j: () => move(1), k: () => move(-1), x: tick, '?': tell };
const heard = new WeakSet();
let written = -PAUSE; // when a key was last pressed in a field

const press = (event) => {
  const { key, code, target } = event;
  heard.add(event);
  // Nobody is signed in.
  if (event.defaultPrevented || event.isComposing || !document.querySelector('.places')) return;
  // Other layouts have other letters on the same keys.
  const name = /^[a-z/?]$/i.test(key) ? key.toLowerCase() : CODES[code];
  const isChord = IS_MAC ? event.metaKey : event.ctrlKey;
  let act;
  if (isChord) act = name === 'k' && !event.shiftKey && !event.altKey && command;
  else if (!event.altKey && !event.ctrlKey && !event.metaKey) {
    const place = target.closest?.(`${WRITES}, dialog`);
    // The focus may still be in a dialog that was just closed, and not yet again in a field that was put anew.
    const isBusy = (place && isSeen(place)) || event.timeStamp - written < PAUSE;
    if (target.closest?.(WRITES)) written = event.timeStamp;
    act = !isBusy && !storage((store) => store.getItem(OFF)) && ACTS[name];
  }
  if (!act) return;
  event.preventDefault();
  act();
};

document.addEventListener('keydown', press);
document.addEventListener('pointerdown', () => (written = -PAUSE));

keepLists();

export const hear = (event) => {
  keepLists();
  // A press that came before this could listen, and may have become a click already.
  const button = event.type === 'pointerdown' && event.timeStamp < loadedAt && event.target.closest('button[data-share]');
  if (button && !button.matches(':active')) shareLink(button, event.pointerType === 'touch');
  if (event.type === 'pointerdown') return event.target.closest('[data-grip]') && import('./drag.js').then(({ drag }) => drag(event));
  if (event.type === 'keydown' && !heard.has(event)) press(event);
};
