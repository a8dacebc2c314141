// The machines alone: a race is a row of a table. A step is an event and what comes of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Document } from './document.mjs';
import { live, pages, typing, windowScript } from './scripts.mjs';
import { Storage, settled } from './window.mjs';

const { Line, Queue } = live;
const { Ahead, destination, isPlain, trailTo } = pages;
const { Texts, length } = typing;
const { Tabs } = windowScript;

// The longest back-off of each attempt is the plain one.
const random = () => 1;

const shown = ([name, ...values]) => {
  if (name === 'timer') return values[1] === undefined ? `no ${values[0]}` : `${values[0]} in ${values[1]}`;
  if (name !== 'send') return [name, ...values].filter((value) => value !== undefined).map((v) => (v?.constructor === Object ? JSON.stringify(v) : v)).join(' ');
  const [id, { epoch, inputs }, isLast] = values;
  return `send ${id}: ${[epoch, ...inputs.map(({ n, name, value }) => `${n} ${name}${value && `=${value}`}`)].join(', ')}${isLast ? ' at last' : ''}`;
};

// Closing always stops all timers of the stream.
const CLOSE = ['close', 'no limit', 'no stayed', 'no open'];

const play = (machine, steps) => {
  for (const [index, [event, ...rest]] of steps.entries()) {
    const expected = rest.pop();
    machine[event](...rest);
    const actions = machine.actions.splice(0).map(shown);
    const note = `step ${index + 1}, ${event}(${rest})`;
    if (typeof expected === 'string') {
      assert.equal(machine.state, expected, note);
    } else assert.deepEqual(actions, expected.flatMap((one) => (one === 'close' ? CLOSE : [one])), note);
  }
};

// ---- The line --------------------------------------------------------------------------------------------------------

