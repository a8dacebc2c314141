// Files of a form: each is sent as soon as it is chosen, and the form's field names those that the server has.
// `window.js` loads it for a page that has such a field. See Sources/Live/Live.docc/Protocol.md.

const A = Object.fromEntries('live csrf input uploads most bytes file when retry'.split(' ').map((name) => [name, `data-${name}`]));

const REFUSALS = ['tooLarge', 'empty', 'surplus', 'tooMany', 'busy'];
const NAMES = 'live-files'; // of files that were sent from this tab: a page that is loaded again shows them
const NAMES_KEPT = 50;
const PICTURE = 96; // pixels of a picture's side

const all = (within, selector) => [...within.querySelectorAll(selector)];
const get = (el, name) => el.getAttribute(name);

const senders = new WeakMap(); // by the live elements of pages

// Takes the fields of a page, when it has come and when it has changed.
export const send = (parts) => {
  if (!senders.has(parts.main)) senders.set(parts.main, makeSender(parts));
  senders.get(parts.main)();
};

const makeSender = ({ window, main, typing }) => {
  const { document } = window;
  const boxes = new Map();
  let active; // the row that is being sent: one after another, so that the server's places are for all
  let held; // a form that was submitted while files were on their way, with its button

  // ---- Names

  const names = () => {
    try {
      return Object(JSON.parse(window.sessionStorage.getItem(NAMES)));
    } catch {
      return {}; // no storage
    }
  };
  const keepName = (id, name) => {
    try {
      const kept = Object.entries({ ...names(), [id]: name }).slice(-NAMES_KEPT);
      window.sessionStorage.setItem(NAMES, JSON.stringify(Object.fromEntries(kept)));
    } catch {}
  };

  // ---- Rows: {box, file, name, id, state, el, request}, of a state `waiting`, `sending`, `sent` or a refusal

  const isPending = ({ state }) => state === 'waiting' || state === 'sending';
  const isRefused = (row) => row.state !== 'sent' && !isPending(row);
  const rowsOf = (form) => [...boxes.values()].filter(({ input }) => input.form === form).flatMap(({ rows }) => rows);

  const show = (row, state) => {
    row.state = state;
    for (const el of all(row.el, `[${A.when}]`)) el.hidden = !get(el, A.when).split(' ').includes(state);
  };

  const add = (box, values, state) => {
    const el = box.template.content.firstElementChild.cloneNode(true);
    const row = { box, el, ...values };
    el.querySelector('span').textContent = row.name;
    el.querySelector('progress').setAttribute('aria-label', row.name);
    for (const button of all(el, 'button')) {
      button.setAttribute('aria-label', `${button.textContent.trim()}: ${row.name}`);
      button.onclick = () => (button.hasAttribute(A.retry) ? retry(row) : remove(row));
    }
    box.list.append(el);
    box.rows.push(row);
    show(row, state);
    // Refused files are not opened: they may be many, or large.
    const { file } = row;
    if (state === 'waiting' && /^image/.test(file?.type)) {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = PICTURE;
      canvas.setAttribute('aria-hidden', 'true');
      el.prepend(canvas);
      drawn = drawn.then(() => box.rows.includes(row) && draw(file, canvas)).catch(() => canvas.remove());
    }
  };

  // A picture says more than the name that a camera gives. The policy allows no address of the browser's own, so it is drawn;
  // one after another, since a photo takes tens of megabytes meanwhile.
  let drawn = Promise.resolve();
  const draw = async (file, canvas) => {
    const bitmap = await window.createImageBitmap(file);
    const { width, height } = bitmap;
    const scale = PICTURE / Math.min(width, height);
    const [w, h] = [width * scale, height * scale];
    canvas.getContext('2d')?.drawImage(bitmap, (PICTURE - w) / 2, (PICTURE - h) / 2, w, h);
    bitmap.close();
  };

  // The field names what the server has, and is sent as if it was typed.
  const name = (box) => {
    box.text.value = box.rows.map(({ id }) => id).filter(Boolean).join(' ');
    typing(box.text, 0);
  };

  const remove = (row) => {
    const { box } = row;
    box.rows.splice(box.rows.indexOf(row), 1);
    row.el.remove();
    box.input.focus();
    row.state = 'removed';
    if (row.request) row.request.abort();
    if (row.id) name(box);
    next();
  };

  const retry = (row) => {
    row.box.input.focus(); // the button goes
    show(row, 'waiting');
    next();
  };

  // ---- Sending

  const next = () => {
    const rows = [...boxes.values()].flatMap(({ rows }) => rows);
    if (!active) {
      active = rows.find(({ state }) => state === 'waiting');
      if (active) begin(active);
    }
    if (!held || rowsOf(held.form).some(isPending)) return;
    const { form, button } = held;
    held = undefined;
    form.removeAttribute('aria-busy');
    form.requestSubmit(button);
  };

  const begin = (row) => {
    show(row, 'sending');
    const request = new window.XMLHttpRequest();
    row.request = request;
    request.open('PUT', get(main, A.live));
    request.setRequestHeader('X-CSRF-Token', get(main, A.csrf));
    request.setRequestHeader('Live-Field', get(row.box.text, A.input));
    request.setRequestHeader('Live-File', encodeURIComponent(row.name.slice(-200).replace(/\p{Surrogate}/gu, '')));
    const bar = row.el.querySelector('progress');
    bar.value = 0;
    request.upload.onprogress = ({ loaded, total }) => (bar.value = loaded / total);
    request.onloadend = () => {
      active = row.request = undefined;
      if (row.state === 'sending') end(row, request);
      next();
    };
    request.send(row.file);
  };

  const end = (row, { status, responseText }) => {
    let answer = {};
    try {
      answer = Object(JSON.parse(responseText));
    } catch {} // an error page, or no answer
    if (status !== 201 || !answer.id) return show(row, REFUSALS.includes(answer.error) ? answer.error : 'failed');
    row.id = answer.id;
    row.file = undefined;
    keepName(row.id, row.name);
    show(row, 'sent');
    name(row.box);
  };

  const miss = (box) => {
    const there = box.text.value.split(' ');
    const gone = box.rows.filter(({ id }) => id && !there.includes(id));
    if (!gone.length) return;
    for (const row of gone) {
      row.id = undefined;
      show(row, 'missing');
    }
    name(box); // behind files that have come meanwhile
  };

  const choose = (box) => {
    for (const file of [...box.input.files]) {
      const isOne = box.most === 1 && box.rows.length === 1 && !isPending(box.rows[0]);
      if (isOne) remove(box.rows[0]);
      const { length } = box.rows.filter((row) => row.state === 'sent' || isPending(row));
      const refusal = file.size > box.bytes ? 'tooLarge' : file.size === 0 ? 'empty' : length >= box.most ? 'surplus' : '';
      add(box, { file, name: file.name }, refusal || 'waiting');
    }
    box.input.value = '';
    next();
  };

  // ---- The page

  const take = (el) => {
    const box = {
      rows: [],
      list: el.querySelector('ul'),
      input: el.querySelector('[type=file]'),
      text: el.querySelector(`[${A.input}]`),
      template: el.querySelector('template'),
      most: +get(el, A.most),
      bytes: +get(el, A.bytes),
    };
    boxes.set(el, box);
    const kept = names();
    const written = new Map(all(el, `[${A.file}]`).map((row) => [get(row, A.file), row.querySelector('span').textContent]));
    box.list.replaceChildren();
    for (const id of box.text.value.split(' ').filter(Boolean)) {
      add(box, { id, name: written.get(id) ?? kept[id] ?? '…' }, 'sent');
    }
    box.input.addEventListener('change', () => choose(box));
    // The server fills the field without the files that it has no more.
    new window.MutationObserver(() => miss(box)).observe(box.text, { attributeFilter: ['value'] });
    if (box.input.files.length) choose(box);
  };

  // Before the page itself.
  main.addEventListener('submit', (event) => {
    const form = event.target;
    const rows = rowsOf(form);
    const refused = rows.find(isRefused);
    if (!refused && !rows.some(isPending)) return;
    event.preventDefault();
    event.stopPropagation();
    if (refused) return all(refused.el, 'button').find(({ hidden }) => !hidden)?.focus();
    held = { form, button: event.submitter };
    form.setAttribute('aria-busy', 'true');
  });

  return () => {
    for (const [el] of boxes) if (!document.contains(el)) boxes.delete(el);
    for (const el of all(document, `[${A.uploads}]`)) if (!boxes.has(el)) take(el);
  };
};
