// The pages of a site in one window: they change without a reload, and are kept for a return. Every page works without it.
//
//     <script type="module" src="/pages.js"
//       data-runtime="/live.js" data-window="/window.js" data-typing="/typing.js"></script>
//
// A site may have a `later.js` beside it (`data-later="./later.js"`). It is loaded at the first key, when the reader comes back
// to the page, or when something with `data-grip` or `data-share` is pressed, and its `hear(event)` is called for each.

const A = Object.fromEntries('runtime window typing live input follow list state again owner forget pressed shared menu reveal time-zone own flash grip share lines later unfetched'
  .split(' ').map((name) => [name, `data-${name}`]));

const KEPT = 5; // pages that were left
const FRESH = 10000; // ms in which a page that was fetched ahead is shown
const AHEAD = 3; // such pages at once
const INTENT = 65; // ms over a link
const PATIENCE = 15000; // ms for an answer
const EXTRA_PAUSE = 10000; // ms until a script that could not be loaded is asked for again, after the first time
const PICTURE = 64; // ms in which a browser has a picture of the page that is left, or the change is not animated
const FAREWELL = 5000; // ms in which the server ends the stream of a page that was left

const all = (within, selector) => [...within.querySelectorAll(selector)];
const pathOf = ({ pathname, search }) => pathname + search;

// ---- Where a link leads, if a script may go there

export const destination = (link, here) => {
  const href = link?.getAttribute('href');
  if (href == null || link.hasAttribute('download') || !/^(_self)?$/.test(link.getAttribute('target') ?? '')) return null;
  const url = new URL(href, here);
  const isHere = pathOf(url) === pathOf(new URL(here));
  return url.origin !== new URL(here).origin || (isHere && href.includes('#')) ? null : url;
};

export const isPlain = (event) =>
  !(event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);

// The pages that one came through. A link to one of them is a way back.
export const trailTo = (path, from, trail) => {
  if (path === from) return trail;
  const index = trail.indexOf(path);
  return index < 0 ? [...trail, from].slice(-20) : trail.slice(0, index);
};

// ---- Pages fetched ahead: each is used once, and soon

export class Ahead {
  #answers = new Map();

  constructor(load, now = Date.now) {
    Object.assign(this, { load, now });
  }

  #isFresh = ({ time }) => this.now() - time < FRESH;

