// The whole script on a small document, with a clock and a network that the test moves.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sources } from './scripts.mjs';
import { Storage, Window, livePage } from './window.mjs';

const BUTTON = '<button data-input="refresh">Again</button>';
const OWNED = 'data-live="/live/x" data-last="e.0" data-csrf="c" data-owner="7"';
const FIELD = '<form data-input="save"><textarea name="text" data-input="text"></textarea><button>Save</button></form>';

// ---- The line --------------------------------------------------------------------------------------------------------

test('the stream is opened with the id of the document, and again with that of the newest event', async () => {
  const page = await livePage('<p data-output="count">1</p>');
  assert.equal(page.stream.headers['Last-Event-ID'], 'e.0');
  assert.equal(page.state, 'live');
  await page.stream.event('count', 'e.7', '2');
  await page.stream.end();
  await page.pass(250);
  assert.equal(page.streams.length, 2);
  assert.equal(page.stream.headers['Last-Event-ID'], 'e.7');
});

test('a server that answers and closes at once is asked no more than the back-off allows', async () => {
  const page = await new Window('').start();
  for (let elapsed = 0; elapsed < 5000; elapsed += 25) {
    if (!page.stream.isAnswered) {
      page.stream.isAnswered = true;
      await page.stream.head();
      await page.stream.say(':\n\n');
      await page.stream.end();
    }
    await page.pass(25);
  }
  // After 0.125, 0.25, 0.5, 1 and 2 seconds at the earliest.
  assert.ok(page.streams.length <= 6, `${page.streams.length} requests`);
});

test('a stream without a head is given up after 15 seconds', async () => {
  const page = await new Window('').start();
  await page.pass(15_000);
  assert.ok(page.stream.isAborted);
  assert.equal(page.state, 'reconnecting');
  await page.pass(250);
  assert.equal(page.streams.length, 2);
});

test('a stream without a heartbeat for 65 seconds is dead', async () => {
  const page = await livePage('');
  await page.pass(40_000);
  await page.stream.say(':\n\n');
  await page.pass(64_000);
  assert.equal(page.state, 'live');
  await page.pass(1_000);
  assert.equal(page.state, 'reconnecting');
  assert.ok(page.streams[0].isAborted);
});

test('a short break is not worth a word', async () => {
  const page = await livePage('');
  await page.pass(0);
  assert.equal(page.words, 'live');
  await page.stream.fail();
  assert.equal(page.state, 'reconnecting');
  await page.pass(250);
  await page.stream.head();
  await page.pass(1_000);
  assert.equal(page.words, 'live');
  await page.stream.fail();
  await page.pass(800);
  assert.equal(page.words, 'reconnecting');
});

test('that the line is there is worth a word once it was said that it is lost', async () => {
  const page = await livePage('');
  await page.pass(1_000);
  const again = () => page.document.getElementById('connection').hasAttribute('data-again');
  assert.ok(!again());
  await page.happens('offline');
  await page.pass(0);
  await page.happens('online');
  await page.stream.head();
  await page.pass(0);
  assert.equal(page.words, 'live');
  assert.ok(again());
});

test('a page that must rest comes back when somebody comes to it', async () => {
  const page = await livePage('');
  await page.stream.say('event: live:rest\n\n');
  await page.stream.end();
  assert.equal(page.state, 'resting');
  await page.pass(60_000);
  assert.equal(page.streams.length, 1);
  await page.happens('focus');
  assert.equal(page.streams.length, 2);
});

test('a page that is told to sign in goes there, with what was typed', async () => {
  const page = await livePage(FIELD, { main: OWNED });
  await page.type('textarea', 'Kept');
  await page.stream.end();
  await page.pass(250);
  await page.stream.answer(401, { action: 'signIn', location: '/login' });
  assert.deepEqual(page.visits, ['/login']);
  assert.equal(page.state, 'ended');
  await page.happens('pagehide');
  // To sign in takes longer than a reload.
  assert.match(page.storage['live-text:7:/page'], /Kept/);
});

test('a page that is told to reload does so once, and then says what to do', async () => {
  const storage = new Storage();
  for (const visits of [['replace /page'], []]) {
    const page = await new Window('', { storage }).start();
    await page.stream.answer(410, { action: 'reload' });
    assert.deepEqual(page.visits, visits);
    assert.equal(page.state, 'ended');
    await page.pass(60_000);
    assert.equal(page.streams.length, 1);
  }
});

test('a page in the cache of the browser takes up its stream again', async () => {
  const page = await livePage('');
  await page.happens('pagehide');
  assert.ok(page.stream.isAborted);
  await page.happens('pageshow', { persisted: true });
  assert.equal(page.streams.length, 2);
});

// ---- Inputs ----------------------------------------------------------------------------------------------------------

test('a click is sent, and is busy until it is acknowledged', async () => {
  const page = await livePage('<a data-input="selection" data-value="12" href="/12">12</a>');
  const event = await page.click('a');
  assert.ok(event.defaultPrevented);
  assert.deepEqual(page.sent, ['1 selection=12']);
  assert.equal(page.post.headers['X-CSRF-Token'], 'c');
  assert.equal(page.post.body.epoch, 'e');
  assert.equal(page.$('a').getAttribute('aria-busy'), 'true');
  await page.post.applied(1);
  assert.equal(page.$('a').hasAttribute('aria-busy'), false);
});

test('a click with a key, or while the line is lost, is the link itself', async () => {
  const page = await livePage('<a data-input="selection" href="/12">12</a>');
  assert.ok(!(await page.click('a', { ctrlKey: true })).defaultPrevented);
  await page.stream.fail();
  assert.ok(!(await page.click('a')).defaultPrevented);
  assert.deepEqual(page.sent, []);
});

test('a button that is pressed without a line is sent when it is back', async () => {
  const page = await livePage(BUTTON);
  await page.stream.fail();
  await page.happens('offline');
  assert.ok((await page.click('button[data-input]')).defaultPrevented);
  await page.posts[0].fail();
  assert.deepEqual(page.sent, ['1 refresh=']);
  await page.happens('online');
  await page.stream.head();
  assert.deepEqual(page.sent, ['1 refresh=', '1 refresh=']);
  await page.posts[1].applied(1);
  assert.equal(page.state, 'live');
});

test('inputs that hang are sent again with the same numbers, and the page says that it is not connected', async () => {
  const page = await livePage(BUTTON);
  await page.click('button[data-input]');
  await page.click('button[data-input]');
  assert.deepEqual(page.sent, ['1 refresh=']);
  await page.stream.say(':\n\n');
  await page.pass(15_000);
  assert.ok(page.posts[0].isAborted);
  assert.equal(page.state, 'reconnecting');
  await page.pass(250);
  assert.deepEqual(page.sent, ['1 refresh=', '1 refresh=, 2 refresh=']);
  await page.post.applied(2);
  assert.equal(page.state, 'live');
});

test('inputs that hang on a dead line are sent again as soon as the stream is back', async () => {
  const page = await livePage(BUTTON);
  await page.click('button[data-input]');
  await page.stream.fail();
  await page.pass(250);
  await page.stream.head();
  assert.ok(page.posts[0].isAborted);
  assert.deepEqual(page.sent, ['1 refresh=', '1 refresh=']);
  await page.posts[1].applied(1);
  await page.click('button[data-input]');
  assert.deepEqual(page.sent.slice(2), ['2 refresh=']);
});