// A step that ends in a word says the state after it, one that ends in a list the actions.
const LINE = {
  'a stream is opened, has its head, and lives': [
    ['open', ['close', 'open 1', 'limit in 15000']],
    ['head', 1, ['limit in 65000', 'stayed in 5000']],
    ['heard', 1, ['limit in 65000']],
    ['stayed', 'live'],
  ],
  'a head that does not come in time is not waited for': [
    ['open', 'connecting'],
    ['limit', ['close', 'open in 250']],
    ['open', ['close', 'open 3', 'limit in 15000']],
  ],
  'a stream that is silent is dead': [
    ['open', 'connecting'],
    ['head', 1, 'live'],
    ['limit', 'reconnecting'],
  ],
  'a head does not end the back-off': [
    ['open', 'connecting'],
    ['head', 1, 'live'],
    ['closed', 1, ['close', 'open in 250']],
    ['open', 'reconnecting'],
    ['head', 3, 'live'],
    ['closed', 3, ['close', 'open in 500']],
    ['open', 'reconnecting'],
    ['head', 5, 'live'],
    ['closed', 5, ['close', 'open in 1000']],
  ],
  'a stream that stayed ends the back-off': [
    ['open', 'connecting'],
    ['closed', 1, ['close', 'open in 250']],
    ['open', 'reconnecting'],
    ['head', 3, 'live'],
    ['stayed', []],
    ['closed', 3, ['close', 'open in 250']],
  ],
  'the back-off grows to ten seconds': [
    ['open', 'connecting'],
    ...[250, 500, 1000, 2000, 4000, 8000, 10000, 10000].flatMap((ms, index) => [
      ['closed', 2 * index + 1, ['close', `open in ${ms}`]], ['open', 'reconnecting'],
    ]),
  ],
  'what is told of an earlier stream comes too late': [
    ['open', 'connecting'],
    ['open', ['close', 'open 2', 'limit in 15000']],
    ['head', 1, []],
    ['heard', 1, []],
    ['mustRest', 1, []],
    ['closed', 1, 'connecting'],
    ['head', 2, 'live'],
    ['closed', 2, 'reconnecting'],
  ],
  'what cannot reach the network says offline, and online comes back at once': [
    ['open', 'connecting'],
    ['head', 1, 'live'],
    ['offline', 'offline'],
    ['closed', 1, 'offline'],
    ['online', ['close', 'open 3', 'limit in 15000']],
    ['head', 3, 'live'],
  ],
  'online changes nothing for who is live': [
    ['open', 'connecting'],
    ['head', 1, 'live'],
    ['online', []],
    ['visible', ['no rest']],
  ],
  'a stream that is being opened is not opened again because the page is seen': [
    ['open', ['close', 'open 1', 'limit in 15000']],
    ['visible', ['no rest']],
    ['head', 1, 'live'],
    ['closed', 1, 'reconnecting'],
    ['visible', ['no rest', 'close', 'open 3', 'limit in 15000']],
  ],
  'a page that nobody sees rests after a while, and comes back when it is seen': [
    ['open', 'connecting'],
    ['head', 1, 'live'],
    ['hidden', ['rest in 10000']],
    ['rest', ['close']],
    ['closed', 1, 'resting'],
    ['open', 'resting'],
    ['visible', ['no rest', 'close', 'open 4', 'limit in 15000']],
  ],
  'a page that is seen again in time keeps its stream': [
    ['open', 'connecting'],
    ['head', 1, 'live'],
    ['hidden', 'live'],
    ['visible', ['no rest']],
    ['heard', 1, 'live'],
  ],
  'a hidden page that loses its stream rests instead of coming back': [
    ['open', 'connecting'],
    ['head', 1, 'live'],
    ['hidden', 'live'],
    ['closed', 1, ['close', 'open in 250']],
    ['open', 'resting'],
  ],
  'who must rest comes back when somebody comes to it': [
    ['open', 'connecting'],
    ['head', 1, 'live'],
    ['mustRest', 1, 'live'],
    ['wanted', []],
    ['closed', 1, ['close']],
    ['wanted', ['close', 'open 3', 'limit in 15000']],
    ['head', 3, 'live'],
    ['closed', 3, 'reconnecting'],
  ],
  'a line that others need more is given up, and the page looks in from time to time': [
    ['open', 'connecting'],
    ['head', 1, 'live'],
    ['giveWay', ['close', 'open in 7500']],
    ['closed', 1, 'resting'],
    ['open', ['close', 'open 3', 'limit in 15000']],
    ['head', 3, ['limit in 65000', 'rest in 500', 'stayed in 5000']],
    ['heard', 3, ['limit in 65000', 'rest in 500']],
    ['rest', ['close', 'open in 7500']],
    ['closed', 3, 'resting'],
  ],
  'a line that is wanted is there at once, and stays': [
    ['giveWay', []],
    ['open', 'connecting'],
    ['head', 1, 'resting'],
    ['stay', ['no rest', 'close', 'open 2', 'limit in 15000']],
    ['wanted', []],
    ['head', 2, ['limit in 65000', 'stayed in 5000']],
    ['stay', 'live'],
  ],
  'a line that is lost while it only looks in is said to be lost': [
    ['giveWay', []],
    ['open', 'connecting'],
    ['closed', 1, 'reconnecting'],
    ['open', 'reconnecting'],
    ['head', 3, 'resting'],
  ],
  'a hidden page that gives way does not look in': [
    ['open', 'connecting'],
    ['head', 1, 'live'],
    ['hidden', ['rest in 10000']],
    ['giveWay', ['close']],
    ['stay', ['no rest', 'close']],
  ],
  'who is wanted while the stream is being opened does not open another': [
    ['open', 'connecting'],
    ['head', 1, 'live'],
    ['rest', 'resting'],
    ['wanted', ['close', 'open 3', 'limit in 15000']],
    ['wanted', []],
    ['head', 3, 'live'],
  ],
  'an ended line stays ended': [
    ['open', 'connecting'],
    ['end', ['close']],
    ...['open', 'online', 'offline', 'visible', 'wanted', 'rest'].map((event) => [event, 'ended']),
    ['closed', 1, []],
    ['open', []],
  ],
};

for (const [name, steps] of Object.entries(LINE)) {
  test(`line: ${name}`, () => play(new Line({ isVisible: true, isOnline: true, random }), steps));
}

test('line: a page that is opened hidden opens no stream', () => {
  const line = new Line({ isVisible: false, isOnline: true, random });
  play(line, [['open', ['close']], ['visible', ['no rest', 'close', 'open 2', 'limit in 15000']]]);
});

test('line: who leaves by a form is not told that the line is lost', () => {
  const line = new Line({ isVisible: true, isOnline: true, random });
  play(line, [['open', 'connecting'], ['head', 1, 'live']]);
  line.isLeaving = true;
  play(line, [['closed', 1, ['close', 'open in 5000']], ['wanted', 'live']]);
});

