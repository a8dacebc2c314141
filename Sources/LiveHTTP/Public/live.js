// The page's side of the live runtime. See Sources/Live/Live.docc/Protocol.md.

// The attributes in use: `A.live` is data-live. LiveAttribute.swift lists and explains them all.
export const A = Object.fromEntries(('runtime live last csrf resume typed output list part moment after removed reset '
  + 'input value basis secret debounce visible follow enabled for focus dismiss flash modal close state forget')
  .split(' ').map((name) => [name, `data-${name}`]));

// Milliseconds.
const ANSWER_LIMIT = 15000; // until an answer comes; for inputs one more for every 16 characters sent
const SILENCE_LIMIT = 65000; // of a stream: two heartbeats were missed
const GOOD_STREAM = 5000; // a stream that lives so long ends the back-off
const SUBMISSION = 5000; // a plain form has led to another page by then, or to none
const HIDDEN_LIMIT = 10000; // a page that nobody sees keeps its stream so long
const LOOK_INTERVAL = 5000; // between two short looks at the server, while the lines belong to other tabs
const PRESS_LIMIT = 1000; // changes of the page wait no longer for a pointer's release
const CLICK_LIMIT = 100; // a click comes so soon after the release, if at all; that of a mouse at once

// Each page waits a little differently, so that no server is stormed.
const backOff = (attempt, random) => Math.min(250 * 2 ** attempt, 10000) * (0.5 + random() / 2);
const isFinal = (status) => status >= 400 && status < 500 && ![408, 425, 429].includes(status);

// A state machine without effects of its own, so that tests can play any race. Its methods are events, which leave actions;
// the page carries those out and tells the machine by further events what came of them.
class Machine {
  actions = [];
  random = Math.random;

  constructor(values) {
    Object.assign(this, values);
  }

  act(...action) {
    this.actions.push(action);
  }

  // After so many milliseconds the event happens; without a time it does not happen any more.
  timer(event, ms) {
    this.act('timer', event, ms);
  }
}

// ---- The line: one stream at a time. Actions: `open`, `close`

export class Line extends Machine {
  state = 'connecting'; // live, reconnecting, offline, resting, ended
  id = 0; // of the present stream: what an earlier one tells comes too late
  attempt = 0; // how often a stream was lost since the last good one
  isLeaving = false; // a plain form was sent: the next page takes the place of this one
  mayStay = true; // otherwise the lines belong to other tabs, and this page looks at the server from time to time

  open() {
    if (this.state === 'ended') return;
    if (!this.isVisible) return this.rest();
    this.#close();
    this.isOpen = this.mayReturn = true;
    this.act('open', this.id);
    this.timer('limit', ANSWER_LIMIT);
  }

  // A server may answer and close at once: only a stream that stays ends the back-off.
  head(id) {
    if (id !== this.id) return;
    this.state = this.mayStay ? 'live' : 'resting';
    this.heard(id);
    this.timer('stayed', GOOD_STREAM);
  }

  heard(id) {
    if (id !== this.id) return;
    this.timer('limit', SILENCE_LIMIT);
    if (!this.mayStay) this.timer('rest', 500);
  }

  stayed() {
    this.attempt = 0;
  }

  closed(id) {
    if (id !== this.id || this.state === 'ended') return;
    if (!this.mayReturn) return this.rest();
    // Signing out ends the stream before the page is left.
    if (!this.isLeaving) this.state = this.isOnline ? 'reconnecting' : 'offline';
    this.#close();
    this.timer('open', this.isLeaving ? SUBMISSION : backOff(this.attempt++, this.random));
  }

  limit() {
    this.closed(this.id);
  }

  rest() {
    if (this.state !== 'ended') this.state = 'resting';
    this.#close();
    if (this.isVisible && !this.mayStay) this.timer('open', LOOK_INTERVAL * (0.5 + this.random()));
  }

  // Other tabs need the line more.
  giveWay() {
    this.mayStay = false;
    if (this.state === 'live') this.rest();
  }

