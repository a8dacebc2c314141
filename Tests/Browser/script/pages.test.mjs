// Changes of pages, on small documents: a history, a network and a clock that the test moves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Site } from './site.mjs';
import { settled } from './window.mjs';

const FIELD = '<form data-input="save"><textarea id="text" name="text" data-input="text"></textarea><button>Save</button></form>';
const LIST = '<h1>List</h1><ol data-list><li>1</li></ol><a class="one" href="/goals/1">One</a><a class="two" href="/goals/2">Two</a>';

// ---- A link ----------------------------------------------------------------------------------------------------------

test('a link is fetched by one request, and the page takes the place of the one before', async () => {
  const site = await new Site({ '/list': LIST, '/goals/1': '<h1>One</h1>' }).open('/list');
  const click = await site.click('.one');
  assert.ok(click.defaultPrevented);
  assert.equal(site.$('.one').getAttribute('aria-busy'), 'true');
  assert.ok(site.$('.one').hasAttribute('data-pressed'));
  assert.equal(site.document.title, '/list');
  await site.answer('/goals/1');
  assert.deepEqual(site.asked, ['/goals/1']);
  assert.equal(site.document.title, '/goals/1');
  assert.equal(site.$('h1').textContent, 'One');
  assert.equal(site.location.pathname, '/goals/1');
  assert.equal(site.document.activeElement, site.$('h1'));
  assert.deepEqual(site.visits, []);
});

test('the language of the document is that of the page', async () => {
  const site = await new Site({ '/list': LIST, '/goals/1': '<h1>하나</h1>' }, { languages: { '/goals/1': 'ko' } }).open('/list');
  await site.follow('.one');
  assert.equal(site.document.documentElement.lang, 'ko');
  await site.back();
  assert.equal(site.document.documentElement.lang, 'en');
});

test('of two clicks the last one counts, and an answer that comes late changes nothing', async () => {
  const site = await new Site({ '/list': LIST, '/goals/1': '<h1>One</h1>', '/goals/2': '<h1>Two</h1>' }).open('/list');
  await site.click('.one');
  await site.click('.two');
  assert.ok(!site.$('.one').hasAttribute('data-pressed'));
  await site.answer('/goals/2');
  await site.answer('/goals/1');
  assert.equal(site.$('h1').textContent, 'Two');
  assert.deepEqual(site.entries, ['/list', '/goals/2']);
});

test('a link that is clicked twice leads on once', async () => {
  const site = await new Site({ '/list': LIST, '/goals/1': '<h1>One</h1>' }).open('/list');
  await site.click('.one');
  await site.click('.one');
  await site.answer('/goals/1');
  await site.answer('/goals/1');
  assert.deepEqual(site.entries, ['/list', '/goals/1']);
});

test('a redirect is followed, and the address is the last one', async () => {
  const site = await new Site({ '/list': LIST, '/login': '<h1>Sign in</h1>' }).open('/list');
  await site.click('.one');
  await site.answer('/goals/1', { url: '/login' });
  assert.equal(site.location.pathname, '/login');
  assert.equal(site.$('h1').textContent, 'Sign in');
});

test('an error page is a page', async () => {
  const site = await new Site({ '/list': LIST, '/goals/1': '<h1>Not found</h1>' }).open('/list');
  await site.click('.one');
  await site.answer('/goals/1', { status: 404 });
  assert.equal(site.$('h1').textContent, 'Not found');
  assert.deepEqual(site.entries, ['/list', '/goals/1']);
});

for (const [name, answer] of [
  ['is no page', { type: 'text/csv' }], ['is to be saved', { disposition: 'attachment; filename=x.html' }],
  ['is a page of another version', { head: '<script data-runtime="/newer.js"></script>' }],
]) {
  test(`an answer that ${name} is left to the browser`, async () => {
    const site = await new Site({ '/list': LIST, '/goals/1': '<h1>One</h1>' }).open('/list');
    await site.click('.one');
    await site.answer('/goals/1', answer);
    assert.deepEqual(site.visits, ['/goals/1']);
    assert.equal(site.$('h1').textContent, 'List');
  });
}

test('a link that leads to another site is left to the browser', async () => {
  const site = await new Site({ '/list': LIST }).open('/list');
  await site.click('.one');
  await site.fail('/goals/1');
  await site.answer('/pages.js');
  assert.deepEqual(site.visits, ['/goals/1']);
});

test('a link to the page itself loads it anew, without another entry', async () => {
  const site = await new Site({ '/list': `${LIST}<a class="self" href="">Again</a>` }).open('/list');
  const body = site.document.body;
  await site.follow('.self', '/list');
  assert.notEqual(site.document.body, body);
  assert.deepEqual(site.entries, ['/list']);
});

// ---- There and back --------------------------------------------------------------------------------------------------

test('back puts the page that was left in its place at once, where it was, without a request', async () => {
  const site = await new Site({ '/list': LIST, '/goals/1': '<h1>One</h1>' }).open('/list');
  const { body } = site.document;
  site.scrollY = 700;
  site.$('.one').focus();
  await site.follow('.one');
  assert.equal(site.scrollY, 0);
  await site.back();
  assert.equal(site.document.body, body);
  assert.equal(site.scrollY, 700);
  assert.equal(site.document.activeElement, site.$('.one'));
  assert.equal(site.document.title, '/list');
  assert.deepEqual(site.asked, ['/goals/1']);
  await site.forward();
  assert.equal(site.$('h1').textContent, 'One');
  assert.deepEqual(site.asked, ['/goals/1']);
});