  want(path) {
    const known = this.#answers.get(path);
    if (known && this.#isFresh(known)) return;
    this.#answers.delete(path);
    if (this.#answers.size >= AHEAD) this.#answers.delete(this.#answers.keys().next().value);
    const answer = this.load(path);
    answer.catch(() => this.#answers.delete(path));
    this.#answers.set(path, { answer, time: this.now() });
  }

  take(path) {
    const known = this.#answers.get(path);
    this.#answers.delete(path);
    return known && this.#isFresh(known) ? known.answer : undefined;
  }

  clear() {
    this.#answers.clear();
  }
}

// ---- The window

// `script` is the address of this file, `importScript` loads another by its name.
export const startPages = (window, { script, importScript }) => {
  const { document, history, location, navigator } = window;
  const root = document.documentElement;
  const attempt = (act) => {
    try {
      return act();
    } catch {
      return undefined; // no storage
    }
  };
  // When somebody signed out in this browser: what was left before is not shown any more.
  const signedOut = () => attempt(() => window.localStorage.getItem('live-signed-out'));

  const kept = new Map();
  let current = { path: pathOf(location), body: document.body };
  let target = current.path;
  let trail = history.state?.trail ?? [];
  let latest = 0; // of several visits the last one counts
  let traversals = 0; // ways back and forward
  let shown = Promise.resolve();
  let retry;
  let intent;
  let pressed;

  // ---- Places: how far a page was scrolled, and how many rows its list had

  const placesKey = 'live-places';
  const places = () => attempt(() => Object(JSON.parse(window.sessionStorage.getItem(placesKey)))) ?? {};
  const here = () => ({ y: window.scrollY, rows: all(document, `[${A.list}] > *`).length });
  const savePlace = () => {
    const { [current.path]: former, ...others } = places();
    const all = Object.entries({ ...others, [current.path]: current.place ?? here() }).slice(-30);
    attempt(() => window.sessionStorage.setItem(placesKey, JSON.stringify(Object.fromEntries(all))));
  };
  const scroll = (top) => window.scrollTo({ top, behavior: 'instant' });

  // ---- Live pages

  const hasFields = (body) => body.querySelector(`textarea[${A.input}], select[${A.input}], input[${A.input}]`);

  const flashOf = ({ body }) => body.querySelector(`[${A.flash}]`);

  // What the page shows has another address now. Browsers refuse too many changes.
  const address = (path) => attempt(() => {
    history.replaceState(history.state, '', path);
    if (target === current.path) target = pathOf(location);
    current.path = pathOf(location);
  });

  const begin = async (own) => {
    own.address = own.body.querySelector(`main[${A.live}]`)?.getAttribute(A.live); // of its stream
    if (!own.address) {
      if (flashOf(own)?.textContent) own.make = async () => (await importScript('window')).fading({ window }).enlivened(document);
      return;
    }
    own.headers = {};
    const modules = [importScript('live'), importScript('window'), hasFields(own.body) ? importScript('typing') : {}];
    const [{ start }, { growing, extras: others, share }, { keepTyping }] = await Promise.all(modules);
    own.make = () => {
      const extras = [growing(own, here), ...others, () => ({ effects: { address } })];
      if (keepTyping) extras.push((parts) => (own.typing = keepTyping(parts)));
      own.page = start(window, {
        visit: (path, words) => visit(path, { isFresh: !!words }),
        reload: () => visit(location.href, { isFresh: true, isReload: true }),
        headers: own.headers,
        extras,
      });
      own.share = () => (own.unshare = share(window, own.page));
    };
  };

  // The server learns once where an account is, and its days may be others then.
  let isTold;
  const tellZone = async (form) => {
    if (isTold) return;
    isTold = true;
    const { ok } = await window.fetch(form.action, { method: 'POST', body: new URLSearchParams(new window.FormData(form)) }).catch(Object);
    if (ok) visit(location.href, { isFresh: true, isReload: true });
  };

  const enter = (own) => {
    for (const field of all(document, `[${A['time-zone']}]`)) {
      const zone = window.Intl.DateTimeFormat().resolvedOptions().timeZone;
      field.value = zone; // as if typed: a live form sends nothing else
      if (field.getAttribute(A['time-zone'])) tellZone(field.form);
      if (field.tagName !== 'OPTION') continue;
      field.textContent = zone.replace(/_/g, ' ').replace(/\//g, ' / ');
      field.parentNode.hidden = field.parentNode.disabled = false;
    }
    for (const eye of all(document, `[${A.reveal}]`)) eye.hidden = false;
    if (own.page) own.page.enter();
    else own.make?.();
    own.share?.();
  };

  const leave = (own) => {
    savePlace();
    own.active = document.activeElement;
    own.signedOut = signedOut();
    own.unshare?.();
    flashOf(own)?.replaceChildren();
    const stream = own.page?.leave();
    for (const menu of all(own.body, `details[${A.menu}][open]`)) menu.open = false;
    release();
    root.removeAttribute(A.state);
    return stream;
  };

  // ---- A visit

  const press = (el) => {
    release();
    pressed = el;
    el?.setAttribute(A.pressed, '');
    el?.setAttribute('aria-busy', 'true');
  };
  const release = () => {
    pressed?.removeAttribute(A.pressed);
    pressed?.removeAttribute('aria-busy');
    pressed = null;
  };

  const load = async (path) => {
    // What the page may need besides comes at the same time.
    for (const name of current.page ? ['live', 'window', 'typing'] : ['live', 'window']) importScript(name).catch(() => {});
    const answer = await window.fetch(path, { headers: { Accept: 'text/html' }, signal: window.AbortSignal.timeout(PATIENCE) });
    const isPage = answer.headers.get('Content-Type')?.startsWith('text/html')
      && !answer.headers.get('Content-Disposition')?.startsWith('attachment');
    return { url: answer.url, html: isPage ? await answer.text() : null };
  };
  const ahead = new Ahead(load, window.Date.now);

  // Any answer will do.
  const isReachable = () => window.fetch(script, { method: 'HEAD', cache: 'no-store', signal: window.AbortSignal.timeout(PATIENCE) })
    .then(() => true, () => false);

  // Another version of the site has other files: it is loaded as a whole.
  const filesOf = (head) => all(head, `script[${A.runtime}], link[rel=stylesheet]:not([${A.own}])`).map((el) => el.outerHTML).join();

  // The sheets of a page's own are there before it is shown, and stay: their rules are about nothing else.
  const addSheets = (head) => Promise.all(all(head, `link[${A.own}]`)
    .filter((el) => !all(document.head, `link[${A.own}]`).some((own) => own.outerHTML === el.outerHTML))
    .map((el) => new Promise((resolve) => {
      const sheet = document.importNode(el);
      sheet.onload = sheet.onerror = resolve;
      document.head.append(sheet);
    })));

  // Of a live page; without an account it is ''.
  const ownerOf = ({ body }) => {
    const main = body.querySelector(`main[${A.live}], main[${A.owner}]`);
    return main && (main.getAttribute(A.owner) ?? '');
  };
  let owner = ownerOf(current);

  const nextFrom = async ({ url, html }) => {
    if (html === null) return null;
    const page = new window.DOMParser().parseFromString(html, 'text/html');
    if (filesOf(page.head) !== filesOf(document.head)) return null;
    const next = { path: pathOf(new URL(url)), body: page.body, title: page.title, language: page.documentElement.lang };
    await Promise.all([begin(next).catch(() => {}), addSheets(page.head)]); // without its script it is a page, too
    return next;
  };

  // An action of the page waits for the line, and leaving would lose it. After half a minute the page is left all the same:
  // the server may never take it.
  const isHeld = (attempts) => attempts < 8 && current.page?.isStuck();

  // The line is down: the notice says so, and the visit waits for it.
  const wait = (again, attempts) => {
    if (!current.page) tellState(navigator.onLine ? 'reconnecting' : 'offline');
    else if (!isHeld(0)) current.page.tell('limit'); // otherwise it knows
    retry = window.setTimeout(again, Math.min(1000 * 2 ** attempts, 5000));
    retryNow = again;
  };
  let retryNow;
  const tellState = (state) => {
    const words = document.getElementById('connection');
    for (const el of [root, words]) el?.setAttribute(A.state, state);
    words?.setAttribute(A.again, '');
  };
  const cancel = () => {
    for (const timer of [retry, intent]) window.clearTimeout(timer);
    retryNow = null;
    release();
    return ++latest;
  };

  const visit = async (href, how = {}, attempts = 0) => {
    const { isFresh, isBack, isReload, link } = how;
    const id = cancel();
    const before = traversals;
    const url = new URL(href, location.href);
    const path = pathOf(url);
    target = path;
    press(link);
    await shown;
    if (id !== latest) return;
    if (isBack && path === current.path) return release();
    // It would lose what was typed: the browser asks.
    if (current.typing?.mustAsk()) return location.assign(url.href);
    if (isHeld(attempts)) return wait(() => visit(href, how, attempts + 1), attempts);
    const former = kept.get(path);
    let next = former?.signedOut === signedOut() && !isFresh && path !== current.path ? former : undefined;
    if (!next) {
      if (isFresh) ahead.clear();
      const [flash] = document.cookie?.match(/\bflash=[^;]*/) ?? [];
      let answer;
      try {
        answer = await (ahead.take(path)?.catch(() => load(path)) ?? load(path));
        next = await nextFrom(answer);
      } catch {
        if (id !== latest) return;
        // Not lost, but led to another site.
        if (await isReachable() && id === latest) return location.assign(url.href);
        if (id === latest) wait(() => visit(href, how, attempts + 1), attempts);
        return;
      }
      if (id !== latest) return;
      if (!next) {
        // What the next page is to say was said to this script.
        if (flash) document.cookie = `${flash}; path=/; max-age=10; samesite=lax`;
        return location.assign(answer.url);
      }
    }
    const isSame = next.path === current.path;
    const isReturn = isBack || isReload || trail.includes(next.path);
    const nextTrail = isBack ? history.state?.trail ?? [] : trailTo(next.path, current.path, trail);
    target = next.path;
    const place = isReturn && !(isSame && !isReload) ? (isReload ? here() : places()[next.path]) : undefined;
    const address = next.path === path ? next.path + url.hash : next.path;
    shown = change(next, () => {
      // The history is at another entry by now, whose visit follows.
      if (before !== traversals) return;
      const former = current;
      const stream = leave(former);
      kept.delete(next.path);
      kept.delete(former.path);
      const canReturn = former.page?.canReturn() ?? true;
      const earlier = owner;
      owner = ownerOf(next) ?? owner;
      if (owner !== (earlier ?? owner)) kept.clear();
      else if (!isSame && canReturn) kept.set(former.path, former);
      if (kept.size > KEPT) kept.delete(kept.keys().next().value);
      former.title = document.title;
      former.language = root.lang;
      // The way back leads to no form that was saved, nor twice to the page that it was opened from.
      const isSaved = isFresh && !canReturn && !isSame && !isBack;
      const origin = history.state?.before; // the path of the entry before this one
      trail = isSaved ? nextTrail.filter((path) => path !== former.path) : nextTrail;
      if (isSaved && origin === next.path) history.back();
      else if (isSame || isBack || isSaved) history.replaceState({ trail, before: origin }, '', address);
      else history.pushState({ trail, before: former.path }, '', address);
      former.body.replaceWith(next.body);
      document.title = next.title;
      root.lang = next.language;
      current = next;
      next.place = next.page ? null : place;
      // The server ends the stream when it hears of the next one. A script that closes it closes its connection, too, and
      // the next page would have to wait for another.
      if (next.headers) next.headers['Live-Leaves'] = former.address ?? '';
      enter(next);
      if (stream) window.setTimeout(() => stream.abort(), next.page ? FAREWELL : 0);
      lookAt(next, place, url.hash, isReturn);
    }).catch(() => location.assign(address));
  };

  const lookAt = (next, place, hash, isReturn) => {
    const goal = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (!next.body.querySelector('dialog[open]')) {
      const former = isReturn && next.body.contains(next.active) && next.active !== next.body ? next.active : null;
      const heading = next.body.querySelector('h1') ?? next.body.querySelector('main');
      const first = former ?? goal ?? next.body.querySelector('[autofocus]') ?? heading;
      if (first === heading || first === goal) first?.setAttribute('tabindex', '-1');
      first?.focus({ preventScroll: true, focusVisible: false });
    }
    if (goal && !place) goal.scrollIntoView();
    else scroll(place?.y ?? 0);
  };

  // ---- The change

  const change = async (next, act) => {
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!document.startViewTransition || isCalm || document.visibilityState === 'hidden') return act();
    const first = (body) => new Map(all(body, `[${A.shared}]`).reverse().map((el) => [el.getAttribute(A.shared), el]));
    const [before, after] = [first(document.body), first(next.body)];
    const name = (els, others, isOn) => els.forEach((el, key) => {
      if (others.has(key)) el.style.viewTransitionName = isOn ? `shared-${key}` : '';
    });
    name(before, after, true);
    const late = window.setTimeout(() => transition.skipTransition(), PICTURE);
    const transition = document.startViewTransition(() => {
      window.clearTimeout(late);
      name(before, after, false);
      act();
      name(after, before, true);
    });
    // It may be skipped, which changes nothing.
    transition.ready.catch(() => {});
    transition.finished.catch(() => {}).then(() => name(after, before, false));
    return transition.updateCallbackDone;
  };

  // ---- What the visitor does

  const on = (type, listener, options) => window.addEventListener(type, listener, options);

  // A password is shown as long as it is looked at: what is sent is hidden again, so that the browser knows it for one.
  const reveal = (button, isShown) => {
    document.getElementById(button.getAttribute(A.reveal))?.setAttribute('type', isShown ? 'text' : 'password');
    button.setAttribute('aria-pressed', isShown);
  };

  const linkOf = ({ target }) => target.closest?.('a[href]');

  for (const type of ['click', 'focusin']) {
    on(type, ({ target }) => {
      for (const menu of all(document, `details[${A.menu}][open]`)) if (!menu.contains(target)) menu.open = false;
    });
  }
  // After the page itself.
  on('click', (event) => {
    const eye = event.target.closest?.(`[${A.reveal}]`);
    if (eye) reveal(eye, eye.getAttribute('aria-pressed') !== 'true');
    const link = linkOf(event);
    const url = isPlain(event) && destination(link, location.href);
    if (!url) return;
    event.preventDefault();
    visit(url.href, { link });
  });
  // Nothing of it is needed by somebody who only reads.
  let extra; // after a failure a later event asks for it again, ever more seldom
  let tries = 0;
  const later = (event) => {
    extra ??= importScript('later', tries++).catch(() => window.setTimeout(() => (extra = null), EXTRA_PAUSE * tries));
    // What was not loaded hears nothing.
    extra.then((own) => own.hear(event)).catch(Object);
  };
  // For somebody who only taps. Not when the page is hidden: it may be going.
  on('visibilitychange', (event) => document.hidden || later(event));
  on('keydown', (event) => {
    const { key, target } = event;
    later(event);
    // Not `key`: while an input method composes, the code is another one.
    if (event.keyCode === 13 && !event.shiftKey && target.matches?.(`[${A.lines}]`)) {
      event.preventDefault();
      target.form.requestSubmit();
    }
    const menu = key === 'Escape' && document.querySelector(`details[${A.menu}][open]`);
    if (!menu) return;
    menu.open = false;
    menu.querySelector('summary').focus();
  });

  const intend = (link, ms) => {
    window.clearTimeout(intent);
    const url = destination(link, location.href);
    if (!url || navigator.connection?.saveData || pathOf(url) === current.path || kept.has(pathOf(url))) return;
    // Its input is sent instead, or its page changes something.
    if (link.matches(`[${A.input}]:not([${A.follow}]), [${A.unfetched}]`)) return;
    // A link that has gone meanwhile may lead nowhere.
    if (ms) intent = window.setTimeout(() => link.isConnected && ahead.want(pathOf(url)), ms);
    else ahead.want(pathOf(url));
  };
  on('pointerover', (event) => intend(linkOf(event), INTENT));
  on('focusin', (event) => intend(linkOf(event), INTENT));
  on('pointerdown', (event) => {
    intend(linkOf(event), event.pointerType === 'touch' ? INTENT : 0);
    if (event.target.closest(`[${A.grip}], [${A.share}]`)) later(event);
  });
  on('pointercancel', () => window.clearTimeout(intent)); // it was scrolled

  // A form goes when the line is there.
  let passing;
  let isForgetting;
  const send = async (form, button, attempts = 0) => {
    const id = cancel();
    press(button ?? form);
    const isThere = await isReachable();
    if (id !== latest) return;
    if (!isThere || isHeld(attempts)) return wait(() => send(form, button, attempts + 1), attempts);
    passing = form;
    form.requestSubmit(button);
    passing = null;
  };
  // Before the page itself.
  on('submit', (event) => {
    const { target: form, submitter } = event;
    const attribute = (name) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name);
    const method = (attribute('method') ?? 'get').toLowerCase();
    const url = new URL(attribute('action') ?? '', location.href);
    ahead.clear();
    for (const eye of all(form, `[${A.reveal}]`)) reveal(eye, false);
    if (form === passing) {
      isForgetting = form.hasAttribute(A.forget);
      // A download leaves the page as it is.
      window.setTimeout(() => {
        isForgetting = false;
        release();
      }, 5000);
      return;
    }
    const isInput = form.matches(`[${A.input}]`) && current.page && current.page.state() !== 'ended';
    if (isInput || event.defaultPrevented || method === 'dialog' || attribute('target')
      || url.origin !== location.origin) return;
    event.preventDefault();
    if (method !== 'get') return void send(form, submitter ?? undefined);
    // As the server writes it: who is there already needs no other entry.
    url.search = `${new URLSearchParams(new window.FormData(form, submitter))}`.replace(/\+/g, '%20');
    visit(url.href, { link: submitter });
  }, { capture: true });

  // The visitor stays.
  on('input', () => {
    if (!retryNow) return;
    cancel();
    if (!current.page) tellState('live');
  });
  on('online', () => retryNow?.());
  on('popstate', () => {
    if (pathOf(location) === target) return;
    traversals++;
    visit(location.href, { isBack: true });
  });
  on('beforeunload', (event) => {
    if (current.typing?.mustAsk(isForgetting) || isHeld(0)) event.preventDefault();
  });
  on('pagehide', () => {
    savePlace();
    cancel();
    current.unshare?.();
    if (!isForgetting) return;
    for (const name of ['localStorage', 'sessionStorage']) {
      attempt(() => Object.keys(window[name]).filter((key) => key.startsWith('live-text:'))
        .forEach((key) => window[name].removeItem(key)));
    }
    attempt(() => window.localStorage.setItem('live-signed-out', `${Date.now()}`));
    kept.clear();
  });
  on('pageshow', ({ persisted }) => {
    if (!persisted) return;
    if (current.page) current.share();
    else visit(location.href, { isFresh: true, isReload: true });
  });

  // ---- The first page

  attempt(() => (history.scrollRestoration = 'manual'));
  const [navigation] = window.performance.getEntriesByType('navigation');
  const place = navigation?.type !== 'navigate' && places()[current.path];
  if (place) {
    current.place = place;
    scroll(place.y);
  }
  const first = current;
  return begin(first).catch(() => {}).then(() => first === current && enter(first));
};

if (globalThis.document) {
  const own = document.querySelector(`script[${A.runtime}]`);
  const addresses = { live: A.runtime, window: A.window, typing: A.typing, later: A.later };
  // A browser may remember that an address failed. It refuses "null", where the site has no such script, without a request.
  const importScript = (name, attempt) => import(own.getAttribute(addresses[name]) + (attempt ? '?' + attempt : ''));
  startPages(globalThis, { script: own.src, importScript });
}