  stay() {
    if (this.mayStay) return;
    this.mayStay = true;
    this.timer('rest');
    this.open();
  }

  // The server has too many pages of this visitor open: this one comes back when it is wanted.
  mustRest(id) {
    if (id === this.id) this.mayReturn = false;
  }

  wanted() {
    if (this.state === 'resting' && !this.isOpen) this.open();
  }

  visible() {
    this.isVisible = true;
    this.timer('rest');
    if (!this.isOpen) this.open();
  }

  hidden() {
    this.isVisible = false;
    this.timer('rest', HIDDEN_LIMIT);
  }

  online() {
    this.isOnline = true;
    if (this.state !== 'live') this.open();
  }

  offline() {
    this.isOnline = false;
    if (this.state !== 'ended') this.state = 'offline';
  }

  end() {
    this.state = 'ended';
    this.#close();
  }

  #close() {
    this.id++;
    this.isOpen = false;
    this.act('close');
    this.timer('limit');
    this.timer('stayed');
    this.timer('open');
  }
}

// ---- The queue: inputs are numbered, sent in order, kept until acknowledged. Actions: `send`, `abort`, `idle`, `cookie`, `lost`,
// ---- `end`

export class Queue extends Machine {
  items = []; // {n, name, value, isField, basis, isByItself}: `n` is the number, `isByItself` that nobody asked for it
  typed = new Map(); // by field, its newest item: another session has to hear it again
  number = 0; // of the newest item
  applied = 0; // the number of the last item acknowledged
  told = 0; // the number of the last item sent: it may have been applied, so it stays as it is
  id = 0; // of the present request: the answer to an earlier one comes too late
  size = 200; // items in a request, at most
  failures = 0; // requests without success in a row
  cookie = false; // the server waits for an empty batch, whose answer sets a cookie
  tooLarge; // the name of the input that can't be sent
  isHeld = false; // the server has applied what it has not stored yet
  // isOld: the request on its way was sent before the present stream was opened

  get isStuck() {
    return this.failures > 0 && (this.cookie || this.items.length > 0);
  }

  push(name, value = '', isField = false, basis, isByItself) {
    let item = this.items.at(-1);
    if (isField && item?.isField && item.name === name && item.n > this.told) Object.assign(item, { value, basis });
    else this.items.push(item = { n: ++this.number, name, value, isField, basis, isByItself });
    if (!isField) return;
    this.typed.set(name, item);
    if (this.tooLarge === name) this.tooLarge = undefined;
  }

  flush() {
    if (!this.isSending && !this.isWaiting && (this.items.length || this.cookie)) this.#send();
  }

  // The page goes: all is sent once more, since the request on its way may not arrive.
  leave() {
    if (this.items.length) this.#send(true);
  }

  setCookie() {
    this.cookie = true;
    this.flush();
  }

  end() {
    this.isEnded = true;
  }

  forget(field) {
    this.typed.delete(field);
    if (this.tooLarge === field) this.tooLarge = undefined;
    this.items = this.items.filter(({ isField, name, n }) => !isField || n <= this.told || name !== field);
    this.#renumber();
  }

  // An action takes what was typed before it.
  spend() {
    this.typed.clear();
    for (const item of this.items) {
      if (item.isField) this.typed.set(item.name, item);
      else if (item.n <= this.told) this.typed.clear();
    }
  }

  answered(id, status, reply) {
    if (id !== this.id || !this.isSending) return;
    this.#stop();
    if ([200, 422].includes(status) && reply?.epoch) this.#acknowledge(reply);
    else if (status === 413) this.#divide();
    else if (isFinal(status)) this.act('end', reply);
    else this.#fail();
  }

  timeout() {
    this.act('abort');
    this.#stop();
    this.#fail();
  }

  again() {
    this.isWaiting = false;
    this.flush();
  }

  opening() {
    this.isOld = this.isSending;
  }

  // A request that was sent before the stream was lost may hang on a dead line.
  connected(epoch, applied) {
    if (this.isSending && (this.isOld || epoch !== this.epoch)) {
      this.act('abort');
      this.#stop();
    }
    if (epoch !== this.epoch) this.#adopt(epoch, applied);
    this.timer('again');
    this.again();
  }