test('line: the chance in the back-off makes it shorter, by half at most', () => {
  const line = new Line({ isVisible: true, isOnline: true, random: () => 0 });
  play(line, [['open', 'connecting'], ['closed', 1, ['close', 'open in 125']]]);
});

// ---- The queue -------------------------------------------------------------------------------------------------------

const ok = (applied, epoch = 'e') => ({ applied, refused: [], epoch });
const LIMIT = 'timeout in 15000';

const QUEUE = {
  'inputs are sent in order, one batch at a time': [
    ['push', 'a', '1', []],
    ['push', 'b', '', []],
    ['flush', ['send 1: e, 1 a=1, 2 b', 'timeout in 15000.0625']],
    ['push', 'c', '', []],
    ['flush', []],
    ['answered', 1, 200, ok(2), ['no timeout', 'send 2: e, 3 c', LIMIT]],
    ['answered', 2, 200, ok(3), ['no timeout', 'idle']],
    ['flush', []],
  ],
  'what is typed while it waits is one input': [
    ['push', 'text', 'a', true, []],
    ['push', 'text', 'ab', true, []],
    ['flush', ['send 1: e, 1 text=ab', 'timeout in 15000.125']],
  ],
  'what is typed while it is on its way is another': [
    ['push', 'text', 'a', true, []],
    ['flush', ['send 1: e, 1 text=a', 'timeout in 15000.0625']],
    ['push', 'text', 'ab', true, []],
    ['answered', 1, 200, ok(1), ['no timeout', 'send 2: e, 2 text=ab', 'timeout in 15000.125']],
  ],
  'what was sent without an answer stays as it is, since it may have been applied': [
    ['push', 'text', 'a', true, []],
    ['flush', ['send 1: e, 1 text=a', 'timeout in 15000.0625']],
    ['answered', 1, undefined, null, ['no timeout', 'again in 250']],
    ['push', 'text', 'ab', true, []],
    ['again', ['send 2: e, 1 text=a, 2 text=ab', 'timeout in 15000.1875']],
  ],
  'a request that hangs is aborted and sent again with its numbers': [
    ['push', 'a', '', []],
    ['flush', ['send 1: e, 1 a', LIMIT]],
    ['timeout', ['abort', 'no timeout', 'again in 250']],
    ['push', 'b', '', []],
    ['flush', []],
    ['again', ['send 2: e, 1 a, 2 b', LIMIT]],
    ['answered', 1, 200, ok(1), []],
    ['answered', 2, 200, ok(2), ['no timeout', 'idle']],
  ],
  'a request that hangs is sent again as soon as a new stream is there': [
    ['push', 'a', '', []],
    ['flush', ['send 1: e, 1 a', LIMIT]],
    ['opening', []],
    ['connected', 'e', 0, ['abort', 'no timeout', 'no again', 'send 2: e, 1 a', LIMIT]],
    ['answered', 1, undefined, null, []],
    ['answered', 2, 200, ok(1), ['no timeout', 'idle']],
  ],
  'a request that is younger than the stream is left alone': [
    ['opening', []],
    ['push', 'a', '', []],
    ['flush', ['send 1: e, 1 a', LIMIT]],
    ['connected', 'e', 0, ['no again']],
    ['answered', 1, 200, ok(1), ['no timeout', 'idle']],
  ],
  'failures are waited for, longer each time, until the stream is there': [
    ['push', 'a', '', []],
    ['flush', ['send 1: e, 1 a', LIMIT]],
    ['answered', 1, 503, null, ['no timeout', 'again in 250']],
    ['again', ['send 2: e, 1 a', LIMIT]],
    ['answered', 2, 429, null, ['no timeout', 'again in 500']],
    ['flush', []],
    ['connected', 'e', 0, ['no again', 'send 3: e, 1 a', LIMIT]],
    ['answered', 3, 200, ok(1), ['no timeout', 'idle']],
    ['push', 'b', '', []],
    ['flush', ['send 4: e, 2 b', LIMIT]],
    ['answered', 4, 500, null, ['no timeout', 'again in 250']],
  ],
  'an answer that says nothing is a failure': [
    ['push', 'a', '', []],
    ['flush', ['send 1: e, 1 a', LIMIT]],
    ['answered', 1, 200, null, ['no timeout', 'again in 250']],
  ],
  'a refused input counts as applied': [
    ['push', 'a', '', []],
    ['flush', ['send 1: e, 1 a', LIMIT]],
    ['answered', 1, 422, ok(1), ['no timeout', 'idle']],
  ],
  'a final answer ends the page': [
    ['push', 'a', '', []],
    ['flush', ['send 1: e, 1 a', LIMIT]],
    ['answered', 1, 401, { action: 'signIn' }, ['no timeout', 'end {"action":"signIn"}']],
  ],
  'an ended page sends no more': [
    ['push', 'a', '', []],
    ['end', []],
    ['flush', []],
    ['again', []],
    ['leave', []],
  ],
  'another session gets the newest text of each field, and then the actions': [
    ['push', 'text', 'one', true, []],
    ['flush', ['send 1: e, 1 text=one', 'timeout in 15000.1875']],
    ['answered', 1, 200, ok(1), ['no timeout', 'idle']],
    ['push', 'save', '', []],
    ['push', 'text', 'two', true, []],
    ['connected', 'f', 0, ['no again', 'send 2: f, 1 text=two, 2 save', 'timeout in 15000.1875']],
  ],
  'another session is told what the one before did not answer': [
    ['push', 'a', '', []],
    ['flush', ['send 1: e, 1 a', LIMIT]],
    ['connected', 'f', 3, ['abort', 'no timeout', 'no again', 'send 2: f, 4 a', LIMIT]],
    ['answered', 1, 200, ok(1), []],
    ['answered', 2, 200, ok(4, 'f'), ['no timeout', 'idle']],
  ],
  'an answer of another session is followed after a pause, and the stream is not that one\'s': [
    ['push', 'a', '', []],
    ['flush', ['send 1: e, 1 a', LIMIT]],
    ['answered', 1, 200, ok(0, 'f'), ['no timeout', 'lost', 'again in 250']],
    ['again', ['send 2: f, 1 a', LIMIT]],
    ['answered', 2, 200, ok(0, 'e'), ['no timeout', 'lost', 'again in 500']],
  ],
  'what was left over is sent at once; where nothing was taken, after a pause': [
    ['push', 'a', '', []],
    ['push', 'b', '', []],
    ['flush', ['send 1: e, 1 a, 2 b', LIMIT]],
    ['answered', 1, 200, ok(1), ['no timeout', 'send 2: e, 2 b', LIMIT]],
    ['answered', 2, 200, ok(1), ['no timeout', 'again in 250']],
  ],
  'a gap is closed: the numbers follow the server': [
    ['push', 'a', '', []],
    ['flush', ['send 1: e, 1 a', LIMIT]],
    ['answered', 1, 200, ok(1), ['no timeout', 'idle']],
    ['push', 'b', '', []],
    ['flush', ['send 2: e, 2 b', LIMIT]],
    ['answered', 2, 200, ok(0), ['no timeout', 'again in 250']],
    ['again', ['send 3: e, 1 b', LIMIT]],
  ],
  'of a batch that is too large each is tried alone, and only what is too large stays behind': [
    ['push', 'a', '', []],
    ['push', 'big', 'xxxx', true, []],
    ['push', 'small', 'x', true, []],
    ['flush', ['send 1: e, 1 a, 2 big=xxxx, 3 small=x', 'timeout in 15000.3125']],
    ['answered', 1, 413, null, ['no timeout', 'send 2: e, 1 a', LIMIT]],
    ['answered', 2, 200, ok(1), ['no timeout', 'send 3: e, 2 big=xxxx', 'timeout in 15000.25']],
    ['answered', 3, 413, null, ['no timeout', 'send 4: e, 2 small=x', 'timeout in 15000.0625']],
    ['answered', 4, 200, ok(2), ['no timeout', 'idle']],
    ['push', 'c', '', []],
    ['push', 'd', '', []],
    ['flush', ['send 5: e, 3 c, 4 d', LIMIT]],
  ],
  'nothing is saved without the text that was too large to travel': [
    ['push', 'big', 'xxxx', true, []],
    ['push', 'save', '', []],
    ['flush', ['send 1: e, 1 big=xxxx, 2 save', 'timeout in 15000.25']],
    ['answered', 1, 413, null, ['no timeout', 'send 2: e, 1 big=xxxx', 'timeout in 15000.25']],
    ['answered', 2, 413, null, ['no timeout', 'idle']],
    ['push', 'big', 'x', true, []],
    ['push', 'save', '', []],
    ['flush', ['send 3: e, 1 big=x, 2 save', 'timeout in 15000.0625']],
  ],
  'a large text has time to travel': [
    ['push', 'text', 'x'.repeat(1_600_000), true, []],
    ['flush', [`send 1: e, 1 text=${'x'.repeat(1_600_000)}`, 'timeout in 115000']],
  ],
  'a page that is left sends all once more, and takes only that answer': [
    ['push', 'a', '', []],
    ['flush', ['send 1: e, 1 a', LIMIT]],
    ['push', 'b', '', []],
    ['leave', ['send 2: e, 1 a, 2 b at last', LIMIT]],
    ['answered', 1, 200, ok(1), []],
    ['opening', []],
    ['connected', 'e', 2, ['abort', 'no timeout', 'no again', 'send 3: e, 1 a, 2 b', LIMIT]],
    ['answered', 3, 200, ok(2), ['no timeout', 'idle']],
  ],
  'a page that has nothing to say leaves without a word': [['leave', []]],
  'a cookie is asked for by an empty batch, after what is on its way': [
    ['push', 'a', '', []],
    ['flush', ['send 1: e, 1 a', LIMIT]],
    ['setCookie', []],
    ['push', 'b', '', []],
    ['answered', 1, 200, ok(1), ['no timeout', 'send 2: e', LIMIT]],
    ['answered', 2, 200, ok(1), ['no timeout', 'cookie', 'send 3: e, 2 b', LIMIT]],
  ],
  'a cookie that did not arrive is asked for again': [
    ['setCookie', ['send 1: e', LIMIT]],
    ['timeout', ['abort', 'no timeout', 'again in 250']],
    ['again', ['send 2: e', LIMIT]],
    ['answered', 2, 200, ok(0), ['no timeout', 'cookie', 'idle']],
    ['flush', []],
  ],
  'what was taken is not sent to another session; what was typed after it is': [
    ['push', 'text', 'a', true, []],
    ['push', 'other', 'b', true, []],
    ['push', 'save', '', []],
    ['flush', ['send 1: e, 1 text=a, 2 other=b, 3 save', 'timeout in 15000.125']],
    ['push', 'text', 'ab', true, []],
    ['spend', []],
    ['connected', 'f', 0, ['abort', 'no timeout', 'no again', 'send 2: f, 1 text=ab, 2 save', 'timeout in 15000.125']],
  ],
  'what was typed after something was taken is sent at once': [
    ['push', 'text', 'a', true, []],
    ['push', 'save', '', []],
    ['flush', ['send 1: e, 1 text=a, 2 save', 'timeout in 15000.0625']],
    ['answered', 1, 200, ok(2), ['no timeout', 'idle']],
    ['push', 'text', 'ab', true, []],
    ['spend', []],
    ['flush', ['send 2: e, 3 text=ab', 'timeout in 15000.125']],
  ],
};

