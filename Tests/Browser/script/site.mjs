// Pages of a site, their history, and a network that answers when a test says so.

import { Document } from './document.mjs';
import { live, pages as pagesScript, typing, windowScript } from './scripts.mjs';
import { Storage, Window, settled } from './window.mjs';

const ORIGIN = 'http://site.test';

export class Site extends Window {
  isCalm = false;
  posted = []; // where the browser itself sent a form
  imported = []; // the names of scripts
  later; // what the site has of that name
  #pages;
  #languages;
  #entries = [];
  #index = 0;

  // The body of each page by its path. "live:name|…" is that of a live page, "guest:name|…" that of one without an owner, "7|…" that of a page of owner 7.
  constructor(pages, { languages = {} } = {}) {
    super('');
    this.#pages = pages;
    this.#languages = languages;
    this.localStorage = new Storage();
    this.sessionStorage = new Storage();
    this.storage = this.localStorage;
    this.performance = { getEntriesByType: () => [{ type: 'navigate' }] };
    this.matchMedia = () => ({ matches: this.isCalm });
    const site = this;
    this.DOMParser = class {
      parseFromString(html) { return new Document(html); }
    };
    this.FormData = class {
      constructor(form) { this.fields = form.querySelectorAll('input').map(({ name, value }) => [name, value]); }
      * [Symbol.iterator]() { yield* this.fields; }
    };
    this.history = {
      get state() { return site.#entries[site.#index].state; },
      replaceState: (state, _, url) => site.#put(site.#index, state, url),
      pushState: (state, _, url) => {
        site.#entries.length = site.#index + 1;
        site.#put(++site.#index, state, url);
      },
      back: () => void setImmediate(() => site.go(-1)), // not at once
    };
  }

  #put(index, state, url) {
    const former = this.#entries[index]?.url ?? this.location.href;
    this.#entries[index] = { state, url: new URL(url ?? former, former).href };
    this.#locate();
  }

  #locate() {
    const { href, origin, pathname, search, hash } = new URL(this.#entries[this.#index].url);
    const leave = (url) => this.visits.push(new URL(url, href).href.replace(ORIGIN, ''));
    this.location = Object.assign(this.location, { href, origin, pathname, search, hash, assign: leave, replace: leave });
  }

  #document(path, head = '<script data-runtime="/live.js"></script>') {
    const [, kind, body] = this.#pages[path].match(/^(?:([\w:]+)\|)?([^]*)$/);
    const [, whose, name] = kind?.match(/^(live|guest):(.*)/) ?? [];
    const owner = whose === 'live' ? ' data-owner="7"' : '';
    const attributes = name ? `data-live="/live/${name}" data-last="${name}.0" data-csrf="c"${owner}` : kind ? `data-owner="${kind}"` : '';
    return `<html lang="${this.#languages[path] ?? 'en'}"><head><title>${path}</title>${head}</head>`
      + `<body><main ${attributes}>${body}</main><div id="connection"></div></body></html>`;
  }

  async open(path) {
    const { startViewTransition } = this.document;
    this.document = new Document(this.#document(path));
    if (startViewTransition) this.document.startViewTransition = startViewTransition;
    this.location.href = ORIGIN + path;
    this.#entries = [{ state: null, url: ORIGIN + path }];
    this.#locate();
    const scripts = { live, typing, window: windowScript, later: this.later };
    const importScript = async (name) => {
      this.imported.push(name);
      if (!scripts[name]) throw new TypeError('Failed to fetch');
      return scripts[name];
    };
    await pagesScript.startPages(this, { script: '/pages.js', importScript });
    await settled();
    return this;
  }

  // `.one` is the element of that class.
  $(selector) { return this.document.querySelector(selector.replace(/^\.(.*)/, '[class=$1]')); }

  // ---- What a visitor does

  // A listener of the window comes after those of the document, or before them.
  async #both(type, selector, more) {
    const event = {
      type, target: this.$(selector), defaultPrevented: false, button: 0, preventDefault: () => (event.defaultPrevented = true), ...more,
    };
    await this.capture(type, event);
    for (const listener of [...this.document.listeners[type] ?? []]) listener(event);
    await this.happens(type, event);
    return event;
  }

  click(selector) { return this.#both('click', selector); }

  point(type, selector, more) { return this.#both(type, selector, more); }

  async submit(selector) {
    const form = this.$(selector);
    form.requestSubmit = () => {
      let isPrevented = false;
      this.capture('submit', { target: form, submitter: null, preventDefault: () => (isPrevented = true) });
      if (!isPrevented) this.posted.push(form.getAttribute('action'));
    };
    return this.#both('submit', selector, { submitter: null });
  }

  // Clicks a link and answers it.
  async follow(selector, path = this.$(selector).getAttribute('href')) {
    await this.click(selector);
    if (this.requests.some((request) => request.url === path && !request.isAnswered)) await this.answer(path);
  }

  go(step) {
    const index = this.#index + step;
    if (!this.#entries[index]) return;
    this.#index = index;
    this.#locate();
    this.happens('popstate', { state: this.history.state });
  }

  async back() {
    this.go(-1);
    await settled();
    await this.#answerAll();
  }

  async forward() {
    this.go(1);
    await settled();
    await this.#answerAll();
  }

  // ---- The network

  async #answerAll() {
    for (const request of this.requests) if (request.headers?.Accept === 'text/html' && !request.isAnswered) await this.answer(request.url);
  }

  #waiting(path) {
    const request = this.requests.find(({ url, isAnswered, isAborted }) => url === path && !isAnswered && !isAborted);
    request.isAnswered = true;
    return request;
  }

  async answer(path, { url = path, status = 200, type = 'text/html; charset=utf-8', disposition, head } = {}) {
    const headers = new Map([['Content-Type', type], ['Content-Disposition', disposition]]);
    this.#waiting(path).resolve({
      url: ORIGIN + url, status, ok: status < 300, headers, text: async () => this.#document(url, head),
    });
    await settled();
  }

  async fail(path) {
    await this.#waiting(path).fail();
    await settled();
  }

  // ---- What a test looks at

  // The pages that were asked for.
  get asked() { return this.requests.filter(({ headers }) => headers?.Accept === 'text/html').map(({ url }) => url); }
  get entries() { return this.#entries.map(({ url }) => url.replace(ORIGIN, '')); }
  streams(name) { return this.requests.filter(({ method, url }) => method === 'GET' && url === `/live/${name}`); }
  stream(name) { return this.streams(name).at(-1); }
}