  #send(isLast = false) {
    if (this.isEnded) return;
    this.batch = this.cookie && !isLast ? [] : this.items.slice(0, this.size);
    this.isSending = true;
    this.isOld = isLast;
    this.told = Math.max(this.told, this.batch.at(-1)?.n ?? 0);
    const inputs = this.batch.map(({ isField, isByItself, ...input }) => input);
    this.act('send', ++this.id, { epoch: this.epoch, inputs }, isLast);
    this.timer('timeout', ANSWER_LIMIT + inputs.reduce((sum, { value }) => sum + value.length, 0) / 16);
  }

  #stop() {
    this.isSending = false;
    this.timer('timeout');
  }

  #fail() {
    this.isWaiting = true;
    this.timer('again', backOff(this.failures++, this.random));
  }

  #acknowledge({ epoch, applied, held }) {
    const before = this.items.length;
    if (epoch === this.epoch) {
      if (this.batch.length) this.isHeld = !!held;
      this.items = this.items.filter(({ n }) => n > applied);
      this.applied = applied;
    }
    const isBare = !this.batch.length;
    const hasMoved = isBare || this.items.length < before;
    if (epoch !== this.epoch) this.act('lost');
    if (epoch !== this.epoch || (this.items.length && this.items[0].n !== applied + 1)) this.#adopt(epoch, applied);
    if (!hasMoved) return this.#fail();
    this.failures = 0;
    if (isBare) {
      this.cookie = false;
      this.act('cookie');
    }
    this.#next();
  }

  // The batch was too large: sent one by one, the items show which of them it is.
  #divide() {
    if (this.batch.length > 1) this.size = 1;
    else {
      this.tooLarge = this.items.shift()?.name;
      this.items = this.items.filter(({ isField }) => isField);
      this.#renumber();
    }
    this.#next();
  }

  #next() {
    if (!this.items.length) {
      this.size = 200;
      this.act('idle');
    }
    this.flush();
  }

  #renumber() {
    this.number = this.applied;
    for (const item of this.items) item.n = ++this.number;
    this.told = Math.min(this.told, this.number);
  }

  // Another session serves this page now: it knows nothing of what was typed.
  #adopt(epoch, applied) {
    const actions = this.items.filter(({ isField }) => !isField);
    Object.assign(this, { epoch, applied, number: applied, told: applied, items: [] });
    for (const [name, { value, basis }] of this.typed) this.push(name, value, true, basis);
    for (const { name, value, isByItself } of actions) this.push(name, value, false, undefined, isByItself);
  }
}

// ---- The patcher

const all = (within, selector) => [...within.querySelectorAll(selector)];
const get = (el, name) => el.getAttribute(name);
const has = (el, name) => el.hasAttribute(name);
const isField = (el) => el.matches('input:not([type=hidden]), textarea, select');
const isChoice = (el) => el.type === 'radio' || el.type === 'checkbox';
const parse = (document, html) => {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content;
};
// Fields of two forms may have one name.
const keyOf = ({ form, name }) => [form?.getAttribute(A.input), form?.getAttribute(A.value), name].join();

