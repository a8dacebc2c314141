// Files of a form, on a small document, with a network that the test moves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf } from './scripts.mjs';
import { Storage, livePage, settled } from './window.mjs';

await import(addressOf('uploads'));

const ROW = `<li><span></span><progress max="1" value="0" data-when="waiting sending"></progress>
<p data-when="tooLarge" hidden>Too large</p><p data-when="surplus" hidden>Too many</p><p data-when="busy" hidden>Busy</p>
<p data-when="failed" hidden>Failed</p><p data-when="missing" hidden>Gone</p><button data-when="busy failed" data-retry>Again</button>
<button data-when="waiting sending">Cancel</button>
<button data-when="sent tooLarge surplus busy failed missing">Remove</button></li>`;

const box = (name, { address = addressOf('uploads'), value = '', rows = '', most = 2 } = {}) => `
<div data-uploads="${address}" data-most="${most}" data-bytes="1000">
<input type="text" hidden name="${name}" data-input="${name}" value="${value}"><ul>${rows}</ul>
<input type="file" id="${name}" name="${name}"><template>${ROW}</template></div>`;

const form = (...boxes) => `<form data-input="save"><input name="title" data-input="title">${boxes.join('')}</form>`;

const open = async (body, options) => {
  const page = await livePage(body, options);
  for (let turn = 0; turn < 5; turn++) await settled();
  return page;
};

const file = (name, size = 900) => ({ name, size });
const rows = (page) => page.document.querySelectorAll('li');
const states = (page) => rows(page).map((row) => {
  const shown = row.querySelectorAll('[data-when]').filter(({ hidden }) => !hidden);
  return `${row.querySelector('span').textContent} ${shown.map((el) => el.textContent.trim() || 'bar').join(' ')}`;
});
const press = async (page, index, words) => {
  rows(page)[index].querySelectorAll('button').find((button) => button.textContent === words).dispatch('click');
  await page.pass(0);
};

test('a file is sent when it is chosen, and its field names it when it has come', async () => {
  const page = await open(form(box('pictures')));
  await page.attach('[id=pictures]', file('하늘.png'));
  const [upload] = page.uploads;
  assert.equal(`${upload.method} ${upload.url}`, 'PUT /live/x');
  assert.deepEqual(upload.headers, { 'X-CSRF-Token': 'c', 'Live-Field': 'pictures', 'Live-File': '%ED%95%98%EB%8A%98.png' });
  upload.upload.onprogress({ loaded: 450, total: 900 });
  assert.equal(page.$('progress').value, '0.5');
  assert.deepEqual(states(page), ['하늘.png bar Cancel']);
  assert.deepEqual(page.sent, []);
  await upload.answer(201, '{"id":"1a"}');
  await page.pass(0);
  assert.deepEqual(states(page), ['하늘.png Remove']);
  assert.deepEqual(page.sent, ['1 pictures=1a']);
});

test('files are sent one after another, also those of two fields', async () => {
  const page = await open(form(box('pictures'), box('papers')));
  await page.attach('[id=pictures]', file('a'), file('b'));
  await page.attach('[id=papers]', file('c'));
  assert.equal(page.uploads.length, 1);
  await page.uploads[0].answer(201, '{"id":"1"}');
  await page.uploads[1].answer(201, '{"id":"2"}');
  await page.uploads[2].answer(201, '{"id":"3"}');
  assert.deepEqual(page.uploads.map(({ headers }) => headers['Live-Field']), ['pictures', 'pictures', 'papers']);
  assert.equal(page.$('[data-input=pictures]').value, '1 2');
  assert.equal(page.$('[data-input=papers]').value, '3');
});

test('a file that no field takes is not sent', async () => {
  const page = await open(form(box('pictures')));
  await page.attach('[id=pictures]', file('large', 1001), file('a'), file('b'), file('c'));
  assert.deepEqual(states(page), ['large Too large Remove', 'a bar Cancel', 'b bar Cancel', 'c Too many Remove']);
});

test('a field for one file takes the newest', async () => {
  const page = await open(form(box('pictures', { most: 1 })));
  await page.attach('[id=pictures]', file('a'));
  await page.uploads[0].answer(201, '{"id":"1"}');
  await page.attach('[id=pictures]', file('b'));
  await page.uploads[1].answer(201, '{"id":"2"}');
  assert.deepEqual(states(page), ['b Remove']);
  assert.equal(page.$('[data-input=pictures]').value, '2');
});