test('queue: what a text was made from travels with it, also to another session', () => {
  const queue = new Queue({ epoch: 'e', random });
  const sent = () => queue.actions.splice(0).find(([name]) => name === 'send')?.[2].inputs;
  queue.push('text', 'a', true, 'v1');
  queue.push('text', 'ab', true, 'v2');
  queue.push('save');
  queue.flush();
  assert.deepEqual(JSON.parse(JSON.stringify(sent())), [{ n: 1, name: 'text', value: 'ab', basis: 'v2' }, { n: 2, name: 'save', value: '' }]);
  queue.connected('f', 0);
  assert.deepEqual(sent()[0], { n: 1, name: 'text', value: 'ab', basis: 'v2' });
});

test('queue: the answer says whether what was typed is kept', () => {
  const queue = new Queue({ epoch: 'e', random });
  for (const [held, expected] of [[true, true], [undefined, false]]) {
    queue.push('text', 'a', true);
    queue.flush();
    queue.answered(queue.id, 200, { ...ok(queue.number), held });
    assert.equal(queue.isHeld, expected);
  }
});

test('queue: one field is forgotten, but for what was sent of it', () => {
  const queue = new Queue({ epoch: 'e', random });
  queue.push('text', 'a', true);
  queue.flush();
  queue.push('other', 'b', true);
  queue.push('text', 'ab', true);
  queue.push('save');
  queue.forget('text');
  assert.deepEqual(queue.items.map(({ n, name, value }) => `${n} ${name} ${value}`), ['1 text a', '2 other b', '3 save ']);
  assert.deepEqual([...queue.typed.keys()], ['other']);
});