test('a link back is a return, and a link on begins at the top', async () => {
  const site = await new Site({ '/list': LIST, '/goals/1': '<h1>One</h1><a class="back" href="/list">Back</a>' }).open('/list');
  site.scrollY = 700;
  await site.follow('.one');
  site.scrollY = 300;
  await site.click('.back');
  assert.equal(site.scrollY, 700);
  assert.deepEqual(site.asked, ['/goals/1']);
  await site.click('.one');
  assert.equal(site.scrollY, 0);
  assert.equal(site.document.activeElement, site.$('h1'));
});

test('a storm of back and forward ends where the address is', async () => {
  const pages = Object.fromEntries([0, 1, 2, 3].map((n) => [`/${n}`, `<h1>${n}</h1><a href="/${n + 1}">On</a>`]));
  const site = await new Site(pages).open('/0');
  for (const n of [1, 2, 3]) await site.follow('a', `/${n}`);
  for (const step of [-1, -1, 1, -1, -1, 1, 1, 1, -1, -1]) site.go(step);
  await settled();
  assert.equal(`/${site.$('h1').textContent}`, site.location.pathname);
  for (const step of [-1, 1, 1, 1, -1]) {
    site.go(step);
    await settled();
    assert.equal(`/${site.$('h1').textContent}`, site.location.pathname);
  }
});

test('only a few pages are kept: one before them is fetched again, and is where it was', async () => {
  const pages = Object.fromEntries([...Array(9).keys()].map((n) => [`/${n}`, `<h1>${n}</h1><a href="/${n + 1}">On</a>`]));
  const site = await new Site(pages).open('/0');
  site.scrollY = 400;
  for (const n of [1, 2, 3, 4, 5, 6]) await site.follow('a', `/${n}`);
  site.requests.length = 0;
  site.go(-5);
  await settled();
  assert.deepEqual(site.asked, []);
  site.go(-1);
  await settled();
  assert.deepEqual(site.asked, ['/0']);
  await site.answer('/0');
  assert.equal(site.$('h1').textContent, '0');
  assert.equal(site.scrollY, 400);
});

test('who goes back while a page is on its way stays', async () => {
  const site = await new Site({ '/list': LIST, '/goals/1': '<h1>One</h1>', '/goals/2': '<h1>Two</h1>' }).open('/list');
  await site.follow('.one');
  site.go(-1);
  await settled();
  await site.click('.two');
  site.go(1);
  await settled();
  await site.answer('/goals/2');
  assert.equal(site.$('h1').textContent, 'One');
  assert.equal(site.location.pathname, '/goals/1');
});

test('pages that were left are not shown any more when somebody signed out in this browser', async () => {
  const site = await new Site({ '/list': LIST, '/goals/1': '<h1>One</h1>' }).open('/list');
  await site.follow('.one');
  site.storage.setItem('live-signed-out', '1');
  await site.back();
  assert.deepEqual(site.asked, ['/goals/1', '/list']);
});

test('pages of one owner are not kept for another', async () => {
  const own = (owner, body) => `${owner}|${body}`;
  const site = await new Site({ '/list': own(1, LIST), '/goals/1': own(2, '<h1>One</h1>') }).open('/list');
  await site.follow('.one');
  await site.back();
  assert.deepEqual(site.asked, ['/goals/1', '/list']);
});

test('what nobody has seen is not kept for who has signed in since', async () => {
  const pages = { '/': '<a class="up" href="/register">Sign up</a>', '/register': 'guest:r|<a class="on" href="/goals">On</a>', '/goals': '7|<h1>Goals</h1>' };
  const site = await new Site(pages).open('/');
  await site.follow('.up');
  await site.follow('.on');
  await site.back();
  await site.back();
  assert.deepEqual(site.asked.filter((path) => path in pages), ['/register', '/goals', '/register', '/']);
});

test('a storage that is denied takes nothing but the places', async () => {
  const site = new Site({ '/list': LIST, '/goals/1': '<h1>One</h1>' });
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(site, name, { get() { throw new Error('denied'); } });
  await site.open('/list');
  await site.follow('.one');
  await site.back();
  assert.equal(site.$('h1').textContent, 'List');
});

// ---- The line is down ------------------------------------------------------------------------------------------------

test('a link whose line is down stays, says so, and goes on when it is back', async () => {
  const site = await new Site({ '/list': LIST, '/goals/1': '<h1>One</h1>' }).open('/list');
  await site.click('.one');
  await site.fail('/goals/1');
  await site.fail('/pages.js');
  assert.equal(site.words, 'reconnecting');
  assert.equal(site.$('h1').textContent, 'List');
  assert.ok(site.$('.one').hasAttribute('data-pressed'));
  await site.pass(1_000);
  await site.answer('/goals/1');
  assert.equal(site.$('h1').textContent, 'One');
  assert.deepEqual(site.visits, []);
});