test('what is typed is sent when it pauses, once', async () => {
  const page = await livePage(FIELD);
  const field = page.$('textarea');
  for (const text of ['a', 'ab', 'abc']) {
    field.value = text;
    field.dispatch('input');
    await page.pass(100);
  }
  assert.deepEqual(page.sent, []);
  await page.pass(50);
  assert.deepEqual(page.sent, ['1 text=abc']);
});

test('half a surrogate pair travels as a sign for what is missing', async () => {
  const page = await livePage(FIELD);
  await page.type('textarea', 'x \ud83d y 😀');
  assert.deepEqual(page.sent, ['1 text=x \ufffd y 😀']);
});

test('a form sends the newest text of its fields first', async () => {
  const page = await livePage(FIELD);
  page.$('textarea').value = 'Newest';
  page.$('textarea').dispatch('input');
  const event = await page.submit('form');
  assert.ok(event.defaultPrevented);
  assert.deepEqual(page.sent, ['1 text=Newest, 2 save=']);
});

test('a form sends what came into it without an event, and nothing of another form', async () => {
  const page = await livePage(`
    <form data-input="signIn"><input name="email" data-input="email" value="a@b.c"><input type="password" name="password" data-input="password" data-secret></form>
    <form data-input="search"><input name="text" data-input="text"></form>`);
  page.$('input[data-secret]').value = 'filled in';
  page.$('input[name="text"]').value = 'not this';
  await page.submit('form[data-input="signIn"]');
  assert.deepEqual(page.sent, ['1 password=filled in, 2 signIn=']);
});

test('a form with a value sends it with its input', async () => {
  const page = await livePage('<form data-input="tick" data-value="7"><input type="hidden" name="value" value="7"><button>Done</button></form>');
  await page.submit('form');
  assert.deepEqual(page.sent, ['1 tick=7']);
});

test('a choice is sent at once', async () => {
  const page = await livePage('<input type="radio" name="level" value="1" data-input="level"><input type="radio" name="level" value="2" data-input="level">');
  await page.choose('input[value="2"]');
  assert.deepEqual(page.sent, ['1 level=2']);
});

test('after a restart the new session is told the texts and the actions that were not acknowledged', async () => {
  const page = await livePage(FIELD + BUTTON);
  await page.type('textarea', 'One');
  await page.post.applied(1);
  await page.click('button[data-input]');
  await page.stream.fail();
  await page.post.fail();
  await page.type('textarea', 'Two');
  await page.pass(250);
  await page.stream.head({ epoch: 'f', applied: 0 });
  assert.equal(page.sent.at(-1), '1 text=Two, 2 refresh=');
  assert.equal(page.post.body.epoch, 'f');
});

test('when another session answers, the stream comes from that one, too', async () => {
  const page = await livePage(FIELD + BUTTON);
  await page.stream.event('count', 'e.3', '2');
  await page.type('textarea', 'One');
  await page.post.applied(0, 'f');
  assert.ok(page.streams[0].isAborted);
  await page.pass(250);
  assert.equal(page.streams.length, 2);
  assert.equal(page.stream.headers['Last-Event-ID'], 'e.3');
  assert.equal(page.stream.headers['Live-Epoch'], 'f');
  await page.stream.head({ epoch: 'f', applied: 0 });
  assert.equal(page.post.body.epoch, 'f');
  await page.post.applied(1, 'f');
  assert.equal(page.state, 'live');
  await page.stream.end();
  await page.pass(500);
  assert.equal(page.stream.headers['Live-Epoch'], 'f');
});

test('a text that is too large stays in its field, is said to be, and is not saved without it', async () => {
  const page = await livePage(FIELD + BUTTON);
  await page.type('textarea', 'Much');
  await page.post.answer(413);
  assert.equal(page.state, 'toolarge');
  assert.equal(page.$('textarea').value, 'Much');
  await page.submit('form');
  await page.click('button[data-input]');
  assert.deepEqual(page.sent, ['1 text=Much', '1 refresh=']);
  await page.post.applied(1);
  await page.type('textarea', 'Less');
  assert.equal(page.state, 'live');
  assert.equal(page.sent.at(-1), '2 text=Less');
});

test('what is on its way when the page is left is sent once more, in a request that outlives it', async () => {
  const page = await livePage(FIELD + BUTTON);
  await page.click('button[data-input]');
  page.$('textarea').value = 'In haste';
  page.$('textarea').dispatch('input');
  await page.happens('pagehide');
  assert.equal(page.sent.at(-1), '1 refresh=, 2 text=In haste');
  assert.equal(page.post.keepalive, true);
});

test('the next page of a list comes when its end comes into view, once', async () => {
  const page = await livePage('<a data-input="fetchNextPage" data-visible href="/next">More</a>');
  await page.comesIntoView(page.seen[0]);
  await page.comesIntoView(page.seen[0]);
  assert.deepEqual(page.sent, ['1 fetchNextPage=']);
});

// ---- What is typed, and storage --------------------------------------------------------------------------------------

const LOGIN = '<form data-input="signIn"><input name="email" data-input="email"><input type="password" name="password" data-input="password" data-secret></form>';

test('what was typed survives a reload, but for secrets', async () => {
  const storage = new Storage();
  let page = await livePage(LOGIN, { storage });
  await page.type('input[name="email"]', 'a@b.c');
  await page.type('input[data-secret]', 'open sesame');
  await page.happens('pagehide');
  assert.match(JSON.stringify(storage), /a@b.c/);
  assert.doesNotMatch(JSON.stringify(storage) + JSON.stringify(page.history.state), /sesame/);
  page = await livePage(LOGIN, { storage });
  assert.equal(page.$('input[name="email"]').value, 'a@b.c');
  assert.equal(page.$('input[data-secret]').value, '');
  await page.pass(0);
  assert.deepEqual(page.sent, ['1 email=a@b.c']);
});

test('a secret is never restored, not even from a storage that has one', async () => {
  const storage = new Storage({ 'live-text::/page': `1000000000000 ${JSON.stringify({ 'signIn,,password': ['open sesame', null] })}` });
  const page = await livePage(LOGIN, { storage });
  assert.equal(page.$('input[data-secret]').value, '');
  assert.deepEqual(page.sent, []);
});

test('a secret is told to a new session, as every field is', async () => {
  const page = await livePage(LOGIN);
  await page.type('input[data-secret]', 'open sesame');
  await page.post.applied(1);
  await page.stream.end();
  await page.pass(250);
  await page.stream.head({ epoch: 'f' });
  assert.equal(page.sent.at(-1), '1 password=open sesame');
});

const LEFT = '<form data-input="signUp"><input name="email" data-input="email" data-left="emailLeft"></form><div data-output="alert" data-moment></div>';