for (const [name, steps] of Object.entries(QUEUE)) {
  test(`queue: ${name}`, () => play(new Queue({ epoch: 'e', random }), steps));
}

test('queue: two hundred inputs travel at once', () => {
  const queue = new Queue({ epoch: 'e', random });
  for (let n = 1; n <= 250; n++) queue.push('a');
  const size = () => queue.actions.splice(0).find(([name]) => name === 'send')[2].inputs.length;
  queue.flush();
  assert.equal(size(), 200);
  queue.answered(1, 200, ok(200));
  assert.equal(size(), 50);
});

test('queue: a text that is too large is named until it is changed', () => {
  const queue = new Queue({ epoch: 'e', random });
  queue.push('text', 'xxxx', true);
  queue.flush();
  queue.answered(1, 413, null);
  assert.equal(queue.tooLarge, 'text');
  queue.push('other', 'x', true);
  assert.equal(queue.tooLarge, 'text');
  queue.push('text', 'x', true);
  assert.equal(queue.tooLarge, undefined);
});

test('queue: it is stuck as long as what failed has not arrived', () => {
  const queue = new Queue({ epoch: 'e', random });
  queue.push('text', 'a', true);
  queue.flush();
  assert.equal(queue.isStuck, false);
  queue.timeout();
  assert.equal(queue.isStuck, true);
  queue.again();
  assert.equal(queue.isStuck, true);
  queue.answered(2, 200, ok(1));
  assert.equal(queue.isStuck, false);
});