test('a browser without a network says so, and goes on when there is one', async () => {
  const site = await new Site({ '/list': LIST, '/goals/1': '<h1>One</h1>' }).open('/list');
  site.navigator.onLine = false;
  await site.click('.one');
  await site.fail('/goals/1');
  await site.fail('/pages.js');
  assert.equal(site.words, 'offline');
  await site.happens('online');
  await site.answer('/goals/1');
  assert.equal(site.$('h1').textContent, 'One');
});

test('who types instead stays', async () => {
  const site = await new Site({ '/list': LIST, '/goals/1': '<h1>One</h1>' }).open('/list');
  await site.click('.one');
  await site.fail('/goals/1');
  await site.fail('/pages.js');
  await site.happens('input');
  await site.pass(60_000);
  assert.equal(site.asked.length, 1);
  assert.ok(!site.$('.one').hasAttribute('data-pressed'));
});

test('an answer that hangs is given up after 15 seconds', async () => {
  const site = await new Site({ '/list': LIST }).open('/list');
  await site.click('.one');
  await site.pass(15_000);
  assert.ok(site.requests[0].isAborted);
});

const FORM = '<form class="out" method="post" action="/logout" data-forget><button>Sign out</button></form>';

test('a form goes when the server answers, and once', async () => {
  const site = await new Site({ '/list': FORM }).open('/list');
  const submit = await site.submit('.out');
  assert.ok(submit.defaultPrevented);
  assert.deepEqual(site.posted, []);
  await site.submit('.out');
  await site.answer('/pages.js');
  await site.answer('/pages.js');
  assert.deepEqual(site.posted, ['/logout']);
});

test('a form whose line is down waits for it', async () => {
  const site = await new Site({ '/list': FORM }).open('/list');
  await site.submit('.out');
  await site.fail('/pages.js');
  assert.equal(site.words, 'reconnecting');
  assert.deepEqual(site.posted, []);
  await site.pass(1_000);
  await site.answer('/pages.js');
  assert.deepEqual(site.posted, ['/logout']);
});

test('signing out erases what was typed, and what was left', async () => {
  const site = await new Site({ '/list': FORM }).open('/list');
  site.storage.setItem('live-text:7:/goals/1', '1 {}');
  await site.submit('.out');
  await site.answer('/pages.js');
  assert.ok('live-text:7:/goals/1' in site.storage);
  await site.happens('pagehide');
  assert.ok(!('live-text:7:/goals/1' in site.storage));
  assert.ok('live-signed-out' in site.storage);
});

test('a form that asks is a link', async () => {
  const site = await new Site({ '/list': '<form action="/search"><input name="q" value="a b"></form>', '/search?q=a%20b': '<h1>Found</h1>' }).open('/list');
  const submit = await site.submit('form');
  assert.ok(submit.defaultPrevented);
  await site.answer('/search?q=a%20b');
  assert.equal(site.$('h1').textContent, 'Found');
});

// ---- Fetched ahead ---------------------------------------------------------------------------------------------------

test('a link under the pointer is fetched ahead, and shown without another request', async () => {
  const site = await new Site({ '/list': LIST, '/goals/1': '<h1>One</h1>' }).open('/list');
  await site.point('pointerover', '.one');
  await site.pass(64);
  assert.deepEqual(site.asked, []);
  await site.pass(1);
  await site.answer('/goals/1');
  await site.point('pointerdown', '.one');
  await site.click('.one');
  assert.deepEqual(site.asked, ['/goals/1']);
  assert.equal(site.$('h1').textContent, 'One');
});

test('a link that has gone meanwhile is not fetched ahead', async () => {
  const site = await new Site({ '/list': LIST, '/goals/1': '<h1>One</h1>' }).open('/list');
  await site.point('pointerover', '.one');
  site.$('.one').remove();
  await site.pass(1_000);
  assert.deepEqual(site.asked, []);
});

test('what is passed over, scrolled, or not to be fetched by itself is not fetched ahead', async () => {
  const site = await new Site({ '/list': `${LIST}<p>Text</p><a class="input" href="/x" data-input="x">X</a>` }).open('/list');
  await site.point('pointerover', '.one');
  await site.point('pointerover', 'p');
  await site.point('pointerdown', '.one', { pointerType: 'touch' });
  await site.happens('pointercancel');
  await site.point('pointerover', '.input');
  await site.pass(1_000);
  site.navigator.connection = { saveData: true };
  await site.point('pointerdown', '.one');
  assert.deepEqual(site.asked, []);
});

test('an answer that was fetched ahead and failed is fetched again', async () => {
  const site = await new Site({ '/list': LIST, '/goals/1': '<h1>One</h1>' }).open('/list');
  await site.point('pointerdown', '.one');
  await site.click('.one');
  await site.fail('/goals/1');
  await site.answer('/goals/1');
  assert.equal(site.$('h1').textContent, 'One');
});

test('a page that was fetched ahead and comes late is not shown', async () => {
  const site = await new Site({ '/list': LIST, '/goals/1': '<h1>One</h1>', '/goals/2': '<h1>Two</h1>' }).open('/list');
  await site.point('pointerdown', '.one');
  await site.click('.two');
  await site.answer('/goals/2');
  await site.answer('/goals/1');
  assert.equal(site.$('h1').textContent, 'Two');
});

