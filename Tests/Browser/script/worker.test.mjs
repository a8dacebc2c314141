// The worker without a browser: answers that come in any order, and odd ones.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import vm from 'node:vm';
import { settled } from './window.mjs';

const source = process.env.SCRIPTS ? `${process.env.SCRIPTS}/worker.js` : new URL('../../../Sources/Hindsight/Public/worker.js', import.meta.url);
const script = await readFile(new URL(source), 'utf8');

const FRAME = '<html lang="en"><head><script src="/assets/a/pages.js" data-window="/assets/a/window.js"></script></head>';
const OFFLINE = `${FRAME}<script src='/assets/a/offline.js'></script><template id="seen-notice"><p>as of <time data-seen>{time} {day}</time></p></template>`;
const list = (owner, words) => `${FRAME}<main data-live="/live/x" data-owner="${owner}"><p data-flash>Saved</p>${words}</main>`;
const GUEST = `${FRAME}<header class="site-header"><a href="/login">Sign in</a></header><main><a href="/today">x</a></main>`;

class Site {
  caches = new Map();
  waiting = [];
  listeners = {};
  navigator = { languages: ['en-GB'], onLine: true, userAgent: 'Mozilla/5.0 (KHTML, like Gecko) Chrome/123' };

  constructor() {
    const open = (name) => {
      if (!this.caches.has(name)) this.caches.set(name, new Map());
      const entries = this.caches.get(name);
      const key = (path) => path.replace('https://site', '');
      return {
        match: async (path) => entries.get(key(path))?.clone(),
        put: async (path, answer) => void entries.set(key(path), answer),
        delete: async (path) => entries.delete(key(path)),
        keys: async () => [...entries.keys()].map((path) => ({ url: `https://site${path}` })),
      };
    };
    const self = {
      location: { origin: 'https://site' }, addEventListener: (type, listener) => (this.listeners[type] = listener),
      clients: { claim: async () => {}, matchAll: async () => [] }, skipWaiting() {},
      registration: { pushManager: { getSubscription: async () => ({ unsubscribe: async () => (this.isUnsubscribed = true) }) } },
    };
    const caches = {
      keys: async () => [...this.caches.keys()], has: async (name) => this.caches.has(name), open: async (name) => open(name), delete: async (name) => this.caches.delete(name),
    };
    vm.runInNewContext(script, {
      self, caches, navigator: this.navigator, Response, URL, Date, Intl,
      // Those of the worker's own are answered at once, others when the test lets them.
      fetch: (request) => (typeof request === 'string' ? this.own(request) : new Promise((resolve, reject) => this.waiting.push({ resolve, reject, path: new URL(request.url).pathname }))),
    });
  }

  async own(path) {
    if (path === '/offline') return new Response(OFFLINE, { headers: { 'Content-Type': 'text/html' } });
    return new Response(path);
  }

  // The answer of the worker, as a promise; nothing when it leaves the request to the browser.
  request(path, { method = 'GET', mode = 'navigate', accept = 'text/html' } = {}) {
    let answer;
    const request = { url: `https://site${path}`, method, mode, headers: new Headers({ Accept: accept }) };
    this.listeners.fetch({ request, respondWith: (promise) => (answer = promise), waitUntil() {} });
    return answer;
  }

  async answer(path, html, { status = 200, type = 'text/html; charset=utf-8', leadsAway, ...headers } = {}) {
    const index = this.waiting.findIndex((one) => one.path === path);
    const answer = new Response(html, { status, headers: { 'Content-Type': type, ...headers } });
    // A navigation sees no more of a redirect.
    if (leadsAway) Object.defineProperty(answer, 'type', { value: 'opaqueredirect' });
    this.waiting.splice(index, 1)[0].resolve(answer);
    for (let turn = 0; turn < 20; turn++) await settled();
  }

  async open(path, html, how) {
    const answer = this.request(path);
    await settled();
    await this.answer(path, html, how);
    return answer;
  }

  // A page of a session that is to last says whose lists may be kept.
  async begin(owner) {
    this.listeners.message({ data: `${owner}`, waitUntil() {} });
    for (let turn = 0; turn < 20; turn++) await settled();
    return this;
  }

  // As when there is no line.
  async offline(path, how) {
    const answer = this.request(path, how);
    await settled();
    this.waiting.pop().reject(new TypeError('no line'));
    const { status, type } = await answer;
    return { status, type, html: await (await answer).text() };
  }

  get pages() {
    return [...this.caches].map(([name, entries]) => [name, ...[...entries.keys()].filter((path) => !path.startsWith('/assets/'))].join(' '));
  }
}