// ---- What is kept in the storage -------------------------------------------------------------------------------------

const NOW = 1_000_000_000_000;
const DAY = 86_400_000;
const textsOf = (storage, more) => new Texts({ storage: () => storage, owner: '7', path: '/page', now: () => NOW, ...more });

test('texts: each field has its text and what it was made from, until it is dropped', () => {
  const storage = new Storage();
  const texts = textsOf(storage);
  texts.set('a', ['One', 'v1']);
  texts.set('b', ['Two', null]);
  assert.deepEqual(textsOf(storage).get(), { a: ['One', 'v1'], b: ['Two', null] });
  texts.drop('a', ['One', 'v1']);
  assert.deepEqual(texts.get(), { b: ['Two', null] });
  texts.drop('b', ['Two', null]);
  assert.deepEqual({ ...storage }, {});
});

test('texts: what another tab has put there is not dropped', () => {
  const storage = new Storage();
  const [one, other] = [textsOf(storage), textsOf(storage)];
  one.set('a', ['One', 'v1']);
  other.set('a', ['One, and more', 'v1']);
  other.set('b', ['Other', 'v1']);
  one.drop('a', ['One', 'v1']);
  assert.deepEqual(other.get(), { a: ['One, and more', 'v1'], b: ['Other', 'v1'] });
});

test('texts: those of another owner are erased, and nothing else', () => {
  const storage = new Storage({ 'live-text:8:/page': `${NOW} {}`, 'live-text:77:/': `${NOW} {}`, 'live-text:7:/other': `${NOW} {}`, theme: 'dark' });
  textsOf(storage);
  assert.deepEqual(Object.keys(storage), ['live-text:7:/other', 'theme']);
});

test('texts: the name of an owner can not reach into that of another', () => {
  const storage = new Storage();
  textsOf(storage, { owner: '7:x' }).set('a', ['Theirs', null]);
  assert.deepEqual(textsOf(storage, { path: 'x:/page' }).get(), {});
  assert.deepEqual(Object.keys(storage), []);
});

test('texts: after thirty days they are gone', () => {
  const storage = new Storage({ 'live-text:7:/old': `${NOW - 30 * DAY} {}`, 'live-text:7:/new': `${NOW - 30 * DAY + 1} {}` });
  textsOf(storage);
  assert.deepEqual(Object.keys(storage), ['live-text:7:/new']);
});

for (const garbage of ['', 'null', '5', '{', '[]', `${NOW}`, `${NOW} null`, `${NOW} 5`, `${NOW} "x"`, `${NOW} {"a":1,"b":null,"c":[1],"d":"text","e":{}}`]) {
  test(`texts: garbage in the storage is no text: ${garbage}`, () => {
    const storage = new Storage();
    const texts = textsOf(storage);
    storage.setItem('live-text:7:/page', garbage);
    assert.deepEqual(texts.get(), {});
    texts.set('a', ['One', 'v1']);
    assert.deepEqual(texts.get(), { a: ['One', 'v1'] });
  });
}