// ---- Live pages ------------------------------------------------------------------------------------------------------

const live = (name, body) => `live:${name}|${body}`;
const LIVE = { '/list': live('list', LIST), '/goals/1': live('one', `<h1>One</h1>${FIELD}<a class="back" href="/list">Back</a>`) };

test('the stream of a page that is left ends by what that of the next one says, which keeps its connection', async () => {
  const site = await new Site(LIVE).open('/list');
  const former = site.stream('list');
  await former.head();
  assert.equal(site.state, 'live');
  assert.ok(!('Live-Leaves' in former.headers));
  await site.follow('.one');
  assert.ok(!former.isAborted);
  assert.equal(site.stream('one').headers['Live-Leaves'], '/live/list');
  assert.equal(site.state, 'connecting');
  await former.event('title', 'list.1', 'Late');
  await former.end();
  await site.pass(1_000);
  assert.equal(site.streams('list').length, 1);
  await site.stream('one').head();
  assert.equal(site.state, 'live');
});

test('a stream that does not end when its page is left is closed after five seconds', async () => {
  const site = await new Site(LIVE).open('/list');
  const former = site.stream('list');
  await former.head();
  await site.follow('.one');
  await site.pass(4_999);
  assert.ok(!former.isAborted);
  await site.pass(1);
  assert.ok(former.isAborted);
  assert.ok(!site.stream('one').isAborted);
});

test('a stream whose page was left for one that is not live is closed, and no page leaves that one', async () => {
  const site = await new Site({ ...LIVE, '/goals/1': '<h1>One</h1><a class="back" href="/list">Back</a>' }).open('/list');
  await site.stream('list').head();
  await site.follow('.one');
  await site.pass(0);
  assert.ok(site.stream('list').isAborted);
  await site.follow('.back');
  assert.equal(site.streams('list').length, 2);
  assert.equal(site.stream('list').headers['Live-Leaves'], '');
});

test('a page that is taken up again while its former stream goes on is served by a new one', async () => {
  const site = await new Site(LIVE).open('/list');
  const former = site.stream('list');
  await former.head();
  await site.follow('.one');
  await site.back();
  await site.stream('list').head({ epoch: 'list' });
  await former.event('count', 'list.9', '9');
  await site.pass(5_000);
  assert.ok(former.isAborted);
  assert.ok(!site.stream('list').isAborted);
  assert.equal(site.state, 'live');
  assert.equal(site.stream('list').headers['Last-Event-ID'], 'list.0');
});

test('a page that is taken up again resumes by its own last id', async () => {
  const site = await new Site(LIVE).open('/list');
  await site.stream('list').head();
  await site.stream('list').event('count', 'list.7', '2');
  await site.follow('.one');
  await site.back();
  assert.equal(site.streams('list').length, 2);
  assert.equal(site.stream('list').headers['Last-Event-ID'], 'list.7');
  assert.equal(site.stream('list').headers['Live-Leaves'], '/live/one');
  assert.equal(site.state, 'resting');
  await site.stream('list').head({ epoch: 'list' });
  assert.equal(site.state, 'live');
});

test('what the stream of a page that was left says late changes nothing', async () => {
  const site = await new Site({ ...LIVE, '/goals/1': live('one', '<h1 data-output="title">One</h1>') }).open('/list');
  const former = site.stream('list');
  await former.head();
  await site.follow('.one');
  await former.event('title', 'list.3', 'Wrong');
  await former.effect('list.4', 'navigate', '/elsewhere');
  assert.equal(site.$('h1').textContent, 'One');
  assert.deepEqual(site.asked, ['/goals/1']);
});

test('what was typed on a page that is left is sent at once, and kept until it has arrived', async () => {
  const site = await new Site(LIVE).open('/goals/1');
  await site.stream('one').head({ epoch: 'one' });
  site.$('textarea').value = 'In haste';
  site.$('textarea').dispatch('input');
  await site.follow('.back', '/list');
  assert.equal(site.posts.length, 1);
  assert.deepEqual(site.posts[0].body.inputs, [{ n: 1, name: 'text', value: 'In haste' }]);
  assert.equal(site.posts[0].keepalive, true);
  assert.match(site.storage['live-text:7:/goals/1'], /In haste/);
  await site.posts[0].applied(1);
  assert.ok(!('live-text:7:/goals/1' in site.storage));
});

test('what did not arrive is sent when the page is taken up again', async () => {
  const site = await new Site(LIVE).open('/goals/1');
  await site.stream('one').head({ epoch: 'one' });
  await site.type('textarea', 'In haste');
  await site.posts[0].fail();
  await site.follow('.back', '/list');
  for (const post of site.posts) await post.fail();
  await site.pass(60_000);
  const before = site.posts.length;
  await site.back();
  assert.equal(site.$('textarea').value, 'In haste');
  await site.stream('one').head({ epoch: 'one' });
  assert.equal(site.posts.length, before + 1);
  assert.equal(site.posts.at(-1).body.inputs[0].value, 'In haste');
});

test('a page that can not be taken up any more is fetched anew', async () => {
  const site = await new Site(LIVE).open('/list');
  await site.stream('list').head();
  await site.follow('.one');
  await site.back();
  await site.stream('list').answer(410, { action: 'reload' });
  await site.answer('/list');
  assert.deepEqual(site.asked, ['/goals/1', '/list']);
  assert.deepEqual(site.visits, []);
  assert.equal(site.location.pathname, '/list');
  assert.equal(site.streams('list').length, 3);
});