test('a field that is left after typing says so, behind what was typed, and takes nothing else away', async () => {
  const storage = new Storage();
  const page = await livePage(LEFT, { storage });
  await page.stream.event('alert', 'e.1', '<p>Failed</p>');
  const field = page.$('input');
  field.focus();
  field.dispatch('focusout');
  await page.pass(0);
  assert.deepEqual(page.sent, []);
  field.value = 'mina';
  field.dispatch('input');
  field.dispatch('focusout');
  await page.pass(0);
  assert.deepEqual(page.sent, ['1 email=mina, 2 emailLeft=']);
  field.dispatch('focusout');
  await page.pass(1000);
  assert.equal(page.sent.length, 1);
  assert.equal(page.$('div[data-moment]').textContent, 'Failed');
  assert.doesNotMatch(JSON.stringify(storage), /emailLeft/);
});

test('a new session is told that a field was left', async () => {
  const page = await livePage(LEFT);
  await page.type('input', 'mina');
  page.$('input').dispatch('focusout');
  await page.pass(0);
  await page.post.applied(1);
  await page.post.applied(2);
  await page.stream.end();
  await page.pass(250);
  await page.stream.head({ epoch: 'f' });
  assert.equal(page.sent.at(-1), '1 email=mina, 2 emailLeft=');
});

test('a page that is shown anew still shows what only a script can do', async () => {
  const page = await livePage('<button type="button" data-reveal="password" hidden>Show</button>');
  assert.equal(page.$('button').hidden, false);
});

test('when a notice with the focus is taken away, the focus goes where the page says', async () => {
  const page = await livePage('<form data-input="signUp"><input name="email" data-input="email" data-focus></form><div data-output="sent" data-moment></div>');
  await page.stream.event('sent', 'e.1', '<p>Sent</p><a href="/again" data-dismiss>Back</a>');
  page.$('a').focus();
  await page.click('a');
  assert.equal(page.document.activeElement, page.$('input'));
});

test('two forms keep fields of the same name apart', async () => {
  const forms = '<form data-input="a"><input name="title" data-input="titleOfA"></form><form data-input="b"><input name="title" data-input="titleOfB"></form>';
  const storage = new Storage();
  let page = await livePage(forms, { storage });
  await page.type('input[data-input="titleOfB"]', 'Second');
  await page.happens('pagehide');
  page = await livePage(forms, { storage });
  assert.equal(page.$('input[data-input="titleOfA"]').value, '');
  assert.equal(page.$('input[data-input="titleOfB"]').value, 'Second');
});

test('what was typed is restored for thirty days', async () => {
  for (const [days, value] of [[29.9, 'Old'], [30.1, '']]) {
    const storage = new Storage();
    let page = await livePage(FIELD, { storage, main: OWNED });
    await page.type('textarea', 'Old');
    await page.happens('pagehide');
    page = new Window(FIELD, { storage, main: OWNED });
    await page.pass(days * 86_400_000);
    await page.start();
    assert.equal(page.$('textarea').value, value);
  }
});

test('a browser that refuses its storage has a live page nevertheless', async () => {
  const page = new Window(FIELD);
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(page, name, { get() { throw new Error('denied'); } });
  await page.start();
  await page.stream.head();
  await page.type('textarea', 'x');
  await page.happens('pagehide');
  assert.deepEqual(page.sent, ['1 text=x', '1 text=x']);
});

// ---- Outputs ---------------------------------------------------------------------------------------------------------

test('a value takes the place of the one before', async () => {
  const page = await livePage('<p data-output="count">1</p>');
  await page.stream.event('count', 'e.1', '<em>2</em>\n&amp; more');
  assert.equal(page.$('em').textContent, '2');
  assert.equal(page.$('p').textContent, '2\n& more');
});

test('an event that comes in pieces is taken when it is whole', async () => {
  const page = await livePage('<p data-output="count">1</p>');
  await page.stream.say(':\n\nevent: count\nid: e.1\nda');
  assert.equal(page.$('p').textContent, '1');
  await page.stream.say('ta: 2\n\n');
  assert.equal(page.$('p').textContent, '2');
});

test('typed text, focus and cursor stay when their piece of the page is replaced', async () => {
  const slot = (value) => `<input name="title" data-input="title" value="${value}"><input name="other" data-input="other" value="${value}">`;
  const page = await livePage(`<form data-input="save"><div data-output="form">${slot('first')}</div></form>`);
  const field = page.$('input[name="title"]');
  await page.type('input[name="title"]', 'typed');
  field.focus();
  field.setSelectionRange(2, 3);
  await page.stream.event('form', 'e.1', slot('second'));
  const fresh = page.$('input[name="title"]');
  assert.notEqual(fresh, field);
  assert.equal(fresh.value, 'typed');
  assert.equal(page.$('input[name="other"]').value, 'second');
  assert.equal(page.document.activeElement, fresh);
  assert.deepEqual([fresh.selectionStart, fresh.selectionEnd], [2, 3]);
});

test('a choice stays when its piece of the page is replaced', async () => {
  const slot = '<input type="radio" name="level" value="1" data-input="level" checked><input type="radio" name="level" value="2" data-input="level">';
  const page = await livePage(`<div data-output="levels">${slot}</div>`);
  await page.choose('input[value="2"]');
  await page.stream.event('levels', 'e.1', slot);
  assert.deepEqual(['1', '2'].map((n) => page.$(`input[value="${n}"]`).checked), [false, true]);
});

test('the focus stays on a button whose form is around what is replaced', async () => {
  const page = await livePage('<form data-input="save"><div data-output="button"><button>Save</button></div></form>');
  page.$('button').focus();
  await page.stream.event('button', 'e.1', '<button>Save changes</button>');
  assert.equal(page.document.activeElement.textContent, 'Save changes');
});

test('when what had the focus is gone, it goes where the page says', async () => {
  const page = await livePage('<div data-output="actions"><button data-input="delete">Delete</button></div>');
  page.$('button').focus();
  await page.stream.event('actions', 'e.1', '<p>Gone.</p><button data-input="undo" data-focus>Undo</button>');
  assert.equal(page.document.activeElement, page.$('button[data-input="undo"]'));
});

const row = (n, more = '', label = n) => `<li id="r${n}"${more}><a href="/${n}" id="a${n}">${label}</a><span id="d${n}">${label}</span></li>`;
const rows = (page) => page.document.querySelectorAll('li').map(({ id, textContent }) => `${id}:${textContent}`).join(' ');
const LIST = {
  'a row is put first': [row(3, ' data-after=""'), 'r3:33 r1:11 r2:22'],
  'a row is put behind another': [row(3, ' data-after="r1"'), 'r1:11 r3:33 r2:22'],
  'a row is moved': [row(1, ' data-after="r2"'), 'r2:22 r1:11'],
  'a row is changed': [row(2, '', 'x'), 'r1:11 r2:xx'],
  'a part of a row is changed': ['<span id="d2">x</span>', 'r1:11 r2:2x'],
  'a row is taken away': ['<li id="r1" data-removed></li>', 'r2:22'],
  'a row that is not there is not missed': ['<li id="r9" data-removed></li>' + row(8), 'r1:11 r2:22'],
  'the list is another one': ['<li data-reset></li>' + row(5, ' data-after=""') + row(6, ' data-after="r5"'), 'r5:55 r6:66'],
  'operations come in their order': ['<li id="r1" data-removed></li>' + row(3, ' data-after="r2"') + row(4, ' data-after="r3"'), 'r2:22 r3:33 r4:44'],
};