test('texts: at most twenty pages are kept, and the oldest gives way', () => {
  const storage = new Storage();
  for (let page = 0; page < 25; page++) textsOf(storage, { path: `/${page}`, now: () => NOW + page }).set('a', ['x', null]);
  assert.equal(Object.keys(storage).length, 20);
  assert.ok(!('live-text:7:/4' in storage) && 'live-text:7:/5' in storage);
});

test('texts: together they have a megabyte, and the oldest gives way', () => {
  const storage = new Storage();
  for (let page = 0; page < 4; page++) {
    textsOf(storage, { path: `/${page}`, now: () => NOW + page }).set('a', ['x'.repeat(200_000), null]);
  }
  assert.deepEqual(Object.keys(storage), ['live-text:7:/2', 'live-text:7:/3']);
});

test('texts: what has no room is said not to be stored, and the text before it stays', () => {
  const storage = new Storage();
  const texts = textsOf(storage);
  texts.set('a', ['Short', null]);
  assert.ok(texts.isStored);
  texts.set('a', ['x'.repeat(500_001), null]);
  assert.ok(!texts.isStored);
  assert.deepEqual(texts.get(), { a: ['Short', null] });
  texts.set('a', ['Shorter', null]);
  assert.ok(texts.isStored);
});

test('what is counted without a segmenter is counted as by one', () => {
  const segmenter = new Intl.Segmenter();
  const signs = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code)).filter((sign) => /\P{Surrogate}/u.test(sign));
  for (const sign of signs) {
    for (const text of [`e${sign}e`, `가${sign}${sign}1`]) {
      assert.equal(length(text), [...segmenter.segment(text)].length, `U+${sign.charCodeAt(0).toString(16)}`);
    }
  }
});

test('texts: a storage that is full, denied or missing is said not to store', () => {
  const full = new Storage();
  Object.defineProperty(full, 'setItem', { value() { throw new Error('QuotaExceededError'); } });
  for (const storage of [() => full, () => { throw new Error('SecurityError'); }, () => undefined, () => null]) {
    const texts = textsOf(undefined, { storage });
    texts.set('a', ['One', null]);
    assert.equal(texts.isStored, false);
    assert.deepEqual(texts.get(), {});
    texts.drop('a', ['One', null]);
    texts.forget();
  }
});

for (const [text, expected] of [
  ['', 0], ['   ', 0], [' a ', 1], ['a b', 3], ['\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}', 1], ['\u1100\u1161\u11a8', 1], ['a\r\nb', 3], ['\u0085\u3000a\u2028', 1],
  ['\ufeffa', 2], ['\ud83d', 1], ['e\u0301', 1], ['\n\na\n\n', 1],
]) {
  test(`length: ${JSON.stringify(text)} has ${expected}`, () => assert.equal(length(text), expected));
}

test('length: a long text of blanks is counted in no time', () => {
  assert.equal(length(`a${' '.repeat(1_000_000)}`), 1);
});

// ---- Which tab holds a line ------------------------------------------------------------------------------------------

const tab = (id, used, isSeen = true) => ({ id, used, isSeen });

test('tabs: the four that were used last hold a line', () => {
  const tabs = new Tabs(tab('own', 10));
  for (const [index, used] of [20, 30, 40].entries()) tabs.hear(tab(`${index}`, used));
  assert.ok(tabs.mayHoldLine);
  tabs.hear(tab('5', 50));
  assert.ok(!tabs.mayHoldLine);
  tabs.hear(tab('0', 5));
  assert.ok(tabs.mayHoldLine);
});

test('tabs: one that is seen comes before those that are hidden', () => {
  const tabs = new Tabs(tab('own', 10));
  for (const used of [20, 30, 40, 50]) tabs.hear(tab(`${used}`, used, false));
  assert.ok(tabs.mayHoldLine && tabs.isFirst);
  tabs.own.isSeen = false;
  assert.ok(!tabs.mayHoldLine);
});

test('tabs: a tab that is gone, or does not answer, holds none', () => {
  const tabs = new Tabs(tab('own', 10));
  for (const used of [20, 30, 40, 50]) tabs.hear(tab(`${used}`, used));
  assert.ok(!tabs.mayHoldLine);
  tabs.hear({ ...tab('20', 20), isGone: true });
  assert.ok(tabs.mayHoldLine);
  tabs.hear(tab('60', 60));
  tabs.clear();
  assert.ok(tabs.mayHoldLine);
});