test('a page whose visitor has signed out meanwhile is left', async () => {
  const site = await new Site(LIVE).open('/list');
  await site.stream('list').head();
  await site.follow('.one');
  await site.back();
  await site.stream('list').answer(401, { action: 'signIn', location: '/' });
  assert.deepEqual(site.visits, ['/']);
});

test('a page whose text has been taken is not kept', async () => {
  const site = await new Site({ ...LIVE, '/goals/1': live('one', `<div data-output="saved"></div><h1>One</h1>${FIELD}<a class="back" href="/list">Back</a>`) }).open('/goals/1');
  await site.stream('one').head({ epoch: 'one' });
  await site.stream('one').event('saved', 'one.1', '<p data-forget>Saved</p>');
  await site.follow('.back', '/list');
  site.requests.length = 0;
  await site.click('.one');
  assert.deepEqual(site.asked, ['/goals/1']);
});

test('a form that was saved is no page on the way back', async () => {
  for (const [attributes, entries] of [[' flash="Saved" forget', ['/list', '/goals/1']], [' flash="Hello"', ['/list', '/form', '/goals/1']]]) {
    const form = live('form', `<h1>Form</h1>${FIELD}`);
    const list = live('list', '<h1>List</h1><a class="form" href="/form">Form</a>');
    const site = await new Site({ ...LIVE, '/list': list, '/form': form }).open('/list');
    await site.stream('list').head();
    await site.follow('.form');
    await site.stream('form').head({ epoch: 'form' });
    await site.stream('form').effect('form.1', 'navigate', '/goals/1', attributes);
    await site.answer('/goals/1');
    assert.equal(site.$('h1').textContent, 'One');
    assert.deepEqual(site.entries, entries);
  }
});

test('the way back from a page whose form was saved leads to the one before it at once', async () => {
  const form = live('form', `<h1>Form</h1>${FIELD}`);
  const one = live('one', '<h1>One</h1><a class="edit" href="/form">Edit</a><a class="list" href="/list">List</a>');
  const site = await new Site({ ...LIVE, '/goals/1': one, '/form': form }).open('/list');
  await site.stream('list').head();
  await site.follow('.one');
  await site.stream('one').head({ epoch: 'one' });
  await site.follow('.edit');
  await site.stream('form').head({ epoch: 'form' });
  await site.stream('form').effect('form.1', 'navigate', '/goals/1', ' flash="Saved" forget');
  await site.answer('/goals/1');
  assert.equal(site.$('h1').textContent, 'One');
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(site.location.pathname, '/goals/1');
  assert.deepEqual(site.entries, ['/list', '/goals/1', '/form']);
  await site.back();
  assert.equal(site.$('h1').textContent, 'List');
});

test('a link within a form is an entry of its own, and the way back from what was saved leads to the form’s', async () => {
  const form = live('form', `<h1>Form</h1>${FIELD}`);
  const one = live('one', '<h1>One</h1><a class="edit" href="/form">Edit</a>');
  const site = await new Site({ ...LIVE, '/goals/1': one, '/form': form }).open('/list');
  await site.stream('list').head();
  await site.follow('.one');
  await site.stream('one').head({ epoch: 'one' });
  await site.follow('.edit');
  await site.stream('form').head({ epoch: 'form' });
  site.history.pushState(null, '', '/form#text');
  await site.stream('form').effect('form.1', 'navigate', '/goals/1', ' flash="Saved" forget');
  await site.answer('/goals/1');
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(site.$('h1').textContent, 'One');
  assert.deepEqual(site.entries, ['/list', '/goals/1', '/form', '/goals/1']);
});

test('a page that has ended is left, and so is one whose action the server does not take', async () => {
  const pages = { '/list': live('list', '<button class="tick" data-input="tick">Tick</button><a class="one" href="/goals/1">One</a>'), '/goals/1': live('one', '<h1>One</h1>') };
  const site = await new Site(pages).open('/list');
  await site.stream('list').head({ epoch: 'list' });
  await site.click('.tick');
  await site.requests.find(({ method }) => method === 'POST').fail();
  await site.click('.one');
  await site.pass(20_000);
  assert.deepEqual(site.asked, []);
  await site.pass(20_000);
  await site.answer('/goals/1');
  assert.equal(site.$('h1').textContent, 'One');

  const other = await new Site(pages).open('/list');
  await other.stream('list').head({ epoch: 'list' });
  await other.happens('offline');
  await other.click('.tick');
  await other.requests.find(({ method }) => method === 'POST').answer(410, { action: 'none' });
  await other.click('.one');
  await other.answer('/goals/1');
  assert.equal(other.$('h1').textContent, 'One');
});

test('a list that grows by itself keeps nobody on its page', async () => {
  const site = await new Site({ '/list': live('list', '<a class="more" data-input="more" data-visible href="/list">More</a><a class="one" href="/goals/1">One</a>'), '/goals/1': live('one', '<h1>One</h1>') }).open('/list');
  await site.stream('list').head({ epoch: 'list' });
  await site.happens('offline');
  await site.comesIntoView(site.$('.more'));
  await site.click('.one');
  await site.answer('/goals/1');
  assert.equal(site.$('h1').textContent, 'One');
});