for (const [name, [operations, expected]] of Object.entries(LIST)) {
  test(`list: ${name}`, async () => {
    const page = await livePage(`<ol data-output="items" data-list>${row(1)}${row(2)}</ol>`);
    await page.stream.event('items', 'e.1', operations);
    assert.equal(rows(page), expected);
    assert.deepEqual(page.document.querySelectorAll('[data-after]'), []);
  });
}

test('list: the focus stays on a row that is moved or changed', async () => {
  const page = await livePage(`<ol data-output="items" data-list>${row(1)}${row(2)}</ol>`);
  page.$('[id=a1]').focus();
  await page.stream.event('items', 'e.1', row(1, ' data-after="r2"', 'x'));
  assert.equal(page.document.activeElement, page.$('[id=a1]'));
  await page.stream.event('items', 'e.2', row(1, '', 'y'));
  assert.equal(page.document.activeElement.textContent, 'y');
});

test('list: after a reset it grows to its former length, and back to the place in it', async () => {
  const list = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => row(from + i, ` data-after="${i || from > 1 ? `r${from + i - 1}` : ''}"`)).join('');
  const page = await livePage(`<ol data-output="items" data-list>${row(1)}${row(2)}${row(3)}</ol><a data-input="more" data-visible>More</a>`);
  page.scrollY = 500;
  await page.stream.event('items', 'e.1', `<li data-reset></li>${list(1, 2)}`);
  assert.deepEqual(page.sent, ['1 more=']);
  page.scrollY = 0;
  await page.stream.event('items', 'e.2', list(3, 4));
  assert.equal(page.scrollY, 500);
});

test('of an output in several places each has its own', async () => {
  const page = await livePage('<p data-output="errors" data-part id="a"></p><p data-output="errors" data-part id="b"></p>');
  await page.stream.event('errors', 'e.1', '<p id="b">Wrong</p>');
  assert.deepEqual(['a', 'b'].map((id) => page.$(`[id=${id}]`).textContent), ['', 'Wrong']);
});

test('what happened once is gone when the visitor does something else', async () => {
  const page = await livePage(`<div data-output="alert" data-moment></div>${BUTTON}`);
  await page.stream.event('alert', 'e.1', '<p>Failed</p>');
  assert.equal(page.$('div').textContent, 'Failed');
  await page.click('button[data-input]');
  assert.equal(page.$('div').textContent, '');
});

test('an error marks its field as long as it says something', async () => {
  const page = await livePage('<input id="title" name="title" data-input="title"><p data-output="error" data-for="title"></p>');
  await page.stream.event('error', 'e.1', 'Too long');
  assert.equal(page.$('input').getAttribute('aria-invalid'), 'true');
  await page.stream.event('error', 'e.2', '');
  assert.equal(page.$('input').getAttribute('aria-invalid'), 'false');
});

test('a dialog opens, and its closing leads on', async () => {
  const page = await livePage('<div data-output="saved" data-moment></div>');
  await page.stream.event('saved', 'e.1', '<dialog data-modal data-close="/goals">Saved</dialog>');
  assert.ok(page.$('dialog').open);
  page.$('dialog').dispatch('close');
  assert.deepEqual(page.visits, ['/goals']);
});

test('what was typed needs no keeping any more when the page says so', async () => {
  const storage = new Storage();
  const page = await livePage(`<div data-output="saved"></div>${FIELD}`, { storage });
  await page.type('textarea', 'Saved');
  await page.post.applied(1);
  await page.submit('form');
  await page.stream.event('saved', 'e.1', '<p data-forget>Saved.</p>');
  await page.happens('pagehide');
  assert.deepEqual({ ...storage }, {});
});

test('while the browser has no network a click says so, and leads nowhere', async () => {
  const page = await livePage('<a data-input="selection" href="/12">12</a>');
  await page.happens('offline');
  assert.equal(page.state, 'offline');
  assert.ok((await page.click('a')).defaultPrevented);
  assert.deepEqual(page.sent, []);
  await page.happens('online');
  await page.stream.head();
  assert.equal(page.state, 'live');
});

test('a form of another kind is sent by the browser, and the page does not say that the line is lost', async () => {
  const page = await livePage('<form method="post" action="/logout"><button>Sign out</button></form>');
  assert.ok(!(await page.submit('form')).defaultPrevented);
  await page.stream.end();
  assert.equal(page.state, 'live');
  await page.pass(5_000);
  assert.equal(page.streams.length, 2);
});

test('a button that only the script switches off, and a notice that goes away', async () => {
  const page = await livePage('<div data-output="save"><button data-enabled="false">Save</button><a data-dismiss href="/">Close</a></div>');
  assert.equal(page.$('button').disabled, true);
  assert.ok((await page.click('a')).defaultPrevented);
  assert.equal(page.$('div').textContent, '');
});

// ---- Effects ---------------------------------------------------------------------------------------------------------

test('navigate leads to another page, and keeps what was typed', async () => {
  const storage = new Storage();
  const page = await livePage(FIELD, { storage });
  await page.type('textarea', 'Kept');
  await page.stream.effect('e.1', 'navigate', '/goals/12/review');
  assert.deepEqual(page.visits, ['/goals/12/review']);
  assert.deepEqual(page.document.cookies, []);
  await page.happens('pagehide');
  assert.match(JSON.stringify(storage), /Kept/);
});

test('navigate with forget gives up what was taken', async () => {
  const storage = new Storage();
  const page = await livePage(FIELD, { storage });
  await page.type('textarea', 'Taken');
  await page.post.applied(1);
  await page.submit('form');
  await page.stream.effect('e.1', 'navigate', '/', ' forget');
  await page.happens('pagehide');
  assert.doesNotMatch(JSON.stringify(storage), /Taken/);
});

test('what was typed after it was saved is sent, and kept until it has arrived', async () => {
  const storage = new Storage();
  const page = await livePage(FIELD, { storage });
  await page.type('textarea', 'Saved');
  await page.post.applied(1);
  await page.submit('form');
  await page.post.applied(2);
  page.$('textarea').value = 'Saved, and more';
  page.$('textarea').dispatch('input');
  await page.stream.effect('e.1', 'navigate', '/', ' forget');
  assert.deepEqual(page.visits, ['/']);
  assert.deepEqual(page.sent, ['1 text=Saved', '2 save=', '3 text=Saved, and more']);
  assert.match(JSON.stringify(storage), /Saved, and more/);
  await page.post.applied(3);
  assert.deepEqual({ ...storage }, {});
});

for (const [protocol, end] of [['http:', ''], ['https:', '; secure']]) {
  test(`navigate takes a flash along in a cookie, over ${protocol}`, async () => {
    const page = await livePage('', { protocol });
    await page.stream.effect('e.1', 'navigate', '/goals', ' flash="Saved; and sound"');
    assert.deepEqual(page.document.cookies, [`flash=Saved%3B%20and%20sound; path=/; max-age=10; samesite=lax${end}`]);
    assert.deepEqual(page.visits, ['/goals']);
  });
}