test('a list is kept with its files, marked, and without what was said once', async () => {
  const site = await new Site().begin(1);
  await site.open('/today', list(1, 'Walk $& <b>'));
  assert.deepEqual(site.pages, ['lists-1-1 /offline /today']);
  assert.deepEqual([...site.caches.get('lists-1-1').keys()].filter((path) => path.startsWith('/assets/')), ['/assets/a/pages.js', '/assets/a/window.js', '/assets/a/offline.js']);
  const { status, html } = await site.offline('/today');
  assert.equal(status, 200);
  assert.match(html, /<main data-live="\/live\/x" data-owner="1"><p>as of <time data-seen>\d\d:\d\d today<\/time><\/p><p data-flash><\/p>Walk \$& <b>/);
  assert.match(html, /offline\.js'><\/script><\/head>/);
});

test('what is not a page of a list is left alone, and changes nothing', async () => {
  const site = await new Site().begin(1);
  await site.open('/today', list(1, 'First'));
  assert.equal(site.request('/live/x', { mode: 'cors', accept: 'text/event-stream' }), undefined);
  assert.equal(site.request('/live/x', { method: 'POST', mode: 'cors' }), undefined);
  assert.equal(site.request('/choices', { method: 'POST' }), undefined);
  assert.equal(site.request('/settings', { mode: 'cors' }), undefined);
  assert.equal(site.request('/today', { mode: 'cors', accept: '*/*' }), undefined);
  await site.open('/today', list(1, 'Broken'), { status: 500 });
  await site.open('/today', list(1, 'Gone'), { status: 404 });
  await site.open('/today', list(1, 'Text'), { type: 'text/plain' });
  await site.open('/today', list(1, 'File'), { 'Content-Disposition': 'attachment' });
  await site.open('/today', '<h1>Sign in to the network of this café</h1>');
  await site.open('/today', list(1, 'Long'.repeat(200000)));
  assert.deepEqual(site.pages, ['lists-1-1 /offline /today']);
  assert.match((await site.offline('/today')).html, /First/);
  await site.open('/goals/active?show=all', list(1, 'Another address'));
  assert.deepEqual(site.pages, ['lists-1-1 /offline /today']);
});

test('another owner’s page ends what was kept, whatever page it is', async () => {
  const site = await new Site().begin(1);
  await site.open('/today', list(1, 'First'));
  await site.open('/search', list(2, 'Search'));
  assert.deepEqual(site.pages, []);
  assert.equal((await site.offline('/today')).type, 'error');
});

test('the owner is that of the page, whatever is written on it', async () => {
  const site = await new Site().begin(1);
  await site.open('/today', list(1, '&lt;main data-owner="2"&gt; <header class="site-header"></header> href="/login" <main data-owner="3">'));
  await site.open('/goals/active', list(1, 'Second'));
  assert.deepEqual(site.pages, ['lists-1-1 /offline /today /goals/active']);
});

test('an answer that comes after that of the next owner is not kept', async () => {
  const site = await new Site().begin(1);
  const late = site.request('/today');
  await site.open('/goals/active', list(2, 'Second'));
  await site.begin(2);
  await site.open('/goals/active', list(2, 'Second'));
  await site.answer('/today', list(1, 'First'));
  assert.match(await (await late).text(), /First/);
  assert.deepEqual(site.pages, ['lists-1-2 /offline /goals/active']);
});

for (const [way, leave] of [
  ['signing out', (site) => assert.equal(site.request('/logout', { method: 'POST' }), undefined)],
  ['deleting the account', (site) => assert.equal(site.request('/settings/delete', { method: 'POST' }), undefined)],
  ['a page for visitors', (site) => site.open('/help', GUEST)],
  ['a list’s way to another page', (site) => site.open('/today', '', { leadsAway: true, type: '' })],
]) {
  test(`${way} ends what was kept, and what is still on its way is not kept`, async () => {
    const site = await new Site().begin(1);
    await site.open('/goals/active', list(1, 'First'));
    const late = site.request('/goals/stored');
    await leave(site);
    await site.answer('/goals/stored', list(1, 'Late'));
    await late;
    assert.deepEqual(site.pages, []);
    for (const path of ['/goals/active', '/goals/stored', '/settings']) assert.equal((await site.offline(path)).type, 'error');
  });
}

test('a page without a copy says that there is no line, with a status that no download takes for a file', async () => {
  const site = await new Site().begin(1);
  await site.open('/today', list(1, 'First'));
  for (const path of ['/settings', '/goals/active', '/today?x=1', '/settings/export']) {
    const { status, html } = await site.offline(path);
    assert.deepEqual([status, html], [503, OFFLINE]);
  }
});

test('a fetch of the window is answered by a copy only where the browser has no network', async () => {
  const site = await new Site().begin(1);
  await site.open('/today', list(1, 'First'));
  assert.equal((await site.offline('/today', { mode: 'cors' })).type, 'error');
  site.navigator.onLine = false;
  assert.match((await site.offline('/today', { mode: 'cors' })).html, /First/);
  assert.equal((await site.offline('/goals/active', { mode: 'cors' })).type, 'error');
});

test('signing out ends notifications, a form that asks for the password does not', async () => {
  for (const [path, isEnd] of [['/settings/delete', undefined], ['/logout', true]]) {
    const site = await new Site().begin(1);
    site.request(path, { method: 'POST' });
    await settled();
    await settled();
    assert.equal(site.isUnsubscribed, isEnd, path);
  }
});

test('nothing is kept for a session that ends with the browser', async () => {
  const site = new Site();
  await site.open('/today', list(1, 'First'));
  assert.deepEqual(site.pages, []);
  assert.equal((await site.offline('/today')).type, 'error');
});

test('an answer that comes after a newer one of the same list is not kept', async () => {
  const site = await new Site().begin(1);
  site.own = async (path) => new Promise((resolve) => (site.finish = () => resolve(new Response(path === '/offline' ? OFFLINE : path, { headers: { 'Content-Type': 'text/html' } }))));
  await site.open('/today', list(1, 'Old'));
  const { finish } = site;
  delete site.own;
  await new Promise((resolve) => setTimeout(resolve, 2));
  await site.open('/today', list(1, 'New'));
  finish();
  for (let turn = 0; turn < 20; turn++) await settled();
  site.finish();
  for (let turn = 0; turn < 40; turn++) await settled();
  assert.match((await site.offline('/today')).html, /New/);
});

test('a copy that is too old goes when it is asked for', async () => {
  const site = await new Site().begin(1);
  await site.open('/today', list(1, 'First'));
  const copies = site.caches.get('lists-1-1');
  copies.set('/today', new Response(await copies.get('/today').text(), { headers: { 'Seen-At': `${Date.now() - 8 * 86400000}` } }));
  assert.equal((await site.offline('/today')).status, 503);
  assert.ok(!copies.has('/today'));
});