test('what is cancelled is not sent, and the next file goes on', async () => {
  const page = await open(form(box('pictures')));
  await page.attach('[id=pictures]', file('a'), file('b'));
  await press(page, 0, 'Cancel');
  assert.ok(page.uploads[0].isAborted);
  await page.uploads[1].answer(201, '{"id":"2"}');
  assert.deepEqual(states(page), ['b Remove']);
  assert.equal(page.document.activeElement.id, 'pictures');
});

test('a refused file says why, and can be sent again', async () => {
  const page = await open(form(box('pictures')));
  await page.attach('[id=pictures]', file('a'));
  await page.uploads[0].answer(503, '{"error":"busy"}');
  assert.deepEqual(states(page), ['a Busy Again Remove']);
  await press(page, 0, 'Again');
  await page.uploads[1].answer(500, '<h1>Oh</h1>');
  assert.deepEqual(states(page), ['a Failed Again Remove']);
  await press(page, 0, 'Again');
  await page.uploads[2].answer(0, '');
  await press(page, 0, 'Again');
  await page.uploads[3].answer(201, '{"id":"1"}');
  assert.deepEqual(states(page), ['a Remove']);
});

test('a file that is taken out is named no more', async () => {
  const page = await open(form(box('pictures', { value: '1 2', rows: '<li data-file="1"><span>a</span></li><li data-file="2"><span>b</span></li>' })));
  assert.deepEqual(states(page), ['a Remove', 'b Remove']);
  await press(page, 0, 'Remove');
  assert.deepEqual(page.sent, ['1 pictures=2']);
});

test('a file that the server has no more is marked, and named no more', async () => {
  const page = await open(form(box('pictures')));
  await page.attach('[id=pictures]', file('a'), file('b'));
  await page.uploads[0].answer(201, '{"id":"1"}');
  await page.uploads[1].answer(201, '{"id":"2"}');
  await page.pass(0);
  await page.post.applied(1);
  await page.stream.effect('e.1', 'fill', '2', ' name="pictures" after="1"');
  page.$('[data-input=pictures]').mutate();
  assert.deepEqual(states(page), ['a Gone Remove', 'b Remove']);
  await page.pass(0);
  assert.equal(page.sent.at(-1), '2 pictures=2');
});

test('a form waits for its files', async () => {
  const page = await open(form(box('pictures')));
  const sent = [];
  page.$('form').requestSubmit = (button) => sent.push(button);
  await page.attach('[id=pictures]', file('a'));
  const event = page.$('form').dispatch('submit', { submitter: 'Save', stopPropagation: () => {} });
  assert.ok(event.defaultPrevented);
  assert.ok(page.$('form').hasAttribute('aria-busy'));
  await page.uploads[0].answer(201, '{"id":"1"}');
  assert.deepEqual(sent, ['Save']);
});

test('a form with a file that was not taken leads to it', async () => {
  const page = await open(form(box('pictures')));
  await page.attach('[id=pictures]', file('a', 5000));
  const event = page.$('form').dispatch('submit', { stopPropagation: () => {} });
  assert.ok(event.defaultPrevented);
  assert.equal(page.document.activeElement.textContent, 'Remove');
});

test('a form whose script has not come is the browser\'s, with its files', async () => {
  const page = await open(form(box('pictures', { address: 'file:///nothing.js' })));
  page.$('[id=pictures]').files = [file('a')];
  let isStopped = false;
  const event = page.$('form').dispatch('submit', { stopPropagation: () => (isStopped = true) });
  assert.ok(isStopped);
  void event;
  assert.equal(page.uploads.length, 0);
});

test('a page that is loaded again shows the names of what was sent before', async () => {
  const storage = new Storage();
  const page = await open(form(box('pictures')), { storage });
  await page.attach('[id=pictures]', file('a'));
  await page.uploads[0].answer(201, '{"id":"1"}');
  const again = await open(form(box('pictures', { value: '1' })), { storage });
  assert.deepEqual(states(again), ['a Remove']);
});