test('a flash is shown where the page shows it, as text', async () => {
  const page = await livePage('<p data-flash></p>');
  await page.stream.effect('e.1', 'flash', 'Saved &lt;b&gt;');
  assert.equal(page.$('p').textContent, 'Saved <b>');
});

test('focus goes to what comes in the same piece, even after it', async () => {
  const page = await livePage('<div data-output="form"></div>');
  await page.stream.say('event: output\nid: e.1\ndata: <live-effect type="focus" value="title"></live-effect>\n\n'
    + 'event: form\nid: e.2\ndata: <input id="title" name="title">\n\n');
  assert.equal(page.document.activeElement.id, 'title');
});

test('a cookie is fetched by an empty batch, and later effects wait for it', async () => {
  const page = await livePage('');
  await page.stream.effect('e.1', 'cookie');
  await page.stream.effect('e.2', 'navigate', '/goals');
  assert.deepEqual(page.post.body, { epoch: 'e', inputs: [] });
  assert.deepEqual(page.visits, []);
  await page.post.applied(0);
  assert.deepEqual(page.visits, ['/goals']);
});

test('a cookie that hangs is fetched again', async () => {
  const page = await livePage('');
  await page.stream.effect('e.1', 'cookie');
  await page.stream.effect('e.2', 'navigate', '/goals');
  await page.stream.say(':\n\n');
  await page.pass(15_250);
  assert.equal(page.posts.length, 2);
  await page.post.applied(0);
  assert.deepEqual(page.visits, ['/goals']);
});

test('a download leaves the page as it is', async () => {
  const page = await livePage('');
  await page.stream.effect('e.1', 'download', '/export');
  assert.deepEqual(page.visits, []);
  const [link] = page.document.clicked;
  assert.deepEqual([link.href, link.download], ['/export', '']);
});

test('where the page was is told when its stream is opened again, and with inputs', async () => {
  const page = await livePage(BUTTON);
  assert.equal('Live-Resume' in page.stream.headers, false);
  await page.stream.effect('e.1', 'resume', 'after=17 한');
  await page.click('button[data-input]');
  assert.equal(page.post.headers['Live-Resume'], 'after%3D17%20%ED%95%9C');
  await page.stream.end();
  await page.pass(250);
  assert.equal(page.stream.headers['Live-Resume'], 'after%3D17%20%ED%95%9C');
  assert.equal(page.stream.headers['Last-Event-ID'], 'e.1');
  assert.deepEqual({ ...page.storage }, {});
  await page.stream.head();
  await page.stream.effect('e.2', 'resume', '');
  await page.stream.end();
  await page.pass(1_000);
  assert.equal(page.streams.length, 3);
  assert.equal('Live-Resume' in page.stream.headers, false);
});

test('a page that says where it is tells it from the first stream on', async () => {
  const page = await livePage('', { main: 'data-live="/live/x" data-last="e.0" data-csrf="c" data-resume="17 & 3"' });
  assert.equal(page.stream.headers['Live-Resume'], '17%20%26%203');
});

test('what a refused form holds is sent, since no session knows of it', async () => {
  const main = 'data-live="/live/x" data-last="e.0" data-csrf="c" data-typed';
  const fields = '<input name="title" value="Typed" data-input="title"><input name="note" value="" data-input="note">'
    + '<input type="radio" name="level" value="1" data-input="level" checked>'
    + '<input type="radio" name="level" value="2" data-input="level">'
    + '<input type="password" name="key" value="" data-input="key" data-secret>';
  const page = await livePage(fields, { main });
  await page.pass(200);
  assert.deepEqual(page.sent, ['1 title=Typed, 2 level=1']);
});

test('an effect of a kind that is not known does no harm', async () => {
  const page = await livePage('<p data-flash></p>');
  await page.stream.effect('e.1', 'dance', 'now');
  await page.stream.effect('e.2', 'flash', 'Hello');
  assert.equal(page.$('p').textContent, 'Hello');
});

// ---- What is typed, and the server -----------------------------------------------------------------------------------

const BASED = `<form data-input="save"><textarea id="liked" name="liked" data-input="liked" data-basis="1.a"></textarea>
  <input type="hidden" name="liked.basis" value="1.a"><p data-limit="5"><span data-count="liked">0</span> / 5</p>
  <input name="other" data-input="other"><button>Save</button></form>`;
const fill = (page, id, value, basis, more = '') => page.stream.effect(id, 'fill', value, ` name="liked" basis="${basis}"${more}`);
const stored = (page) => page.storage['live-text:7:/page'] ?? '';
const basedPage = (storage) => livePage(BASED, { main: OWNED, storage });

test('each input of a field says what its text was made from', async () => {
  const page = await basedPage();
  await page.type('textarea', 'One');
  assert.deepEqual(page.post.body.inputs, [{ n: 1, name: 'liked', value: 'One', basis: '1.a' }]);
  await page.type('input[name="other"]', 'x');
  await page.post.applied(1);
  assert.deepEqual(page.post.body.inputs, [{ n: 2, name: 'other', value: 'x' }]);
});

test('what the server has fills a field and the basis beside it', async () => {
  const page = await basedPage();
  await fill(page, 'e.1', 'Theirs', '2.b');
  assert.equal(page.$('textarea').value, 'Theirs');
  assert.equal(page.$('textarea').getAttribute('data-basis'), '2.b');
  assert.equal(page.$('input[name="liked.basis"]').value, '2.b');
  assert.equal(page.$('span').textContent, '6');
  // It was not typed: saving does not send it.
  await page.submit('form');
  assert.deepEqual(page.sent, ['1 save=']);
});

test('what is typed and not acknowledged is not filled over, so that the server sees the conflict', async () => {
  const page = await basedPage();
  page.$('textarea').value = 'Mine';
  page.$('textarea').dispatch('input');
  await fill(page, 'e.1', 'Theirs', '2.b');
  assert.equal(page.$('textarea').value, 'Mine');
  await page.pass(150);
  await fill(page, 'e.2', 'Theirs', '2.b');
  assert.equal(page.$('textarea').value, 'Mine');
  assert.deepEqual(page.post.body.inputs, [{ n: 1, name: 'liked', value: 'Mine', basis: '1.a' }]);
  await page.post.applied(1);
  await fill(page, 'e.3', 'Theirs', '3.c', ' after="1"');
  assert.equal(page.$('textarea').value, 'Theirs');
});

test('a field that is being typed in is filled when it is left, unless more was typed', async () => {
  const page = await basedPage();
  const field = page.$('textarea');
  field.focus();
  await page.type('textarea', 'Mine');
  await page.post.applied(1);
  await fill(page, 'e.1', 'Theirs', '2.b', ' after="1"');
  assert.equal(field.value, 'Mine');
  assert.equal(field.getAttribute('data-basis'), '1.a');
  page.document.activeElement = page.document.body;
  field.dispatch('focusout');
  await page.pass(0);
  assert.equal(field.value, 'Theirs');
  assert.equal(field.getAttribute('data-basis'), '2.b');

  field.focus();
  await page.type('textarea', 'Mine again');
  await page.post.applied(2);
  await fill(page, 'e.2', 'Theirs again', '3.c', ' after="2"');
  await page.type('textarea', 'Mine again and more');
  await page.post.applied(3);
  page.document.activeElement = page.document.body;
  field.dispatch('focusout');
  await page.pass(0);
  assert.equal(field.value, 'Mine again and more');
});