test('a script for later that could not be loaded is asked for again at another address, a few times', async () => {
  const site = await new Site({ '/list': LIST }).open('/list');
  const asked = () => site.imported.filter((name) => name === 'later').length;
  for (let press = 0; press < 4; press++) await site.happens('keydown', { type: 'keydown', key: 'a', target: site.$('.one') });
  assert.equal(asked(), 1);
  for (let round = 0; round < 10; round++) {
    await site.pass(10_000);
    await site.point('keydown', '.one', { key: 'a' });
  }
  assert.equal(asked(), 5);
});

test('a form that was saved is no page that a link leads back to', async () => {
  const form = live('form', `<h1>Form</h1>${FIELD}`);
  const list = live('list', '<h1>List</h1><a class="form" href="/form">Form</a>');
  const site = await new Site({ ...LIVE, '/list': list, '/form': form }).open('/list');
  await site.stream('list').head();
  await site.follow('.form');
  await site.stream('form').head({ epoch: 'form' });
  await site.stream('form').effect('form.1', 'navigate', '/goals/1', ' flash="Saved" forget');
  await site.answer('/goals/1');
  assert.deepEqual(site.history.state.trail, ['/list']);
});

test('a page on which something waits for the line is left when that has arrived', async () => {
  const site = await new Site({ '/list': live('list', '<button class="tick" data-input="tick">Tick</button><a class="one" href="/goals/1">One</a>'), '/goals/1': live('one', '<h1>One</h1>') }).open('/list');
  await site.stream('list').head({ epoch: 'list' });
  await site.happens('offline');
  await site.click('.tick');
  await site.click('.one');
  assert.deepEqual(site.asked, []);
  let isAsked = false; // by the browser
  await site.happens('beforeunload', { preventDefault: () => (isAsked = true) });
  assert.ok(isAsked);
  await site.requests.find(({ method }) => method === 'POST').fail();
  await site.happens('online');
  await site.stream('list').head({ epoch: 'list' });
  await site.requests.findLast(({ method }) => method === 'POST').applied(1);
  await site.pass(5_000);
  await site.answer('/goals/1');
  assert.equal(site.$('h1').textContent, 'One');
});

test('an effect leads on as a link does', async () => {
  const site = await new Site(LIVE).open('/list');
  await site.stream('list').head();
  await site.stream('list').effect('list.1', 'navigate', '/goals/1');
  await site.answer('/goals/1');
  assert.equal(site.$('h1').textContent, 'One');
  assert.deepEqual(site.visits, []);
});

test('a page out of the cache of the browser is hidden until the server has answered', async () => {
  const site = await new Site(LIVE).open('/list');
  await site.stream('list').head();
  site.scrollY = 300;
  await site.happens('pagehide', { persisted: true });
  assert.ok(site.$('main').hasAttribute('hidden'));
  await site.happens('pageshow', { persisted: true });
  assert.ok(site.$('main').hasAttribute('hidden'));
  site.scrollY = 0;
  await site.stream('list').head();
  assert.ok(!site.$('main').hasAttribute('hidden'));
  assert.equal(site.scrollY, 300);
});

test('a page out of the cache of the browser whose visitor signed out stays hidden, and is left', async () => {
  const site = await new Site(LIVE).open('/list');
  await site.stream('list').head();
  await site.happens('pagehide', { persisted: true });
  await site.happens('pageshow', { persisted: true });
  await site.stream('list').answer(401, { action: 'signIn', location: '/' });
  assert.ok(site.$('main').hasAttribute('hidden'));
  assert.deepEqual(site.visits, ['/']);
});

test('a page that is not live is fetched anew when it comes out of the cache of the browser', async () => {
  const site = await new Site({ '/list': LIST }).open('/list');
  await site.happens('pagehide', { persisted: true });
  await site.happens('pageshow', { persisted: true });
  assert.deepEqual(site.asked, ['/list']);
});

test('what can not be stored is not left by a script: the browser asks', async () => {
  const site = new Site(LIVE);
  Object.defineProperty(site, 'localStorage', { get() { throw new Error('denied'); } });
  await site.open('/goals/1');
  await site.stream('one').head({ epoch: 'one' });
  await site.type('textarea', 'Nowhere else');
  await site.click('.back');
  assert.deepEqual(site.visits, ['/list']);
  const event = { preventDefault: () => (event.isPrevented = true) };
  await site.happens('beforeunload', event);
  assert.ok(event.isPrevented);
});

// ---- An address that follows what a page shows (V10) -------------------------------------------------------------------

const SEARCH = 'live:search|<h1>Search</h1><form action="/search"><input name="q" value="a b"></form><a class="one" href="/goals/1">One</a>';
const searchSite = async () => {
  const site = await new Site({
    '/list': LIST.replace('/goals/2', '/search'), '/search': SEARCH, '/search?q=a%20b': SEARCH, '/goals/1': '<h1>One</h1>',
  }).open('/list');
  await site.follow('.two');
  await site.stream('search').head({ epoch: 'search' });
  return site;
};