test('tabs: of any number of them exactly four hold a line, whatever they heard first', () => {
  for (let count = 1; count <= 12; count++) {
    const own = Array.from({ length: count }, (_, index) => tab(`${index}`, index % 3, index % 2 === 0));
    const holding = own.filter((one) => {
      const tabs = new Tabs(one);
      for (const other of [...own].reverse()) if (other !== one) tabs.hear(other);
      return tabs.mayHoldLine;
    });
    assert.equal(holding.length, Math.min(count, 4));
  }
});

// ---- Where a click leads ---------------------------------------------------------------------------------------------

const HERE = 'http://site.test/goals?after=3';
const leads = (markup) => {
  const url = destination(new Document(`<html><body>${markup}</body></html>`).querySelector('a'), HERE);
  return url && url.href.replace('http://site.test', '');
};

for (const [markup, expected] of [
  ['<a href="/goals/12">', '/goals/12'], ['<a href="?after=9">', '/goals?after=9'], ['<a href="">', '/goals?after=3'],
  ['<a href="/goals/12#text">', '/goals/12#text'], ['<a href="/goals/12" target="_self">', '/goals/12'],
  ['<a href="/goals/12" data-input="selection" data-follow>', '/goals/12'],
  ['<a href="#text">', null], ['<a href="/goals?after=3#text">', null], ['<a href="#">', null],
  ['<a href="https://site.test/goals">', null], ['<a href="http://other.test/">', null], ['<a href="//other.test/">', null],
  ['<a href="mailto:a@b.c">', null], ['<a href="javascript:alert(1)">', null], ['<a href="http://site.test:81/">', null],
  ['<a href="/goals/12" target="_blank">', null], ['<a href="/export" download>', null], ['<a>', null], ['<p>', null],
]) {
  test(`destination: ${markup} leads to ${expected}`, () => assert.equal(leads(`${markup}x</${markup[1]}>`), expected));
}

test('a click with a key, with another button, or that was taken is not followed', () => {
  const click = { button: 0, defaultPrevented: false };
  assert.ok(isPlain(click));
  for (const more of [{ button: 1 }, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { defaultPrevented: true }]) {
    assert.ok(!isPlain({ ...click, ...more }));
  }
});

test('trail: a page that one came through is a way back, and is not passed twice', () => {
  let trail = trailTo('/list', '/', []);
  assert.deepEqual(trail, ['/']);
  trail = trailTo('/goals/1', '/list', trail);
  trail = trailTo('/goals/1', '/goals/1', trail);
  assert.deepEqual(trail, ['/', '/list']);
  assert.deepEqual(trailTo('/list', '/goals/1', trail), ['/']);
  for (let page = 0; page < 50; page++) trail = trailTo(`/${page + 1}`, `/${page}`, trail);
  assert.equal(trail.length, 20);
});

// ---- Pages fetched ahead ---------------------------------------------------------------------------------------------

test('ahead: a page is fetched once, used once, and soon', () => {
  const asked = [];
  let now = NOW;
  const ahead = new Ahead(async (path) => asked.push(path), () => now);
  ahead.want('/a');
  ahead.want('/a');
  assert.deepEqual(asked, ['/a']);
  assert.ok(ahead.take('/a'));
  assert.equal(ahead.take('/a'), undefined);
  ahead.want('/a');
  now += 10_000;
  assert.equal(ahead.take('/a'), undefined);
  ahead.want('/b');
  now += 10_000;
  ahead.want('/b');
  assert.deepEqual(asked, ['/a', '/a', '/b', '/b']);
});

test('ahead: only a few pages are held, and the oldest gives way', () => {
  const ahead = new Ahead(async () => {}, () => NOW);
  for (const path of ['/a', '/b', '/c', '/d']) ahead.want(path);
  assert.equal(ahead.take('/a'), undefined);
  for (const path of ['/b', '/c', '/d']) assert.ok(ahead.take(path));
});

test('ahead: what could not be fetched is forgotten', async () => {
  const ahead = new Ahead(() => Promise.reject(new Error('lost')), () => NOW);
  ahead.want('/a');
  await settled();
  assert.equal(ahead.take('/a'), undefined);
});