// Puts an Output's new markup into its place. `edited` are the keys of fields whose text stays, `enliven` is called with each
// element that has come, `onReset` when a list begins anew.
export const patcher = (document, { edited, enliven, onReset }) => {
  // Elements are the same when they have one id, or do one thing.
  const inputOf = (el) => el.closest(`[${A.input}]`)?.getAttribute(A.input);
  const identity = (el) => el.id
    || ((el.name || inputOf(el)) && [el.tagName, el.name, el.value, inputOf(el), get(el, A.value)].join());

  // Call it before an element is replaced, and its result with what came instead: that gets focus and cursor.
  const keepFocus = (el) => {
    const active = document.activeElement;
    if (!el.contains(active)) return () => {};
    const same = identity(active);
    const { selectionStart, selectionEnd } = active;
    return (fresh) => {
      if (document.contains(active)) return;
      const next = same
        && all(fresh, 'a, button, input, textarea, select, summary').find((other) => identity(other) === same);
      (next || fresh.querySelector(`[${A.focus}]`))?.focus({ preventScroll: true });
      if (next && selectionStart != null) next.setSelectionRange?.(selectionStart, selectionEnd);
    };
  };

  const replace = (el, put) => {
    const refocus = keepFocus(el);
    const typed = all(el, 'input, textarea, select')
      .map((field) => [keyOf(field), field])
      .filter(([key, field]) => edited.has(key) || field === document.activeElement);
    const fresh = put() || el;
    for (const [key, old] of typed) {
      const field = all(fresh, 'input, textarea, select')
        .find((field) => keyOf(field) === key && (!isChoice(field) || field.value === old.value));
      if (!field) continue;
      if (isChoice(old)) field.checked = old.checked;
      else field.value = old.value;
      if (has(old, A.basis)) field.setAttribute(A.basis, get(old, A.basis));
    }
    refocus(fresh);
    enliven(fresh);
  };

  const mark = (el) => {
    el.classList.remove('changed');
    void el.offsetWidth; // starts the animation anew
    el.classList.add('changed');
  };

  const patchRow = (list, row) => {
    if (has(row, A.reset)) {
      onReset();
      return list.replaceChildren();
    }
    const old = document.getElementById(row.id);
    if (has(row, A.removed)) return old?.remove();
    if (!has(row, A.after)) {
      if (!old) return;
      replace(old, () => (old.replaceWith(row), row));
      return mark(row.closest(`[${A.list}] > *`));
    }
    const before = document.getElementById(get(row, A.after));
    const put = () => (before ? before.after(row) : list.prepend(row), row);
    row.removeAttribute(A.after);
    if (old) replace(old, () => (old.remove(), put()));
    else enliven(put());
  };

  const patchList = (list, html) => {
    const refocus = keepFocus(list);
    for (const row of [...parse(document, html).children]) patchRow(list, row);
    refocus(list);
  };

  const patchPart = (el, html) => {
    const part = parse(document, html).firstElementChild;
    if (part?.id === el.id) replace(el, () => el.replaceChildren(...part.childNodes));
  };

  return (name, html) => {
    for (const el of all(document, `[${A.output}="${name}"]`)) {
      if (has(el, A.list)) patchList(el, html);
      else if (has(el, A.part)) patchPart(el, html);
      else replace(el, () => void (el.innerHTML = html));
    }
  };
};

// ---- The page

// No more is sent than any field keeps, nor half a surrogate pair.
const valueOf = (field) =>
  (isChoice(field) && !field.checked ? '' : field.value.slice(0, 48001).replace(/\p{Surrogate}/gu, '\ufffd'));
const isTyped = (field) => (isChoice(field) ? field.checked && !field.defaultChecked
  : field.value !== (field.defaultValue ?? field.value));

