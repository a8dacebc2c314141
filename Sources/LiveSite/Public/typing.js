// What is typed on a live page: it is kept until the server keeps it, filled in from there, and counted.

const A = Object.fromEntries('owner input left secret basis unsaved count limit reveal dismiss focus'
  .split(' ').map((name) => [name, `data-${name}`]));

// ---- The browser's storage: an entry for each owner and page

const PREFIX = 'live-text:';

// Others write into the storage as well; it may be denied, or full.
export class Texts {
  isStored = true;
  #storage;
  #owner;
  #key;
  #now;

  constructor({ storage, owner, path, now = Date.now }) {
    this.#storage = storage;
    this.#now = now;
    this.#owner = `${PREFIX}${encodeURIComponent(owner)}:`;
    this.#key = this.#owner + path;
    const oldest = now() - 30 * 86400000; // 30 days
    this.#erase((key, entry) => !key.startsWith(this.#owner) || !(parseInt(entry) > oldest));
  }

  // Of each field [text, basis].
  get() {
    return this.#attempt((storage) => {
      const entry = storage.getItem(this.#key);
      const texts = Object.entries(JSON.parse(entry.slice(entry.indexOf(' '))));
      return Object.fromEntries(texts.filter(([, text]) => Array.isArray(text) && typeof text[0] === 'string'));
    }) ?? {};
  }

  set(field, text) {
    // Too much in any case, and to write it as JSON takes long at each key.
    this.isStored = text[0].length < 500000 && this.#write({ ...this.get(), [field]: text });
  }

  // Another tab may have put something else there.
  drop(field, text) {
    const texts = this.get();
    if (JSON.stringify(texts[field]) !== JSON.stringify(text)) return;
    delete texts[field];
    this.#write(texts);
  }

  forget() {
    this.#write({});
  }

  // The oldest pages give way: 20 are kept, with 500,000 characters together, which are a megabyte.
  #write(texts) {
    return this.#attempt((storage) => {
      const entry = `${this.#now()} ${JSON.stringify(texts)}`;
      let room = 500000 - entry.length;
      if (room < 0) return false;
      if (!Object.keys(texts).length) return storage.removeItem(this.#key);
      let pages = 1;
      this.#erase((key, other) => key !== this.#key && ((room -= other.length) < 0 || ++pages > 20));
      storage.setItem(this.#key, entry);
      return true;
    }) ?? false;
  }

  // Newest first.
  #erase(isMeant) {
    this.#attempt((storage) => Object.keys(storage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => [key, storage.getItem(key)])
      .sort(([, a], [, b]) => (parseInt(b) || 0) - (parseInt(a) || 0))
      .filter(([key, entry]) => isMeant(key, entry))
      .forEach(([key]) => storage.removeItem(key)));
  }

  #attempt(act) {
    try {
      return act(this.#storage());
    } catch {}
  }
}

// ---- Counting: what a reader takes for one character is one, as for the server

// Latin letters, signs and Hangul never join with each other. To count these needs no segmenter, which takes long for a
// long text.
const ALONE = /^[\n -\u024f\uac00-\ud7a3]*$/;

// Only the beginning of a longer text is counted: all of it would take too long at each key.
export const length = (text) => {
  const [trimmed] = text.slice(0, 48000).match(/\P{White_Space}(?:[^]*\P{White_Space})?/u) ?? [''];
  return ALONE.test(trimmed) ? trimmed.length : [...new Intl.Segmenter().segment(trimmed)].length;
};

// ---- The direction: that of the first letter, as with dir="auto", for which a browser reads all of a text at each key

