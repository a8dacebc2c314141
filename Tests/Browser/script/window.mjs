// A window with a clock that stands still until a test moves it, and a network that answers when a test says so.

import { Document } from './document.mjs';
import { live, typing, windowScript } from './scripts.mjs';

const { start } = live;
const { keepTyping } = typing;
const { growing, extras: [, reassuring, fading, , sending] } = windowScript;

// Everything that waits for nothing but its turn has had it.
export const settled = () => new Promise(setImmediate);

const lost = () => new TypeError('Failed to fetch');

class Request {
  isAborted = false;

  constructor(url, { method = 'GET', headers, body, keepalive, signal }) {
    // A form's fields, or JSON.
    if (body instanceof URLSearchParams) this.sent = body;
    else Object.assign(this, { body: body && JSON.parse(body) });
    Object.assign(this, { url, method, headers, keepalive });
    this.promise = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
    signal?.addEventListener('abort', () => {
      this.isAborted = true;
      this.fail();
    });
  }

  async fail() {
    this.reject(lost());
    this.endOfStream?.reject(lost());
    await settled();
  }

  // An answer with a body of JSON.
  async answer(status, json) {
    this.resolve({ status, ok: status < 300, headers: new Map(), json: async () => JSON.parse(JSON.stringify(json ?? null)) });
    await settled();
  }

  async applied(applied, epoch = this.body.epoch) {
    await this.answer(200, { applied, refused: [], epoch });
  }

  // The head of a stream.
  async head({ epoch = 'e', applied = 0 } = {}) {
    this.chunks = [];
    const read = async () => {
      if (this.chunks.length) return this.chunks.shift();
      return new Promise((resolve, reject) => (this.endOfStream = { resolve, reject }));
    };
    const headers = new Map([['Live-Epoch', epoch], ['Live-Applied', String(applied)]]);
    const body = { pipeThrough: () => ({ getReader: () => ({ read }) }) };
    this.resolve({ status: 200, ok: true, headers, body });
    await settled();
  }