// `visit` and `reload` lead to another page; `headers` go with the stream; `extras` are made from `parts`, and told what happens.
export const start = (window, {
  visit = (path) => window.location.assign(path), reload = (path) => window.location.replace(path), headers, extras = [],
} = {}) => {
  const { document, fetch, location, setTimeout, clearTimeout, Date } = window;
  const root = document.documentElement;
  const { body } = document;
  const main = document.querySelector(`main[${A.live}]`);
  if (!main) return;
  const edited = new Set(); // keys
  const waiting = new Set(); // fields
  let isHere = true; // or another page has taken its place
  let isSpent; // what was typed has been taken
  let lastID = get(main, A.last) ?? '';
  let resume; // a header
  const keepPosition = (text) => (resume = text && { 'Live-Resume': encodeURIComponent(text) });
  const line = new Line();
  const queue = new Queue({ epoch: lastID.split('.')[0] });

  const timers = new Map();
  const after = (name, act, ms) => {
    clearTimeout(timers.get(name));
    if (ms !== undefined && isHere) timers.set(name, setTimeout(act, ms));
  };

  let stream;
  let request;
  const perform = {
    open: listen,
    close: () => stream?.abort(),
    send: post,
    abort: () => request.abort(),
    idle: () => all(body, `[${A.input}][aria-busy]`).forEach((el) => el.removeAttribute('aria-busy')),
    cookie: runEffects,
    lost: () => line.state === 'live' && tell(line, 'closed', line.id), // its stream is another session's
    end: settle,
  };
  const tell = (machine, event, ...values) => {
    machine[event](...values);
    for (const [name, ...rest] of machine.actions.splice(0)) {
      if (name === 'timer') after(rest[0], () => tell(machine, rest[0]), rest[1]);
      else perform[name](...rest);
    }
    show();
  };

  const state = () => {
    if (line.state !== 'live') return line.state;
    if (queue.tooLarge) return 'toolarge';
    return queue.isStuck ? 'reconnecting' : 'live';
  };
  const show = () => {
    each('happened');
    if (!isHere || get(root, A.state) === state()) return;
    root.setAttribute(A.state, state());
    const say = () => document.getElementById('connection')?.setAttribute(A.state, state());
    after('words', say, state().endsWith('connecting') ? 800 : 0);
  };

  const ask = (headers, { signal }, more) =>
    fetch(get(main, A.live), { headers: { ...headers, ...resume }, signal, ...more });

  async function post(id, body, isLast) {
    request = new AbortController();
    let answer;
    let reply;
    try {
      const headers = { 'Content-Type': 'application/json', 'X-CSRF-Token': get(main, A.csrf) };
      answer = await ask(headers, request, { method: 'POST', body: JSON.stringify(body), keepalive: isLast });
      reply = await answer.json();
    } catch {}
    tell(queue, 'answered', id, answer?.status, reply);
  }

  async function listen(id) {
    stream = new AbortController();
    held = []; // the new stream brings it again
    tell(queue, 'opening');
    try {
      const own = { Accept: 'text/event-stream', 'Last-Event-ID': lastID, 'Live-Epoch': queue.epoch, ...headers };
      const answer = await ask(own, stream, { cache: 'no-store' });
      if (isFinal(answer.status)) {
        const refusal = await answer.json().catch(() => null);
        if (id === line.id) settle(refusal);
      } else if (answer.ok && id === line.id) {
        tell(line, 'head', id);
        tell(queue, 'connected', answer.headers.get('Live-Epoch'), Number(answer.headers.get('Live-Applied')));
        each('opened');
        await read(answer.body.pipeThrough(new window.TextDecoderStream()).getReader(), id);
      }
    } catch {}
    tell(line, 'closed', id);
  }

  async function read(reader, id) {
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (id !== line.id) continue; // it was left
      tell(line, 'heard', id);
      const blocks = (text + value).split('\n\n');
      text = blocks.pop();
      for (const block of blocks) receive(block, id);
      runEffects();
    }
  }

  // The page can't go on. No loop: words or a dialog lead on.
  function settle(refusal) {
    if (line.isLeaving || !isHere) return;
    pushTyping();
    tell(queue, 'end');
    tell(line, 'end');
    if (refusal?.action === 'signIn') return location.assign(refusal.location);
    const { sessionStorage } = window;
    const key = `live-reload:${location.pathname}`;
    if (Date.now() - sessionStorage.getItem(key) < 10000 || document.querySelector('dialog[open]')) return;
    sessionStorage.setItem(key, Date.now());
    reload(location.href);
  }

  const receive = (block, id) => {
    const lines = (name) =>
      block.split('\n').filter((line) => line.startsWith(name)).map((line) => line.slice(name.length));
    const [name] = lines('event: ');
    const [newID] = lines('id: ');
    const data = lines('data: ').join('\n');
    if (name === 'live:rest') tell(line, 'mustRest', id);
    if (!newID) return;
    const change = { name, data, id: newID };
    if (isPressed) held.push(change);
    else put(change);
  };

  const put = ({ name, data, id }) => {
    if (data.startsWith('<live-effect')) effects.push(parse(document, data).firstElementChild);
    else patch(name, data);
    lastID = id;
    each('changed');
  };

  // While a pointer is pressed the page stays as it is: an element that moved away between press and release would not be
  // clicked, though it was meant. (Leaving a field by pressing a button takes the field's error away, for example.) Only
  // changes wait, not what is typed or sent; and `lastID` stays behind, so that another stream brings what waits again.
  let isPressed = false;
  let held = [];
  const press = () => {
    isPressed = true;
    after('release', release, PRESS_LIMIT);
  };
  const release = () => {
    isPressed = false;
    for (const change of held.splice(0)) put(change);
    runEffects();
  };

  // They wait for a cookie.
  const effects = [];
  function runEffects() {
    while (effects.length && !queue.cookie && isHere) {
      const effect = effects.shift();
      effectOf[get(effect, 'type')]?.(get(effect, 'value') ?? '', effect);
    }
  }
  const effectOf = {
    navigate: (path, effect) => {
      if (has(effect, 'forget')) forget();
      const words = get(effect, 'flash');
      if (words) {
        const secure = location.protocol === 'https:' ? '; secure' : '';
        document.cookie = `flash=${encodeURIComponent(words)}; path=/; max-age=10; samesite=lax${secure}`;
      }
      visit(path, words);
    },
    flash: (words) => all(document, `[${A.flash}]`).forEach((el) => (el.textContent = words)),
    focus: (id) => document.getElementById(id)?.focus(),
    cookie: () => tell(queue, 'setCookie'),
    download: (path) => Object.assign(document.createElement('a'), { href: path, download: '' }).click(),
    title: (words) => (document.title = words),
    resume: keepPosition,
  };

  const sight = new window.IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting && !has(target, 'aria-busy')) act(target);
    }
  }, { rootMargin: '200px' });

  const enliven = (el) => {
    for (const button of all(el, `[${A.enabled}]`)) button.disabled = get(button, A.enabled) === 'false';
    for (const dialog of all(el, `dialog[${A.modal}]`)) {
      if (dialog.open) dialog.close();
      dialog.showModal();
      const path = get(dialog, A.close);
      if (path) dialog.onclose = () => visit(path);
    }
    for (const error of [el, ...all(el, `[${A.for}]`)]) {
      document.getElementById(get(error, A.for))?.setAttribute('aria-invalid', error.textContent.trim() !== '');
    }
    if (el.querySelector(`[${A.forget}]:not([method])`)) forget();
    for (const link of all(el, `[${A.visible}]`)) sight.observe(link);
    each('enlivened', el);
  };

  const patch = patcher(document, { edited, enliven, onReset: () => each('reset') });

  const fields = (within = document) => all(within, `[${A.input}]`).filter(isField);
  const push = (field) => queue.push(get(field, A.input), valueOf(field), true, get(field, A.basis) ?? undefined);

  const pushTyping = () => {
    waiting.forEach(push);
    waiting.clear();
  };

  const typing = (field, delay) => {
    edited.add(keyOf(field));
    waiting.add(field);
    each('typed', field);
    show();
    after('typing', () => {
      pushTyping();
      tell(queue, 'flush');
    }, delay);
  };

  const forget = () => {
    isSpent = true;
    pushTyping();
    queue.spend();
    each('forgotten');
    tell(queue, 'flush');
  };

  const dismissMoments = () => {
    for (const moment of all(body, `[${A.moment}]`)) {
      if (moment.contains(document.activeElement)) main.focus();
      moment.replaceChildren();
    }
  };

  const act = (el) => {
    const isByItself = has(el, A.visible);
    if (!isByItself) dismissMoments();
    el.setAttribute('aria-busy', 'true');
    pushTyping();
    queue.push(get(el, A.input), get(el, A.value) || '', false, undefined, isByItself);
    tell(queue, 'flush');
  };

  const click = (event) => {
    after('release', release, 0);
    const dismiss = event.target.closest(`[${A.dismiss}]`);
    if (dismiss) {
      event.preventDefault();
      dismiss.closest(`[${A.output}]`)?.replaceChildren();
    }
    const el = event.target.closest(`a[${A.input}]:not([${A.follow}]), button[${A.input}]`);
    if (!el) return;
    // Without a line a button waits for it, as a form does. A link is followed then as if it had no input.
    const canAct = el.tagName === 'BUTTON' ? state() !== 'ended' : /live|large|resting/.test(state());
    if (state() === 'offline' && !canAct) event.preventDefault();
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !canAct) return;
    event.preventDefault();
    act(el);
  };

  const submit = (event) => {
    const form = event.target.closest(`form[${A.input}]`);
    if (!form || state() === 'ended') {
      line.isLeaving = !event.defaultPrevented;
      pushTyping();
      tell(queue, 'flush');
      return after('returned', () => (line.isLeaving = false), SUBMISSION);
    }
    event.preventDefault();
    // Not with an older text than it shows.
    if (fields(form).some((field) => get(field, A.input) === queue.tooLarge)) return;
    // A browser may fill in passwords without an event.
    fields(form).filter((field) => isTyped(field) && queue.typed.get(get(field, A.input))?.value !== valueOf(field)).forEach(push);
    act(form);
  };

  const suspend = () => {
    pushTyping();
    tell(queue, 'leave');
    tell(line, 'rest');
    isHere = false;
    isPressed = false; // its release would not be heard
    timers.forEach(clearTimeout);
    sight.disconnect();
    dismissMoments();
    each('left');
  };

  const proceed = () => {
    isHere = true;
    Object.assign(line, { isVisible: document.visibilityState !== 'hidden', isOnline: window.navigator.onLine });
    enliven(body);
    tell(line, 'open');
  };

  let listening;
  const on = (target, type, listener) => target.addEventListener(type, listener, { signal: listening.signal });
  const enter = () => {
    listening = new AbortController();
    on(document, 'click', click);
    on(document, 'submit', submit);
    on(document, 'input', ({ target }) => {
      if (fields().includes(target)) typing(target, isChoice(target) ? 0 : Number(get(target, A.debounce) ?? 150));
    });
    for (const event of ['online', 'offline']) on(window, event, () => tell(line, event));
    for (const event of ['focus', 'pointerdown', 'keydown']) on(window, event, () => tell(line, 'wanted'));
    on(window, 'pointerdown', press);
    on(window, 'pointerup', () => after('release', release, CLICK_LIMIT));
    on(window, 'pointercancel', () => after('release', release, 0));
    on(document, 'visibilitychange', () => tell(line, document.visibilityState));
    each('listens', on);
    on(window, 'pagehide', suspend);
    on(window, 'pageshow', (event) => event.persisted && proceed());
    proceed();
  };

  // The next page ends the stream.
  const leave = () => {
    const open = stream;
    stream = null;
    suspend();
    listening.abort();
    return open;
  };

  const parts = { window, main, edited, waiting, queue, fields, keyOf, valueOf, isTyped, typing, act, show };
  const others = extras.map((make) => make(parts));
  Object.assign(effectOf, ...others.map((other) => other.effects));
  function each(event, ...values) {
    others.forEach((other) => other[event]?.(...values));
  }

  keepPosition(get(main, A.resume));
  each('started');
  // What the browser itself restored counts as typed, too.
  for (const field of fields()) {
    if (!has(field, A.secret) && (has(main, A.typed) ? valueOf(field) : isTyped(field))) typing(field, 0);
  }
  enter();
  return {
    enter, leave, state,
    tell: (event) => tell(line, event),
    canReturn: () => !isSpent && line.state !== 'ended',
    // Whether an action waits for the line. Text is kept elsewhere.
    isStuck: () => line.state !== 'ended' && (queue.failures > 0 || !line.isOnline)
      && queue.items.some(({ isField, isByItself }) => !isField && !isByItself),
  };
};

if (globalThis.document && !document.querySelector(`[${A.runtime}]`)) start(globalThis);
