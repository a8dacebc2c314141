// Shows what the server tells this browser, also when no page of the site is open; and shows the lists of an account as they
// were seen last when there is no line.
//
// With a line each page is what the server answers: nothing but a file that can't be loaded comes from here. Copies are in one
// cache with the name of their owner, which goes as soon as a page is another owner's or nobody's. It is made when a page says
// that its session outlives the browser; without it nothing is kept.

const LISTS = ['/today', '/goals/active', '/goals/completed', '/goals/stored'];
const OFFLINE = '/offline'; // shown in the place of any other page; it has the notice and the script of copies, too
const SIGN_OUT = '/logout';
const LEAVING = [SIGN_OUT, '/settings/delete']; // a form that is sent there ends the account's time in this browser
const NAME = 'lists-1-'; // of the cache, before its owner; another number for another form of copies
const DAY = 86400000; // ms
const LIFETIME = 7 * DAY; // in which a copy is shown
const LONGEST = 500000; // characters of a page that is kept
const MOST = 50; // files of a page
const SEEN = 'Seen-At';
const ANY = { ignoreVary: true }; // the cache has one owner and each page once

// ---- Notifications

self.addEventListener('push', (event) => {
  const { title, body, url, tag, language } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, lang: language, icon: '/icon-192.png', data: { url } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.url ?? '/', self.location.origin);
  if (url.origin !== self.location.origin) return;
  event.waitUntil((async () => {
    const windows = await self.clients.matchAll({ type: 'window' });
    const open = windows.find((client) => client.url === url.href);
    if (open) return open.focus();
    return self.clients.openWindow(url.href);
  })());
});

// Notifications are not for the next person at this browser.
const endNotifications = async () => (await self.registration.pushManager?.getSubscription())?.unsubscribe();

// ---- The owner: what is done with the caches is done one after the other

let turns = 0; // requests so far
let latest = { owner: '', turn: 0 }; // of the newest request whose owner is known; without an account it is ''
let work = Promise.resolve();

// An answer that comes late, after another owner's to a newer request, changes nothing.
const learn = (owner, turn, act, mayMake) => (work = work.then(async () => {
  if (turn < latest.turn && owner !== latest.owner) return;
  if (turn > latest.turn) latest = { owner, turn };
  const own = owner && NAME + owner;
  for (const name of await caches.keys()) if (name !== own) await caches.delete(name);
  if (own && (mayMake || await caches.has(own))) await act?.(await caches.open(own));
}).catch(() => {})); // no storage

const openCache = async () => {
  await work;
  const names = await caches.keys();
  return names.length === 1 && names[0].startsWith(NAME) ? caches.open(names[0]) : undefined;
};

// ---- Pages

const isPage = ({ status, headers }) => status === 200 && headers.get('Content-Type')?.startsWith('text/html')
  && !headers.get('Content-Disposition');
const MAIN = /<main\b[^>]*>/; // text on a page is escaped: the first one is the page's own
const PARTS = / (?:src|href|data-(?:runtime|window|typing))=["'](\/assets\/[\w-]+\/[\w.-]+\.(?:js|css|svg))/g;
const partsOf = (html) => [...new Set([...html.matchAll(PARTS)].map(([, file]) => file))].slice(0, MOST);
// Language, theme and scripts: a page of another kind needs another notice.
const kindOf = (html) => html.match(/<html[^>]*>/)?.[0] + html.match(/<script[^>]* data-window=[^>]*>/)?.[0];
// Undefined for a page that doesn't say it.
const ownerOf = (html) => {
  const owner = html.match(MAIN)?.[0].match(/ data-owner="(\d+)"/)?.[1];
  return owner ?? (/<header class="site-header">(?:(?!<\/header>)[^])* href="\/login"/.test(html) ? '' : undefined);
};

// The page goes on by itself when the line is back: as one that has lost it does. What it said once isn't said again.
const copyOf = (html, offline) => {
  const [, notice] = offline.match(/<template id="seen-notice">([^]*?)<\/template>/) ?? [];
  const script = offline.match(/<script[^>]*\/offline\.js[^>]*><\/script>/)?.[0];
  if (!notice || !script) return undefined;
  return html.replace('</head>', () => `${script}</head>`)
    .replace(/(<p data-flash[^>]*>)[^<]*/, (_, start) => start)
    .replace(MAIN, (main) => main + notice);
};

const answerOf = (html, headers, more, status = 200) => {
  const { 'content-encoding': coding, 'content-length': length, ...others } = Object.fromEntries(headers);
  return new Response(html, { status, headers: { ...others, ...more } });
};

const isOld = (copy) => !(Date.now() - Number(copy.headers.get(SEEN)) < LIFETIME);

// Deletes copies that are too old, and the files that no copy needs.
const tidy = async (cache) => {
  const named = new Set();
  for (const path of [...LISTS, OFFLINE]) {
    const copy = await cache.match(path, ANY);
    // The offline page stays as long as there is a list.
    if (copy && isOld(copy) && (path !== OFFLINE || !named.size)) await cache.delete(path, ANY);
    else if (copy) for (const file of partsOf(await copy.text())) named.add(file);
  }
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname.startsWith('/assets/') && !named.has(pathname)) await cache.delete(url, ANY);
  }
};