test('a field with the focus that nobody typed in is filled, and keeps its cursor', async () => {
  const page = await basedPage();
  const field = page.$('textarea');
  field.focus();
  field.setSelectionRange(2, 3);
  await fill(page, 'e.1', 'Theirs', '2.b');
  assert.equal(field.value, 'Theirs');
  assert.deepEqual([field.selectionStart, field.selectionEnd], [2, 3]);
});

test('what has come in is filled over, though its answer is on its way', async () => {
  const page = await basedPage();
  await page.type('textarea', 'Mine');
  await fill(page, 'e.1', 'Older', '2.b', ' after="0"');
  assert.equal(page.$('textarea').value, 'Mine');
  await fill(page, 'e.2', 'Theirs', '3.b', ' after="1"');
  assert.equal(page.$('textarea').value, 'Theirs');
  await page.post.applied(1);
  assert.equal(page.$('textarea').value, 'Theirs');
  assert.equal(stored(page), '');
});

test('what was typed stays when a text comes that the server sent before it had that, though its answer came first', async () => {
  const page = await basedPage();
  const field = page.$('textarea');
  field.focus();
  await page.type('textarea', 'Mine');
  await page.post.applied(1);
  await fill(page, 'e.1', 'Theirs', '2.b', ' after="0"');
  page.document.activeElement = page.document.body;
  field.dispatch('focusout');
  await page.pass(0);
  assert.equal(field.value, 'Mine');
  await fill(page, 'e.2', 'Theirs', '3.b', ' after="1"');
  assert.equal(field.value, 'Theirs');
});

test('by force a field is filled at once, and what was typed since stays nevertheless', async () => {
  const page = await basedPage();
  page.$('textarea').focus();
  await page.type('textarea', 'Mine');
  assert.match(stored(page), /Mine/);
  await fill(page, 'e.1', 'Theirs', '2.b', ' force after="1"');
  assert.equal(page.$('textarea').value, 'Theirs');
  assert.equal(stored(page), '');
  await page.post.applied(1);
  page.$('textarea').value = 'More';
  page.$('textarea').dispatch('input');
  await fill(page, 'e.2', 'Theirs', '3.b', ' force after="1"');
  assert.equal(page.$('textarea').value, 'More');
  await page.pass(1_000);
  assert.deepEqual(page.sent.slice(1), ['2 liked=More']);
});

test('the own text with a newer basis stays what was typed: it may not be kept yet', async () => {
  const page = await basedPage();
  await page.type('textarea', 'Mine');
  await page.post.answer(200, { applied: 1, refused: [], epoch: 'e', held: true });
  await fill(page, 'e.1', 'Mine', '2.b', ' after="1"');
  assert.equal(page.$('textarea').getAttribute('data-basis'), '2.b');
  assert.match(stored(page), /"Mine","2\.b"/);
});

// V7: a megabyte was sent, and read at each key.
test('no more of a text is sent than any field keeps; all of it stays in the field and in the storage', async () => {
  const page = await basedPage();
  await page.type('textarea', `${'x'.repeat(48_000)}\u{1f9d1}${'x'.repeat(10_000)}`);
  const [{ value }] = page.post.body.inputs;
  assert.equal(value, `${'x'.repeat(48_000)}\ufffd`);
  assert.equal(page.$('textarea').value.length, 58_002);
  assert.match(stored(page), /x\u{1f9d1}x/u);
  await page.post.answer(200, { applied: 1, refused: [], epoch: 'e', held: true });
  assert.match(stored(page), /x\u{1f9d1}x/u);
});

test('of a text that came in cut the beginning is not filled in: it only brings its basis', async () => {
  const page = await basedPage();
  await page.type('textarea', 'Mine, and more');
  await page.post.answer(200, { applied: 1, refused: [], epoch: 'e', held: true });
  await fill(page, 'e.1', 'Mine', '2.b', ' after="1" force cut');
  assert.equal(page.$('textarea').value, 'Mine, and more');
  assert.equal(page.$('textarea').getAttribute('data-basis'), '2.b');
  assert.match(stored(page), /"Mine, and more","2\.b"/);
});

test('a field runs as the first letter of its text does, among the first 200 characters', async () => {
  const page = await basedPage();
  const directions = [
    ['שלום', 'rtl'], ['Hi שלום', ''], ['1. «مرحبا»', 'rtl'], ['12:30', ''], ['\u200f!', 'rtl'], ['😀ܫܠܡܐ', 'rtl'], ['\u{1e900}', 'rtl'],
    [`${'.'.repeat(199)}ש`, 'rtl'], [`${'.'.repeat(200)}ש`, ''], ['', ''],
  ];
  for (const [text, direction] of directions) {
    await page.type('textarea', text);
    assert.equal(page.$('textarea').dir, direction, text);
  }
  await page.post.applied(1);
  await fill(page, 'e.1', 'שלום', '2.b', ' after="9"');
  assert.equal(page.$('textarea').dir, 'rtl');
});

test('a text that was kept, or stands in a new piece of the page, gives its field the direction as well', async () => {
  const storage = new Storage();
  let page = await basedPage(storage);
  await page.type('textarea', 'שלום');
  page = new Window(BASED, { main: OWNED, storage });
  await page.start();
  assert.equal(page.$('textarea').dir, 'rtl');
  await page.stream.head();
  const other = await livePage('<div data-output="form"></div>');
  await other.stream.event('form', 'e.1', '<input name="title" data-input="title" value="שלום">');
  assert.equal(other.$('input').dir, 'rtl');
});

test('a counter counts no further than the largest field may go', async () => {
  const page = await livePage('<form data-input="save"><textarea id="text" name="text" data-input="text"></textarea></form><p><span data-count="text" data-limit="3000"></span></p>');
  const counter = page.$('span');
  await page.type('textarea', 'x'.repeat(48_000));
  assert.equal(counter.textContent, '48,000');
  await page.type('textarea', 'x'.repeat(1_000_000));
  assert.equal(counter.textContent, '48,000');
  assert.ok(counter.classes.has('over'));
  await page.type('textarea', `e${'\u0301'.repeat(60_000)}`);
  assert.equal(counter.textContent, '1');
});

test('a choice is filled', async () => {
  const page = await livePage('<input type="radio" name="level" value="1" data-input="level" data-basis="1"><input type="radio" name="level" value="2" data-input="level" data-basis="1">');
  await page.stream.effect('e.1', 'fill', '2', ' name="level" basis="2"');
  assert.equal(page.$('input[value="2"]').checked, true);
  assert.equal(page.$('input[value="2"]').getAttribute('data-basis'), '2');
});

test('what a field was made from stays with its text when its piece of the page is replaced', async () => {
  const page = await livePage('<form data-input="save"><div data-output="form"><input name="title" data-input="title" data-basis="1"></div></form>');
  await page.type('input', 'Mine');
  await page.stream.event('form', 'e.1', '<input name="title" data-input="title" data-basis="2" value="Theirs">');
  assert.equal(page.$('input').value, 'Mine');
  assert.equal(page.$('input').getAttribute('data-basis'), '1');
});