test('an effect puts another address in the place of that of the page, and loads nothing', async () => {
  const site = await searchSite();
  await site.stream('search').effect('search.1', 'address', '/search?q=a');
  await site.stream('search').effect('search.2', 'address', '/search?q=a%20b');
  assert.equal(site.location.search, '?q=a%20b');
  assert.deepEqual(site.entries, ['/list', '/search?q=a%20b']);
  assert.deepEqual(site.asked, ['/search']);
});

test('an effect gives the document another title, which it still has after a return', async () => {
  const site = await searchSite();
  await site.stream('search').effect('search.1', 'title', '(2) <b>Search</b>');
  assert.equal(site.document.title, '(2) <b>Search</b>');
  await site.follow('.one');
  assert.notEqual(site.document.title, '(2) <b>Search</b>');
  await site.back();
  assert.equal(site.document.title, '(2) <b>Search</b>');
});

test('the way back and the way on lead to that address, and to the page as it was left', async () => {
  const site = await searchSite();
  await site.stream('search').effect('search.1', 'address', '/search?q=a');
  const { body } = site.document;
  await site.follow('.one');
  assert.deepEqual(site.entries, ['/list', '/search?q=a', '/goals/1']);
  await site.back();
  assert.equal(site.document.body, body);
  assert.equal(site.location.search, '?q=a');
  await site.back();
  assert.equal(site.location.pathname, '/list');
  await site.forward();
  assert.equal(site.document.body, body);
  assert.deepEqual(site.asked, ['/search', '/goals/1']);
});

test('a form that asks for what is there already is no other entry', async () => {
  const site = await searchSite();
  await site.stream('search').effect('search.1', 'address', '/search?q=a%20b');
  await site.submit('form');
  await site.answer('/search?q=a%20b');
  assert.deepEqual(site.entries, ['/list', '/search?q=a%20b']);
});

test('an address that comes while another page is on its way is that of the page that is left', async () => {
  const site = await searchSite();
  await site.click('.one');
  await site.stream('search').effect('search.1', 'address', '/search?q=a');
  await site.answer('/goals/1');
  assert.equal(site.$('h1').textContent, 'One');
  assert.deepEqual(site.entries, ['/list', '/search?q=a', '/goals/1']);
});

test('an address that the browser refuses does no harm', async () => {
  const site = await searchSite();
  site.history.replaceState = () => {
    throw new Error('SecurityError');
  };
  await site.stream('search').say('event: place\nid: search.1\ndata: <live-effect type="address" value="/search?q=a"></live-effect>\n\n'
    + 'event: place\nid: search.2\ndata: <live-effect type="navigate" value="/goals/1"></live-effect>\n\n');
  assert.deepEqual(site.asked, ['/search', '/goals/1']);
});

// ---- What goes for all pages -----------------------------------------------------------------------------------------

test('a menu closes by Escape, which gives its button the focus, and by a click elsewhere, which does not', async () => {
  const site = await new Site({ '/list': '<details data-menu open><summary>More</summary><a href="#x">X</a></details><p>Text</p>' }).open('/list');
  const menu = site.$('details');
  menu.open = true;
  await site.happens('keydown', { key: 'Escape' });
  assert.equal(menu.open, false);
  assert.equal(site.document.activeElement, site.$('summary'));
  menu.open = true;
  menu.setAttribute('open', '');
  site.document.activeElement = site.document.body;
  await site.click('p');
  assert.equal(menu.open, false);
  assert.equal(site.document.activeElement, site.document.body);
});

for (const has of [true, false]) {
  test(`${has ? 'what comes later comes' : 'a site without it is asked'} once, at the first key`, async () => {
    const site = new Site({ '/list': '<p>Text</p>' });
    const heard = [];
    if (has) site.later = { hear: ({ key }) => heard.push(key) };
    await site.open('/list');
    assert.ok(!site.imported.includes('later'));
    for (const key of ['a', 'b']) await site.happens('keydown', { key });
    assert.equal(site.imported.filter((name) => name === 'later').length, 1);
    assert.deepEqual(heard, has ? ['a', 'b'] : []);
  });
}

test('what comes later comes when the reader comes back', async () => {
  const site = new Site({ '/list': '<p>Text</p>' });
  site.later = { hear: () => {} };
  await site.open('/list');
  site.document.hidden = true;
  await site.happens('visibilitychange', {});
  assert.ok(!site.imported.includes('later'));
  site.document.hidden = false;
  for (const _ of [1, 2]) await site.happens('visibilitychange', {});
  assert.equal(site.imported.filter((name) => name === 'later').length, 1);
});

test('the time zone is filled in on every page', async () => {
  const form = '<form><input type="text" hidden name="timeZone" data-time-zone></form>';
  const site = await new Site({ '/list': `${form}${LIST}`, '/goals/1': form }).open('/list');
  assert.equal(site.$('input').value, 'Asia/Seoul');
  // A live form sends what was typed only.
  assert.equal(site.$('input').defaultValue, '');
  await site.follow('.one');
  assert.equal(site.$('input').value, 'Asia/Seoul');
});