const keep = async (path, html, headers, owner, turn, time) => {
  const cache = await openCache();
  if (!cache) return;
  const former = await cache.match(OFFLINE, ANY);
  const known = await former?.text();
  // It has the account's name, which may have changed.
  const isKnown = known && Date.now() - Number(former.headers.get(SEEN)) < DAY && kindOf(known) === kindOf(html);
  const other = isKnown ? null : await fetch(OFFLINE, { headers: { Accept: 'text/html' } });
  if (other && (!isPage(other) || other.redirected)) return;
  const offline = other ? await other.text() : known;
  const copy = copyOf(html, offline);
  if (!copy) return;
  const files = [];
  for (const file of partsOf(copy + offline)) {
    if (await cache.match(file, ANY)) continue;
    const answer = await fetch(file); // of pages that were shown: the browser has it
    if (answer.status !== 200) return;
    files.push([file, answer]);
  }
  await learn(owner, turn, async (own) => {
    const newer = await own.match(path, ANY);
    if (newer && Number(newer.headers.get(SEEN)) > time) return;
    for (const [file, answer] of files) await own.put(file, answer);
    if (other) await own.put(OFFLINE, answerOf(offline, other.headers, { [SEEN]: `${time}` }));
    await own.put(path, answerOf(copy, headers, { [SEEN]: `${time}` }));
    await tidy(own);
  });
};

// Looks at the answer to a request: whose it is, and whether it is to be kept.
const look = async (answer, path, turn) => {
  const isList = LISTS.includes(path);
  if (answer.type === 'opaqueredirect' || answer.redirected) return isList ? learn('', turn) : undefined;
  if (!isPage(answer)) return undefined;
  const time = Date.now();
  const html = await answer.text();
  const owner = ownerOf(html);
  if (owner === undefined) return undefined;
  await learn(owner, turn);
  return owner && isList && html.length < LONGEST ? keep(path, html, answer.headers, owner, turn, time) : undefined;
};

// As "10:32 today", or as "3 June 2026 at 10:32".
const timeOf = (words, time, language) => {
  const locale = navigator.languages.find((one) => one.split('-')[0] === language) ?? language;
  const day = (date) => new Date(date).setHours(12, 0, 0, 0);
  const days = Math.round((day(time) - day(Date.now())) / 86400000);
  const format = (options) => new Intl.DateTimeFormat(locale, { timeStyle: 'short', ...options }).format(time);
  if (days < -1) return format({ dateStyle: 'long' });
  const name = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.min(days, 0), 'day');
  return words.replace('{time}', format({})).replace('{day}', name);
};

const listFor = async (path) => {
  const cache = LISTS.includes(path) && await openCache();
  if (!cache) return undefined;
  const copy = await cache.match(path, ANY);
  if (!copy || isOld(copy)) return void await tidy(cache);
  const html = await copy.text();
  const [, language] = html.match(/<html[^>]* lang="(\w+)"/) ?? [];
  const time = Number(copy.headers.get(SEEN));
  return answerOf(html.replace(/(<time data-seen>)([^<]*)/, (_, start, words) => start + timeOf(words, time, language)), copy.headers);
};

// With status 200 a browser would save it as the file of a download.
const offlinePage = async () => {
  const page = await (await openCache())?.match(OFFLINE, ANY);
  return page && !isOld(page) && answerOf(await page.text(), page.headers, {}, 503);
};

// ---- Requests

const answer = async (event, path, instead) => {
  const turn = ++turns;
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    // Only a page is cloned, since a download may be large.
    const other = isPage(answer) ? answer.clone() : answer;
    event.waitUntil(look(other, path, turn).catch(() => {})); // it was left, or the line went
    return answer;
  } catch {
    return (await instead().catch(() => {})) ?? Response.error();
  }
};

self.addEventListener('fetch', (event) => {
  const { method, mode, headers, url } = event.request;
  const { origin, pathname, search } = new URL(url);
  const path = pathname + search;
  if (origin !== self.location.origin) return;
  if (method !== 'GET') {
    if (LEAVING.includes(pathname)) event.waitUntil(learn('', ++turns));
    // Deleting an account asks for the password, so it may fail; with it the notifications end by themselves.
    if (pathname === SIGN_OUT) event.waitUntil(endNotifications());
  } else if (mode === 'navigate') {
    event.respondWith(answer(event, path, async () => (await listFor(path)) ?? offlinePage()));
  } else if (LISTS.includes(path) && headers.get('Accept') === 'text/html') {
    // By pages.js, which waits for a server that is away for a moment.
    event.respondWith(answer(event, path, async () => (navigator.onLine ? undefined : listFor(path))));
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(fetch(event.request).catch(async () => (await (await openCache())?.match(pathname, ANY)) ?? Response.error()));
  }
});

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => event.waitUntil((async () => {
  // The worker need not have started before a page is requested. In Firefox a request that fails would be what is shown,
  // whatever the worker answers.
  if (!/ Gecko\//.test(navigator.userAgent)) await self.registration.navigationPreload?.enable();
  await self.clients.claim();
  const cache = await openCache();
  if (cache) await tidy(cache);
})()));

// Begins to keep the lists of an owner, when a page of a session that outlives the browser says so. Lists that are open are
// requested once for their copies.
const begin = async (owner) => {
  let isNew;
  await learn(owner, ++turns, async (own) => (isNew = !(await own.keys()).length), true);
  if (!isNew) return;
  const windows = await self.clients.matchAll({ type: 'window' });
  for (const path of new Set(windows.map(({ url }) => url.replace(self.location.origin, '')))) {
    if (!LISTS.includes(path)) continue;
    const turn = ++turns;
    fetch(path, { headers: { Accept: 'text/html' } }).then((answer) => look(answer, path, turn)).catch(() => {});
  }
};

self.addEventListener('message', (event) => event.waitUntil(begin(event.data)));