test('as long as something typed is not kept, the page says so; not for a short pause', async () => {
  const page = await basedPage();
  page.$('textarea').value = 'One';
  page.$('textarea').dispatch('input');
  await page.pass(150);
  await page.post.applied(1);
  await page.pass(5_000);
  assert.equal(page.unsaved, false);
  await page.type('textarea', 'Two');
  await page.pass(999 - 150);
  assert.equal(page.unsaved, false);
  await page.pass(1);
  assert.equal(page.unsaved, true);
  await page.post.applied(2);
  assert.equal(page.unsaved, false);
});

test('what the server holds and has not written is not saved, and stays in the storage', async () => {
  const page = await basedPage();
  await page.type('textarea', 'Held');
  await page.post.answer(200, { applied: 1, refused: [], epoch: 'e', held: true });
  await page.pass(1_000);
  assert.equal(page.unsaved, true);
  assert.match(stored(page), /Held/);
  await page.stream.effect('e.1', 'held', '');
  assert.equal(page.unsaved, false);
  assert.equal(stored(page), '');
  await page.stream.effect('e.2', 'held', '1');
  assert.equal(page.unsaved, false);
  await page.type('textarea', 'More');
  await page.post.applied(2);
  assert.equal(stored(page), '');
});

test('a text that is too large is not saved, and stays in the storage', async () => {
  const page = await basedPage();
  await page.type('textarea', 'Much');
  await page.post.answer(413);
  await page.pass(1_000);
  assert.equal(page.unsaved, true);
  assert.match(stored(page), /Much/);
});

test('each key is in the storage before anything is sent, and the browser may die', async () => {
  const storage = new Storage();
  let page = await basedPage(storage);
  for (const text of ['O', 'On', 'One']) {
    page.$('textarea').value = text;
    page.$('textarea').dispatch('input');
    assert.match(stored(page), new RegExp(`"${text}"`));
  }
  page = new Window(BASED.replaceAll('1.a', '4.d'), { main: OWNED, storage });
  await page.start();
  assert.equal(page.$('textarea').value, 'One');
  assert.equal(page.$('input[name="liked.basis"]').value, '1.a');
  await page.stream.head();
  await page.pass(0);
  // With what it was made from then: the server sees what came between.
  assert.deepEqual(page.post.body.inputs, [{ n: 1, name: 'liked', value: 'One', basis: '1.a' }]);
  assert.match(stored(page), /One/);
  await page.post.applied(1);
  assert.equal(stored(page), '');
});

test('what the server has already is not sent again when the page opens', async () => {
  const storage = new Storage();
  let page = await basedPage(storage);
  await page.type('textarea', 'One');
  page = await livePage(BASED.replace('"1.a"></textarea>', '"2.b">One</textarea>'), { main: OWNED, storage });
  await page.pass(1_000);
  assert.deepEqual(page.sent, []);
  assert.equal(stored(page), '');
  assert.equal(page.$('textarea').getAttribute('data-basis'), '2.b');
});

test('a choice comes back as well', async () => {
  const levels = '<input type="radio" name="level" value="1" data-input="level" checked><input type="radio" name="level" value="2" data-input="level">';
  const storage = new Storage();
  let page = await livePage(levels, { main: OWNED, storage });
  await page.choose('input[value="2"]');
  page = await livePage(levels, { main: OWNED, storage });
  assert.equal(page.$('input[value="2"]').checked, true);
  await page.pass(0);
  assert.deepEqual(page.sent, ['1 level=2']);
});

test('one who has another account sees nothing of it, and nothing is left', async () => {
  const storage = new Storage();
  let page = await basedPage(storage);
  await page.type('textarea', 'Mine alone');
  page = await livePage(BASED, { main: OWNED.replace('"7"', '"8"'), storage });
  assert.equal(page.$('textarea').value, '');
  assert.deepEqual({ ...storage }, {});
});

test('a secret is in no storage at any time', async () => {
  const page = await livePage(LOGIN, { main: OWNED });
  await page.type('input[data-secret]', 'open sesame');
  assert.doesNotMatch(JSON.stringify(page.storage), /sesame/);
  await page.happens('pagehide');
  assert.doesNotMatch(JSON.stringify(page.storage), /sesame/);
});

test('what can not be stored is asked for when the page is left, and nothing else is', async () => {
  const page = await basedPage();
  await page.type('textarea', 'Stored');
  assert.equal(page.typing.mustAsk(), false);
  page.storage.setItem = () => { throw new Error('QuotaExceededError'); };
  await page.type('textarea', 'Not stored');
  assert.equal(page.typing.mustAsk(), true);
  await page.post.applied(1);
  await page.post.applied(2);
  assert.equal(page.typing.mustAsk(), false);
});

test('two tabs with one page keep what each has typed', async () => {
  const storage = new Storage();
  const [one, other] = [await basedPage(storage), await basedPage(storage)];
  await one.type('textarea', 'In one');
  await other.type('input[name="other"]', 'In the other');
  await one.post.applied(1);
  assert.match(stored(one), /In the other/);
  await other.post.applied(1);
  assert.equal(stored(one), '');
});

test('the characters are counted at each key, and too many are marked', async () => {
  const page = await basedPage();
  const counted = (text) => {
    page.$('textarea').value = text;
    page.$('textarea').dispatch('input');
    return [page.$('span').textContent, page.$('p').getAttribute('class') ?? ''];
  };
  assert.deepEqual(counted('  a\nb  '), ['3', '']);
  assert.deepEqual(counted('123456'), ['6', 'over']);
  assert.deepEqual(counted('👨‍👩‍👧‍👦'), ['1', '']);
  assert.deepEqual(counted('각각 “e\u0301”'), ['6', 'over']);
  assert.deepEqual(counted('x'.repeat(1234)), ['1,234', 'over']);
});

test('a counter that comes with a piece of the page counts what is typed', async () => {
  const page = await livePage(`<div data-output="count"></div>${FIELD.replace('<textarea', '<textarea id="text"')}`);
  await page.type('textarea', 'Three');
  await page.stream.event('count', 'e.1', '<span data-count="text">0</span>');
  assert.equal(page.$('span').textContent, '5');
});

// ---- Notices ---------------------------------------------------------------------------------------------------------

test('a notice goes by itself, and its time stands still while somebody is at it', async () => {
  const page = await livePage('<div data-output="done" data-moment></div>');
  const toast = async (id) => {
    await page.stream.event('done', id, '<p data-timeout="10000">Deleted <a href="/">Undo</a></p>');
    return page.$('p');
  };
  await toast('e.1');
  await page.pass(9_999);
  assert.ok(page.$('p'));
  await page.pass(1);
  assert.equal(page.$('p'), null);

  const notice = await toast('e.2');
  await page.pass(5_000);
  notice.isHovered = true;
  await page.pass(60_000);
  assert.ok(page.$('p'));
  notice.isHovered = false;
  page.$('a').focus();
  await page.pass(60_000);
  assert.ok(page.$('p'));
  page.document.activeElement = page.document.body;
  await page.pass(5_000);
  assert.equal(page.$('p'), null);
});

