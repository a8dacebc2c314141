// What a live page has from its window: its place after a return, notices that go by themselves, a share of the lines.

const A = Object.fromEntries('visible timeout flash state again close uploads'.split(' ').map((name) => [name, `data-${name}`]));

const LINES = 4; // a browser opens six to one server, and needs some for everything else

const all = (within, selector) => [...within.querySelectorAll(selector)];

// ---- Extras of live.js

// A list grows until the visitor's place in it is there: `own.place`.
// `here` says where the visitor is now.
export const growing = (own, here) => ({ window, act }) => {
  const { document } = window;
  const grow = () => {
    if (!own.place) return;
    // Only a link shows more rows.
    const more = document.querySelector(`a[${A.visible}]`);
    if (more && here().rows < own.place.rows) {
      if (!more.hasAttribute('aria-busy')) act(more);
    } else {
      const { y } = own.place;
      own.place = null;
      window.scrollTo({ top: y, behavior: 'instant' });
    }
  };
  return { opened: grow, changed: grow, reset: () => (own.place ??= here()) };
};

// Who comes back to a page may have signed out: it is shown when the server has answered.
const concealing = ({ window, main }) => {
  let y;
  return {
    listens: (on) => on(window, 'pagehide', () => {
      y ??= window.scrollY;
      main.setAttribute('hidden', '');
    }),
    opened: () => {
      if (y === undefined) return;
      main.removeAttribute('hidden');
      window.scrollTo({ top: y, behavior: 'instant' });
      y = undefined;
    },
  };
};

// That the line is there is worth a word once it was said that it is not.
const reassuring = ({ window: { document } }) => ({
  happened: () => {
    const words = document.getElementById('connection');
    if (/^(reconn|off)/.test(words?.getAttribute(A.state))) words.setAttribute(A.again, '');
  },
});

// The time of a notice stands still while somebody is at it, or is not at the page. The element of a flash stays, since a
// screen reader listens to it. What was there when the page came is not announced, so it is put there once more.
export const fading = ({ window }) => {
  const { document } = window;
  const timers = new WeakMap();
  const fade = (notice, ms = notice.getAttribute(A.timeout)) => {
    window.clearTimeout(timers.get(notice));
    if (ms <= 0) return notice.hasAttribute(A.flash) ? notice.replaceChildren() : notice.remove();
    const isRead = document.visibilityState === 'hidden' || notice.matches(':hover') || notice.matches(':focus-within');
    const step = Math.min(ms, 250);
    timers.set(notice, window.setTimeout(() => fade(notice, isRead ? ms : ms - step), step));
  };
  return {
    enlivened: (el) => {
      for (const notice of all(el, `[${A.timeout}]`)) {
        fade(notice);
        if (notice.hasAttribute(A.flash)) window.setTimeout(() => (notice.textContent += ''), 100);
      }
    },
    effects: {
      flash: (words) => {
        for (const notice of all(document, `[${A.flash}]`)) {
          notice.textContent = words;
          if (notice.hasAttribute(A.timeout)) fade(notice);
        }
      },
    },
  };
};

// Who closes a dialog by a key has pressed its button: the server is to know of it. It closes at once, also without a line.
const closing = () => ({
  enlivened: (el) => {
    for (const button of all(el, `button[${A.close}]`)) {
      const dialog = button.closest('dialog');
      button.onclick = () => dialog.close();
      dialog.oncancel = (event) => {
        event.preventDefault();
        button.click();
      };
    }
  },
});

// Files are sent by a script that only pages with a field for them load. A form that is submitted before it has come is the
// browser's, with its files.
const sending = (parts) => {
  parts.main.onsubmit = (event) => {
    if (all(event.target, 'input').some((input) => input.files?.length)) event.stopPropagation();
  };
  return {
    enlivened: (el) => {
      for (const box of all(el, `[${A.uploads}]`)) import(box.getAttribute(A.uploads)).then((uploads) => uploads.send(parts), Object);
    },
  };
};

export const extras = [concealing, reassuring, fading, closing, sending];

// ---- The tabs of a browser: those used last hold a line, seen ones first. Each reckons for itself.

export class Tabs {
  #others = new Map();

  constructor(own) {
    this.own = own; // {id, used, isSeen}
  }

  hear({ isGone, ...tab }) {
    if (isGone) this.#others.delete(tab.id);
    else this.#others.set(tab.id, tab);
  }

  // All are asked again: who is gone does not answer.
  clear() {
    this.#others.clear();
  }

  get #before() {
    const rank = ({ isSeen, used, id }) => [!isSeen, -used, id];
    const own = rank(this.own);
    return [...this.#others.values()].filter((other) => {
      const theirs = rank(other);
      const index = own.findIndex((value, at) => value !== theirs[at]);
      return theirs[index] < own[index];
    }).length;
  }

  get mayHoldLine() {
    return this.#before < LINES;
  }

  get isFirst() {
    return !this.#before;
  }
}

// Not by locks: those are missing where there is no TLS, and with TLS all tabs share one line.
export const share = (window, page) => {
  const { document } = window;
  const [{ nextHopProtocol } = {}] = window.performance?.getEntriesByType('navigation') ?? [];
  if (!window.BroadcastChannel || /^h[23]/.test(nextHopProtocol)) return () => {};
  const isSeen = () => document.visibilityState !== 'hidden';
  const { Date } = window;
  const tabs = new Tabs({ id: `${Math.random()}`, used: Date.now(), isSeen: isSeen() });
  const channel = new window.BroadcastChannel('live-tabs');
  const say = (more) => channel.postMessage({ ...tabs.own, ...more });
  let timer;
  const settle = () => {
    window.clearTimeout(timer);
    if (!tabs.mayHoldLine) page.tell('giveWay');
    else timer = window.setTimeout(() => page.tell('stay'), 300); // the others may not all have spoken
  };
  channel.onmessage = ({ data }) => {
    if (data.isAsking) tabs.clear();
    tabs.hear(data);
    if (data.isAsking) say();
    settle();
  };
  const use = () => {
    const wasFirst = tabs.isFirst;
    Object.assign(tabs.own, { used: Date.now(), isSeen: isSeen() });
    if (!wasFirst) say();
    page.tell('stay');
  };
  const see = () => {
    tabs.own.isSeen = isSeen();
    if (tabs.own.isSeen) tabs.own.used = Date.now();
    say();
    settle();
  };
  const uses = ['focus', 'pointerdown', 'keydown'];
  for (const type of uses) window.addEventListener(type, use);
  document.addEventListener('visibilitychange', see);
  say({ isAsking: true });
  return () => {
    say({ isGone: true });
    window.clearTimeout(timer);
    for (const type of uses) window.removeEventListener(type, use);
    document.removeEventListener('visibilitychange', see);
    channel.close();
  };
};