  async #chunk(chunk) {
    if (this.endOfStream) this.endOfStream.resolve(chunk);
    else this.chunks.push(chunk);
    this.endOfStream = null;
    await settled();
  }

  // A piece of the stream.
  say(text) { return this.#chunk({ done: false, value: text }); }

  event(name, id, data) { return this.say(`event: ${name}\nid: ${id}\n${data.split('\n').map((line) => `data: ${line}\n`).join('')}\n`); }

  effect(id, type, value = '', more = '') { return this.event('output', id, `<live-effect type="${type}" value="${value}"${more}></live-effect>`); }

  end() { return this.#chunk({ done: true }); }
}

// A request that sends a file.
class Upload {
  headers = {};
  upload = {};
  status = 0;
  responseText = '';

  open(method, url) { Object.assign(this, { method, url }); }
  setRequestHeader(name, value) { this.headers[name] = value; }
  send(file) { this.file = file; }
  abort() { this.isAborted = true; this.onloadend(); }

  async answer(status, text) {
    Object.assign(this, { status, responseText: text });
    this.onloadend();
    await settled();
  }
}

// What a browser keeps: entries by their keys.
export class Storage {
  constructor(entries = {}) { Object.assign(this, entries); }
  getItem(key) { return Object.hasOwn(this, key) ? this[key] : null; }
  setItem(key, value) { this[key] = String(value); }
  removeItem(key) { delete this[key]; }
}

export class Window {
  requests = [];
  uploads = []; // files on their way, and those that were
  visits = []; // where the page went
  seen = []; // elements whose coming into view is watched
  navigator = { onLine: true };
  history = { state: null, replaceState: (state) => (this.history.state = state) };
  scrollY = 0;
  TextDecoderStream = class {};
  Intl = { DateTimeFormat: () => ({ resolvedOptions: () => ({ timeZone: 'Asia/Seoul' }) }) };
  AbortSignal = {
    timeout: (ms) => {
      const controller = new AbortController();
      this.setTimeout(() => controller.abort(), ms);
      return controller.signal;
    },
  };
  #now = 1_000_000_000_000;
  #timers = new Map();
  #count = 0;
  #listeners = {};

  constructor(body, { storage = new Storage(), main = 'data-live="/live/x" data-last="e.0" data-csrf="c"', protocol = 'http:' } = {}) {
    this.document = new Document(`<html lang="en"><body><main ${main}>${body}</main><div id="connection"></div></body></html>`);
    this.storage = this.localStorage = this.sessionStorage = storage;
    const window = this;
    this.location = {
      pathname: '/page', search: '', href: '/page', protocol,
      assign: (path) => this.visits.push(path), replace: (path) => this.visits.push(`replace ${path}`),
    };
    this.Date = class extends Date {
      static now() { return window.#now; }
    };
    this.IntersectionObserver = class {
      constructor(callback) { window.#sight = callback; }
      observe(el) { window.seen.push(el); }
      disconnect() { window.seen = []; }
    };
    this.XMLHttpRequest = class extends Upload {
      constructor() { super(); window.uploads.push(this); }
    };
    // A test says that something has changed.
    this.MutationObserver = class {
      constructor(callback) { this.callback = callback; }
      observe(el) { el.mutate = this.callback; }
    };
    // As a browser's, these need no `this`.
    this.fetch = (url, options) => {
      const request = new Request(url, options);
      this.requests.push(request);
      return request.promise;
    };
    this.setTimeout = (act, ms) => {
      this.#timers.set(++this.#count, { at: this.#now + ms, act });
      return this.#count;
    };
    this.clearTimeout = (id) => this.#timers.delete(id);
  }

  #sight = () => {};
  #keepTyping = (parts) => (this.typing = keepTyping(parts));

  addEventListener(type, listener, { signal, capture } = {}) {
    (this.#listeners[capture ? `capture ${type}` : type] ??= []).push(listener);
    signal?.addEventListener('abort', () => this.removeEventListener(type, listener));
  }

  removeEventListener(type, listener) {
    this.#listeners[type] = this.#listeners[type].filter((other) => other !== listener);
  }

  scrollTo({ top }) { this.scrollY = top; }

  // Something happens to the window.
  async happens(type, event = {}) {
    for (const listener of [...this.#listeners[type] ?? []]) listener(event);
    await settled();
  }

  // What comes before the listeners of the document.
  async capture(type, event) {
    for (const listener of this.#listeners[`capture ${type}`] ?? []) listener(event);
  }

  async start() {
    this.page = start(this, { extras: [growing(this, () => ({ y: this.scrollY, rows: this.document.querySelectorAll('[data-list] > *').length })), reassuring, fading, sending, this.#keepTyping] });
    await settled();
    return this;
  }

  // Moves the clock; each timer has its turn at its time, and what it brings about is done before the next.
  async pass(ms) {
    const end = this.#now + ms;
    for (;;) {
      const [id, timer] = [...this.#timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0] ?? [];
      if (!timer) break;
      this.#timers.delete(id);
      this.#now = Math.max(this.#now, timer.at);
      timer.act();
      await settled();
    }
    this.#now = end;
  }

  comesIntoView(el) { this.#sight([{ isIntersecting: true, target: el }]); return settled(); }

  // What a test looks at.
  $(selector) { return this.document.querySelector(selector); }
  get state() { return this.document.documentElement.getAttribute('data-state'); }
  get unsaved() { return this.document.documentElement.hasAttribute('data-unsaved'); }
  get words() { return this.$('[id=connection]').getAttribute('data-state'); }
  get streams() { return this.requests.filter(({ method }) => method === 'GET'); }
  get posts() { return this.requests.filter(({ method }) => method === 'POST'); }
  get stream() { return this.streams.at(-1); }
  get post() { return this.posts.at(-1); }
  get sent() { return this.posts.map(({ body }) => body.inputs.map(({ n, name, value }) => `${n} ${name}=${value}`).join(', ')); }

  async type(selector, text) {
    const field = this.$(selector);
    field.value = text;
    field.dispatch('input');
    await this.pass(150);
  }

  async choose(selector) {
    const field = this.$(selector);
    for (const other of this.document.querySelectorAll('input')) if (other.name === field.name) other.checked = false;
    field.checked = true;
    field.dispatch('input');
    await this.pass(0);
  }

  // Chooses files: {name, size}.
  async attach(selector, ...files) {
    const field = this.$(selector);
    field.files = files;
    field.dispatch('change');
    await this.pass(0);
  }

  async click(selector, more) {
    const event = this.$(selector).dispatch('click', more);
    await settled();
    return event;
  }

  async submit(selector) {
    const event = this.$(selector).dispatch('submit');
    await settled();
    return event;
  }
}

// A page whose stream is open.
export const livePage = async (body, options) => {
  const window = await new Window(body, options).start();
  await window.stream.head();
  return window;
};