// V5: it stayed for 30 seconds, through whatever was done meanwhile.
const FLASH = '<p data-flash data-moment data-timeout="5000">Your goal is set</p><form data-input="tick"><input name="title" data-input="title"><button>Tick</button></form>'
  + '<a href="/more" data-input="fetchNextPage" data-visible>More</a>';
const words = (page) => page.$('[data-flash]').textContent;

test('a flash goes by itself, and its element stays for the next one', async () => {
  const page = await livePage(FLASH);
  await page.pass(4_999);
  assert.equal(words(page), 'Your goal is set');
  await page.pass(1);
  assert.equal(words(page), '');
  for (const id of ['e.1', 'e.2']) {
    await page.stream.effect(id, 'flash', 'Saved');
    await page.pass(4_000);
    assert.equal(words(page), 'Saved', 'the same words have a time of their own');
  }
  await page.pass(1_000);
  assert.equal(words(page), '');
});

test('a flash stays while somebody is at it', async () => {
  const page = await livePage(FLASH);
  page.$('[data-flash]').isHovered = true;
  await page.pass(60_000);
  assert.equal(words(page), 'Your goal is set');
  page.$('[data-flash]').isHovered = false;
  page.$('[data-flash]').focus();
  await page.pass(60_000);
  assert.equal(words(page), 'Your goal is set');
  page.document.activeElement = page.document.body;
  await page.pass(5_000);
  assert.equal(words(page), '');
});

test('a flash goes with the next action, and not with one of nobody', async () => {
  const page = await livePage(FLASH);
  await page.comesIntoView(page.$('a'));
  await page.type('input', 'Run');
  await page.$('input').dispatch('click');
  assert.equal(words(page), 'Your goal is set');
  await page.submit('form');
  assert.equal(words(page), '');
});

test('a flash that came with the page is put there once more, for screen readers', async () => {
  const page = await livePage(FLASH);
  const [text] = page.$('[data-flash]').childNodes;
  await page.pass(1_000);
  assert.equal(words(page), 'Your goal is set');
  assert.notEqual(page.$('[data-flash]').childNodes[0], text);
});

// ---- A pointer that is pressed ---------------------------------------------------------------------------------------

const COUNT = '<b data-output="count">1</b><button data-input="refresh">Again</button><input name="text" data-input="text">';
const count = (page) => page.$('b').textContent;

test('what comes while a pointer is pressed waits for its click', async () => {
  const page = await livePage(COUNT);
  await page.happens('pointerdown');
  await page.stream.event('count', 'e.1', '2');
  await page.stream.event('count', 'e.2', '3');
  await page.pass(900);
  assert.equal(count(page), '1');
  await page.happens('pointerup');
  assert.equal(count(page), '1', 'the click comes after it');
  await page.click('button[data-input]');
  assert.deepEqual(page.sent, ['1 refresh=']);
  await page.pass(0);
  assert.equal(count(page), '3');
  await page.stream.event('count', 'e.3', '4');
  assert.equal(count(page), '4');
});

test('a release without a click, and a gesture that the browser takes for scrolling, let it come', async () => {
  for (const [type, ms] of [['pointerup', 100], ['pointercancel', 0]]) {
    const page = await livePage(COUNT);
    await page.happens('pointerdown');
    await page.stream.event('count', 'e.1', '2');
    await page.happens(type);
    await page.pass(ms);
    assert.equal(count(page), '2', type);
  }
});

test('a long press, or one of whose end the page does not hear, holds nothing for more than a second', async () => {
  const page = await livePage(COUNT);
  await page.happens('pointerdown');
  await page.stream.event('count', 'e.1', '2');
  await page.pass(999);
  assert.equal(count(page), '1');
  await page.pass(1);
  assert.equal(count(page), '2');
  await page.stream.event('count', 'e.2', '3');
  assert.equal(count(page), '3');
});

test('an effect waits as well, behind the changes before it', async () => {
  const page = await livePage(COUNT);
  await page.happens('pointerdown');
  await page.stream.event('count', 'e.1', '2');
  await page.stream.effect('e.2', 'navigate', '/next');
  assert.deepEqual(page.visits, []);
  await page.happens('pointerup');
  await page.pass(100);
  assert.equal(count(page), '2');
  assert.deepEqual(page.visits, ['/next']);
});

test('typing is sent while a pointer is pressed, and without one nothing waits', async () => {
  const page = await livePage(COUNT);
  await page.happens('pointerdown');
  await page.type('input', 'a');
  assert.deepEqual(page.sent, ['1 text=a']);
  await page.happens('pointercancel');
  await page.pass(0);
  await page.post.applied(1);
  await page.happens('keydown');
  await page.type('input', 'ab');
  assert.deepEqual(page.sent, ['1 text=a', '2 text=ab']);
  await page.stream.event('count', 'e.1', '2');
  assert.equal(count(page), '2');
});

test('what waits when the line is lost comes again by the next stream, once', async () => {
  const page = await livePage('<ol data-output="rows" data-list><li id="a">a</li></ol>');
  await page.happens('pointerdown');
  await page.stream.event('rows', 'e.1', '<li id="b" data-after="a">b</li>');
  await page.stream.fail();
  await page.pass(250);
  assert.equal(page.stream.headers['Last-Event-ID'], 'e.0');
  await page.stream.head();
  await page.stream.event('rows', 'e.1', '<li id="b" data-after="a">b</li>');
  await page.stream.event('rows', 'e.2', '<li id="b" data-removed></li>');
  await page.pass(1_000);
  assert.equal(page.$('ol').textContent, 'a');
  await page.stream.fail();
  await page.pass(500);
  assert.equal(page.stream.headers['Last-Event-ID'], 'e.2');
});

test('a page that is left while a pointer is pressed goes on when it is back', async () => {
  const page = await livePage(COUNT);
  await page.happens('pointerdown');
  await page.stream.event('count', 'e.1', '2');
  await page.happens('pagehide');
  await page.happens('pageshow', { persisted: true });
  assert.equal(page.stream.headers['Last-Event-ID'], 'e.0');
  await page.stream.head();
  await page.stream.event('count', 'e.1', '2');
  assert.equal(count(page), '2');
});

// ---- Load ------------------------------------------------------------------------------------------------------------

test('attributes are named in one place', () => {
  for (const [name, source] of Object.entries(sources)) {
    const script = readFileSync(source, 'utf8');
    const [, list] = script.match(/const A = Object\.fromEntries\(([^;]*)\.map/);
    const names = [...list.matchAll(/'([^']*)'/g)].flatMap(([, text]) => text.trim().split(/ +/)).filter(Boolean);
    const code = script.split('\n').filter((line) => !line.trim().startsWith('//')).join('\n');
    assert.doesNotMatch(code, /dataset|data-[a-z]/);
    const used = new Set([...script.matchAll(/\bA(?:\.(\w+)|\['([\w-]+)'\])/g)].map(([, a, b]) => a ?? b));
    assert.deepEqual([...used].sort(), names.sort(), name);
  }
});