test('a choice of time zones offers that of the browser', async () => {
  const select = '<select><optgroup hidden disabled><option data-time-zone></option></optgroup></select>';
  const site = await new Site({ '/settings': select }).open('/settings');
  assert.equal(site.$('option').value, 'Asia/Seoul');
  assert.equal(site.$('option').textContent, 'Asia / Seoul');
  assert.equal(site.$('optgroup').hidden || site.$('optgroup').disabled, false);
});

// V5
test('a flash of a page that is not live goes by itself, too, and is not there when one comes back', async () => {
  const pages = { '/settings': `<p data-flash data-moment data-timeout="5000">Saved</p>${LIST}`, '/goals/1': '<h1>One</h1>' };
  const site = await new Site(pages).open('/settings');
  await site.pass(4_999);
  assert.equal(site.$('[data-flash]').textContent, 'Saved');
  await site.pass(1);
  assert.equal(site.$('[data-flash]').textContent, '');
  site.$('[data-flash]').textContent = 'Saved again';
  await site.follow('.one');
  await site.back();
  assert.equal(site.$('[data-flash]').textContent, '');
});

test('a flash of a live page is not there when one comes back', async () => {
  const pages = { '/list': `live:list|<p data-flash data-moment data-timeout="5000">Saved</p>${LIST}`, '/goals/1': '<h1>One</h1>' };
  const site = await new Site(pages).open('/list');
  await site.stream('list').head({ epoch: 'list' });
  await site.follow('.one');
  await site.back();
  assert.equal(site.$('[data-flash]').textContent, '');
});

// N9
const ASKING = '<form action="/choices"><input type="hidden" name="csrf" value="c"><input type="hidden" name="timeZone" data-time-zone="learn"></form>';

test('where an account is that has not told, the server learns once, and the page is loaded anew', async () => {
  const site = await new Site({ '/list': `${ASKING}<p>UTC</p>` }).open('/list');
  const [told] = site.requests.filter(({ url }) => url === '/choices');
  assert.equal(told.method, 'POST');
  assert.deepEqual([...told.sent], [['csrf', 'c'], ['timeZone', 'Asia/Seoul']]);
  assert.deepEqual(site.asked, []);
  told.resolve({ ok: true, status: 204 });
  await settled();
  assert.deepEqual(site.asked, ['/list']);
  await site.answer('/list');
  assert.deepEqual(site.entries, ['/list']);
  // Whatever the server made of it, it is not told again.
  assert.equal(site.requests.filter(({ url }) => url === '/choices').length, 1);
});

for (const [name, answer] of [
  ['refuses', (request) => request.resolve({ ok: false, status: 422 })], ['is not there', (request) => request.fail()],
]) {
  test(`a server that ${name} leaves the page as it is`, async () => {
    const site = await new Site({ '/list': ASKING }).open('/list');
    await answer(site.requests.find(({ url }) => url === '/choices'));
    await settled();
    assert.deepEqual(site.asked, []);
  });
}

test('a password is shown as long as it is looked at, and hidden when it is sent', async () => {
  const site = await new Site({ '/login': `<form method="post"><input type="password" id="password" name="password">
    <button type="button" data-reveal="password" aria-pressed="false" hidden>Show</button><button>Sign in</button></form>` }).open('/login');
  const [field, button] = [site.$('input'), site.$('button[data-reveal]')];
  const state = () => [field.getAttribute('type'), button.getAttribute('aria-pressed')].join();
  assert.equal(button.hidden, false);
  await site.click('button[data-reveal]');
  assert.equal(state(), 'text,true');
  await site.click('button[data-reveal]');
  assert.equal(state(), 'password,false');
  await site.click('button[data-reveal]');
  await site.submit('form');
  assert.equal(state(), 'password,false');
});

test('what two pages share moves from one to the other', async () => {
  const jewel = (n) => `<i data-shared="jewel-${n}">*</i>`;
  const site = new Site({ '/list': `${jewel(1)}${jewel(2)}${LIST}`, '/goals/1': `${jewel(1)}<h1>One</h1>` });
  const names = () => site.document.querySelectorAll('i').map((el) => el.style.viewTransitionName ?? '');
  const seen = [];
  let finish;
  site.document.startViewTransition = (act) => {
    seen.push(names());
    act();
    seen.push(names());
    const finished = new Promise((resolve) => (finish = resolve));
    return { ready: Promise.resolve(), finished, updateCallbackDone: Promise.resolve() };
  };
  await site.open('/list');
  await site.follow('.one');
  assert.deepEqual(seen, [['shared-jewel-1', ''], ['shared-jewel-1']]);
  finish();
  await settled();
  assert.deepEqual(names(), ['']);
  await site.pass(1_000);
  site.isCalm = true;
  await site.back();
  assert.equal(seen.length, 2);
  assert.deepEqual(names(), ['', '']);
});

test('a change that the browser can not prepare in time is not animated: the page comes', async () => {
  const site = new Site({ '/list': LIST, '/goals/1': '<h1>One</h1>' });
  site.document.startViewTransition = (act) => ({
    ready: Promise.reject(new Error('skipped')), finished: Promise.resolve(), updateCallbackDone: Promise.resolve(), skipTransition: act,
  });
  await site.open('/list');
  await site.follow('.one');
  await site.pass(63);
  assert.equal(site.$('h1').textContent, 'List');
  await site.pass(1);
  assert.equal(site.$('h1').textContent, 'One');
});