const FROM_RIGHT = /^[^\p{L}\u200e\u200f]*(?=[\p{L}\u200f])[\u0590-\u08ff\u200f\ufb1d-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const direct = (field) => {
  field.dir = FROM_RIGHT.test(field.value.slice(0, 200)) ? 'rtl' : '';
};

// ---- The page

const all = (within, selector) => [...within.querySelectorAll(selector)];
const get = (el, name) => el.getAttribute(name);
const isChoice = ({ type }) => type === 'radio' || type === 'checkbox';

// A plain post says by a hidden field what a text was made from.
const setBasis = (field, basis) => {
  if (basis == null) return;
  field.setAttribute(A.basis, basis);
  for (const hidden of field.form ? all(field.form, 'input[type=hidden]') : []) {
    if (hidden.name === `${field.name}.basis`) hidden.value = basis;
  }
};

// An extra of live.js.
export const keepTyping = ({ window, main, edited, waiting, queue, fields, keyOf, valueOf, isTyped, typing, show }) => {
  const { document, location } = window;
  const root = document.documentElement;
  const owner = get(main, A.owner) ?? '';
  const unsaved = new Map(); // what the server does not keep: {name, text}, by the keys of fields
  let isShown = false; // that it is not saved
  let timer;
  const texts = new Texts({
    // Who has no account leaves nothing behind.
    storage: () => (owner ? window.localStorage : window.sessionStorage),
    owner,
    path: location.pathname + location.search,
    now: window.Date.now,
  });

  const inputOf = (field) => get(field, A.input);
  const isOnItsWay = (name, after = 0) => queue.tooLarge === name
    || queue.items.some((item) => item.isField && item.name === name && item.n > after)
    || [...waiting].some((field) => inputOf(field) === name);

  const remember = (field) => {
    const text = [isChoice(field) ? valueOf(field) : field.value, get(field, A.basis)];
    unsaved.set(keyOf(field), { name: inputOf(field), text });
    texts.set(keyOf(field), text);
  };

  const drop = (key) => {
    texts.drop(key, unsaved.get(key)?.text);
    unsaved.delete(key);
  };

  // For a short pause it is not worth a word.
  const tellUnsaved = (isUnsaved) => {
    if (isUnsaved === isShown) return;
    isShown = isUnsaved;
    window.clearTimeout(timer);
    if (isUnsaved) timer = window.setTimeout(() => root.setAttribute(A.unsaved, ''), 1000);
    else root.removeAttribute(A.unsaved);
  };

  const count = (counter) => {
    const field = document.getElementById(get(counter, A.count));
    if (!field || !Intl.Segmenter) return;
    const number = length(field.value);
    const limited = counter.closest(`[${A.limit}]`);
    counter.textContent = number.toLocaleString(root.lang);
    limited?.classList.toggle('over', number > get(limited, A.limit));
  };
  const countOf = (field) => all(document, `[${A.count}="${field.id}"]`).forEach(count);

  // What the server has: not over what it has not seen, nor under the hands of who is typing.
  const later = new Map();
  const begun = new Set(); // fields that were typed in since they were last left
  const fill = (name, value, basis, after, isForced, isCut) => {
    const typed = queue.typed.get(name);
    // The answer to what was typed may overtake a text that was sent before it.
    if (!name || isOnItsWay(name, after) || typed?.n > after) return;
    // The visitor's own text, or its beginning, seen as newer than it was: it may not be kept yet.
    const isOwn = isCut || typed?.value === value;
    if (isOwn && typed) queue.typed.set(name, { ...typed, basis });
    for (const field of fields().filter((one) => inputOf(one) === name)) {
      const isActive = field === document.activeElement;
      if (isOwn && !isChoice(field)) {
        setBasis(field, basis);
        if (unsaved.has(keyOf(field))) remember(field);
        continue;
      }
      if (isActive && edited.has(keyOf(field)) && !isForced) return later.set(name, [name, value, basis, after]);
      edited.delete(keyOf(field));
      waiting.delete(field);
      drop(keyOf(field));
      setBasis(field, basis);
      const { selectionStart, selectionEnd } = field;
      if (isChoice(field)) field.checked = field.defaultChecked = field.value === value;
      else field.value = field.defaultValue = value;
      if (isActive && selectionStart != null) field.setSelectionRange(selectionStart, selectionEnd);
      countOf(field);
      direct(field);
    }
    later.delete(name);
    if (!isOwn) queue.forget(name);
    show();
  };

  // Behind what was typed, in the same request. It is nothing that anybody does on purpose, so it ends no moment.
  const leave = (field) => {
    if (!begun.delete(field)) return;
    const sign = document.createElement('input');
    sign.setAttribute(A.input, get(field, A.left));
    sign.setAttribute(A.secret, '');
    typing(sign, 0);
  };

  const restore = (field, text) => {
    if (isChoice(field)) field.checked = field.value === text[0];
    else [field.value] = text;
    const isNew = isChoice(field) ? field.checked !== field.defaultChecked : isTyped(field);
    if (isNew) setBasis(field, text[1]);
    else if (!isChoice(field) || field.checked) texts.drop(keyOf(field), text);
  };

  return {
    started: () => {
      const kept = texts.get();
      for (const field of fields()) {
        const text = kept[keyOf(field)];
        if (text && !field.hasAttribute(A.secret)) restore(field, text);
      }
    },
    typed: (field) => {
      later.delete(inputOf(field));
      countOf(field);
      direct(field);
      if (field.hasAttribute(A.left)) begun.add(field);
      if (!field.hasAttribute(A.secret)) remember(field);
    },
    happened: () => {
      for (const [key, { name }] of unsaved) if (!queue.isHeld && !isOnItsWay(name)) drop(key);
      tellUnsaved(unsaved.size > 0);
    },
    forgotten: () => {
      texts.forget();
      for (const [key, { name, text }] of unsaved) {
        if (queue.typed.has(name)) texts.set(key, text);
        else unsaved.delete(key);
      }
      tellUnsaved(unsaved.size > 0);
    },
    enlivened: (el) => {
      all(el, `[${A.count}]`).forEach(count);
      fields(el).forEach(direct);
      for (const button of all(el, `[${A.reveal}]`)) button.hidden = false;
    },
    left: () => tellUnsaved(false),
    effects: {
      fill: (value, effect) => {
        const [name, basis, after] = ['name', 'basis', 'after'].map((one) => get(effect, one));
        fill(name, value, basis, +after, effect.hasAttribute('force'), effect.hasAttribute('cut'));
      },
      held: (value) => {
        queue.isHeld = value !== '';
        show();
      },
    },
    listens: (on) => {
      // Another field, or none, has the focus a moment later.
      on(document, 'focusout', ({ target }) => {
        leave(target);
        window.setTimeout(() => later.forEach((values) => fill(...values)), 0);
      });
      on(document, 'click', ({ target }) => {
        const { activeElement } = document;
        if (target.closest?.(`[${A.dismiss}]`) && (!activeElement || activeElement === document.body)) {
          document.querySelector(`[${A.focus}]`)?.focus();
        }
      });
    },
    // To leave would lose what was typed.
    mustAsk: (isForgetting) => unsaved.size > 0 && (isForgetting || !texts.isStored),
  };
};
