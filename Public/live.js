// The page's side of the live runtime: keeps the stream open, puts what arrives into its place, sends what the visitor
// does. No build step, no dependency; the page works without it. See Sources/Live/Live.docc/Protocol.md.
'use strict';
{
  const main = document.querySelector('main[data-live]'); // a page without it is not live
  const root = document.documentElement;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const isField = (el) => el.matches('input:not([type=hidden]), textarea, select');
  const edited = new Set(); // the names of fields that were typed in
  const isChoice = (el) => el.type === 'radio' || el.type === 'checkbox';

  // State of the line: the style sheet shows the words for it. A short break is not worth a word.
  let stateTimer;
  const setState = (state) => {
    if (root.dataset.state === state) return;
    root.dataset.state = state;
    clearTimeout(stateTimer);
    const box = document.getElementById('connection');
    const say = () => box && (box.dataset.state = state);
    if (state === 'reconnecting') stateTimer = setTimeout(say, 800);
    else say();
  };

  const sight = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting && !target.hasAttribute('aria-busy')) act(target);
    }
  }, { rootMargin: '200px' });

  // What a new piece of page asks for.
  const enliven = (el) => {
    for (const button of all('[data-enabled]', el)) button.disabled = button.dataset.enabled === 'false';
    for (const dialog of all('dialog[data-modal]', el)) {
      if (dialog.open) dialog.close();
      dialog.showModal();
      if (dialog.dataset.close) dialog.addEventListener('close', () => location.assign(dialog.dataset.close));
    }
    for (const error of [el, ...all('[data-for]', el)]) {
      if (!error.dataset?.for) continue;
      const field = document.getElementById(error.dataset.for);
      if (field) field.setAttribute('aria-invalid', String(error.textContent.trim() !== ''));
    }
    for (const time of all('time[data-local]', el)) {
      time.textContent = new Date(time.dateTime).toLocaleDateString(root.lang, { dateStyle: 'long' });
    }
    if (el.querySelector('[data-forget]')) edited.clear();
    const way = el.querySelector('a[data-go]');
    if (way) location.assign(way.href);
    for (const link of all('[data-visible]', el)) sight.observe(link);
  };

  // ---- Outputs: putting what arrives into its place -------------------------------------------------------------

  // Two elements are the same to a visitor when they have one id, or do one thing.
  const deed = (el) => [el.tagName, el.name, el.value, el.closest('[data-input]')?.dataset.input, el.dataset.value].join();
  const isSame = (a, b) => (a.id || b.id ? a.id === b.id : !!(a.name || a.closest('[data-input]')) && deed(a) === deed(b));

  // Replaces without losing focus, cursor or what has been typed.
  const replace = (el, put) => {
    const active = el.contains(document.activeElement) ? document.activeElement : null;
    const range = active && 'selectionStart' in active ? [active.selectionStart, active.selectionEnd] : null;
    const typed = all('input, textarea, select', el).filter((f) => edited.has(f.name) || f === active);
    const fresh = put() || el;
    for (const old of typed) {
      const field = all('input, textarea, select', fresh)
        .find((f) => f.name === old.name && (!isChoice(f) || f.value === old.value));
      if (!field) continue;
      if (isChoice(old)) field.checked = old.checked;
      else field.value = old.value;
    }
    if (active) refocus(active, fresh, range);
    enliven(fresh);
  };

  const refocus = (active, fresh, range) => {
    if (document.contains(active)) return;
    const next = all('a, button, input, textarea, select, summary', fresh).find((f) => isSame(f, active));
    (next || fresh.querySelector('[data-focus]'))?.focus({ preventScroll: true });
    if (next && range && range[0] !== null) next.setSelectionRange?.(...range);
  };

  const mark = (el) => {
    el.classList.remove('changed');
    void el.offsetWidth; // starts the animation anew
    el.classList.add('changed');
  };

  const patchList = (list, html) => {
    const template = document.createElement('template');
    template.innerHTML = html;
    const active = list.contains(document.activeElement) ? document.activeElement : null;
    for (const row of [...template.content.children]) {
      if ('reset' in row.dataset) {
        place ||= here();
        list.replaceChildren();
        continue;
      }
      const old = row.id && list.querySelector(`#${CSS.escape(row.id)}`); // a row, or a part of one
      if ('removed' in row.dataset) {
        old?.remove();
      } else if ('after' in row.dataset) {
        const after = row.dataset.after;
        delete row.dataset.after;
        const place = after && list.querySelector(`:scope > #${CSS.escape(after)}`);
        const put = () => (place ? place.after(row) : list.prepend(row), row);
        if (old) replace(old, () => (old.remove(), put()));
        else {
          put();
          enliven(row);
        }
      } else if (old) {
        replace(old, () => (old.replaceWith(row), row));
        mark(row.closest('[data-list] > *'));
      }
    }
    if (active) refocus(active, list);
  };

  const patchPart = (el, html) => {
    const template = document.createElement('template');
    template.innerHTML = html;
    const part = template.content.firstElementChild;
    if (part?.id === el.id) replace(el, () => el.replaceChildren(...part.childNodes));
  };

  const patch = (name, html) => {
    for (const el of all(`[data-output="${CSS.escape(name)}"]`)) {
      if ('list' in el.dataset) patchList(el, html);
      else if ('part' in el.dataset) patchPart(el, html);
      else replace(el, () => void (el.innerHTML = html));
    }
  };

  // ---- Inputs: numbered, kept until acknowledged, sent in order --------------------------------------------------

  let lastID = main?.dataset.last || '';
  let [epoch] = lastID.split('.');
  let number = 0;
  let queue = []; // {n, name, value, field}
  let sending = 0; // how many at the head of the queue are on their way
  let retry;
  let failures = 0;
  const waiting = new Map(); // typing that has not been queued: field → timer

  // Half a surrogate pair is no text: it could not travel.
  const valueOf = (field) =>
    (isChoice(field) && !field.checked ? '' : field.value.replace(/\p{Surrogate}/gu, '\ufffd'));

  const push = (name, value = '', field = false) => {
    const last = queue[queue.length - 1];
    if (field && last?.field && last.name === name && queue.length > sending) last.value = value;
    else queue.push({ n: ++number, name, value, field });
  };

  const pushTyping = () => {
    for (const [field, timer] of waiting) {
      clearTimeout(timer);
      push(field.dataset.input, valueOf(field), true);
    }
    waiting.clear();
  };

  const send = (name, value) => {
    pushTyping();
    push(name, value);
    flush();
  };

  const busy = (on) => {
    for (const el of all('[data-input][aria-busy]')) if (!on) el.removeAttribute('aria-busy');
  };

  async function flush(isLast = false) {
    if (!queue.length || (sending && !isLast) || root.dataset.state === 'ended') return;
    sending = Math.min(queue.length, 200);
    const batch = queue.slice(0, sending).map(({ n, name, value }) => ({ n, name, value }));
    try {
      const answer = await fetch(main.dataset.live, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': main.dataset.csrf },
        body: JSON.stringify({ epoch, inputs: batch }),
        keepalive: isLast,
      });
      if (answer.ok || answer.status === 422) {
        const reply = await answer.json();
        queue = queue.filter((input) => reply.epoch !== epoch || input.n > reply.applied);
        if (queue.length && (reply.epoch !== epoch || queue[0].n !== reply.applied + 1)) {
          renumber(reply.epoch, reply.applied);
        }
        if (!queue.length) busy(false);
      } else if (answer.status === 413) {
        // Too large to travel at all: it stays in its field, and the page says so.
        queue = queue.filter((input) => !batch.some(({ n }) => n === input.n));
        number -= batch.length;
        queue.forEach((input, index) => (input.n = number - queue.length + index + 1));
        busy(false);
        setState('toolarge');
      } else if (isFinal(answer.status)) return settle(answer);
      else throw answer.status;
    } catch {
      clearTimeout(retry);
      retry = setTimeout(flush, backOff(failures++));
      sending = 0;
      return;
    }
    sending = failures = 0;
    flush();
  }

  // From 0.25 s to 10 s, each page a little different, so that a server that comes back is not stormed.
  const backOff = (attempt) => Math.min(250 * 2 ** attempt, 10000) * (0.5 + Math.random() / 2);
  const isFinal = (status) => status < 500 && ![408, 425, 429].includes(status);

  // Another session serves this page now (the server was restarted): it knows nothing of what was typed here.
  const renumber = (newEpoch, applied) => {
    epoch = newEpoch;
    number = applied;
    const actions = queue.filter((input) => !input.field);
    queue = [];
    for (const field of all('[data-input]')) {
      if (isField(field) && edited.has(field.name) && (!isChoice(field) || field.checked)) {
        push(field.dataset.input, valueOf(field), true);
      }
    }
    for (const { name, value } of actions) push(name, value);
  };

  // ---- The stream ------------------------------------------------------------------------------------------------

  let leaving = false; // a form of another kind has been sent: the page goes where that leads
  let attempt = 0;
  let control;
  let reconnectTimer;
  let watchdog;

  // The server says that this page can't go on: it is told once, and takes what was typed along.
  const settle = async (answer) => {
    const { action, location: place } = await answer.json().catch(() => ({ action: 'reload' }));
    if (leaving) return;
    keepTyping(3600);
    control?.abort();
    const last = Number(sessionStorage.getItem('live-reload') || 0);
    setState('ended');
    // No loop, the words say what to do; and every way out of an open dialog leads to another page as it is.
    if (Date.now() - last < 10000 || document.querySelector('dialog[open]')) return;
    sessionStorage.setItem('live-reload', Date.now());
    if (action === 'signIn' && place) location.assign(place);
    else location.replace(location.href);
  };

  // A browser opens few lines to one server: a page that nobody sees lets its own go, and catches up when it is seen.
  let restTimer;
  const rest = () => {
    clearTimeout(reconnectTimer);
    const closing = control;
    control = null;
    closing?.abort();
    if (root.dataset.state !== 'ended') setState('resting');
  };

  let mayReturn;
  async function connect() {
    clearTimeout(reconnectTimer);
    mayReturn = true;
    if (document.visibilityState === 'hidden') return rest();
    control?.abort();
    const own = (control = new AbortController());
    const alive = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => own.abort(), 45000); // two heartbeats missed: the peer is dead
    };
    try {
      alive();
      const answer = await fetch(main.dataset.live, {
        headers: { Accept: 'text/event-stream', 'Last-Event-ID': lastID },
        signal: own.signal,
        cache: 'no-store',
      });
      if (!answer.ok) {
        if (isFinal(answer.status)) return void settle(answer);
        throw answer.status;
      }
      attempt = 0;
      setState('live');
      const newEpoch = answer.headers.get('Live-Epoch');
      if (newEpoch !== epoch) renumber(newEpoch, Number(answer.headers.get('Live-Applied')));
      flush();
      regrow();
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        alive();
        text += value;
        let end;
        while ((end = text.indexOf('\n\n')) >= 0) {
          receive(text.slice(0, end));
          text = text.slice(end + 2);
        }
      }
    } catch {
      // A lost line and a clean end are the same to a page: it comes back.
    }
    if (own !== control || root.dataset.state === 'ended') return;
    if (mayReturn) reconnect();
    else rest();
  }

  // Where the visitor was in a list that is shorter now: after "back", a reload, or a restart of the server. Its pages
  // come again until that place is there.
  let place = history.state?.rows && history.state;
  const here = () => ({ rows: all('[data-list] > *').length, y: scrollY });
  const regrow = () => {
    if (!place) return;
    const more = document.querySelector('[data-visible]');
    if (more && here().rows < place.rows) {
      if (!more.hasAttribute('aria-busy')) act(more);
    } else {
      scrollTo(0, place.y);
      place = null;
    }
  };

  const receive = (block) => {
    let name;
    let id;
    const data = [];
    for (const line of block.split('\n')) {
      if (line.startsWith('event: ')) name = line.slice(7);
      else if (line.startsWith('id: ')) id = line.slice(4);
      else if (line.startsWith('data: ')) data.push(line.slice(6));
    }
    if (name === 'live:rest') mayReturn = false; // too many pages are open: this one comes back when it is wanted
    if (!id) return;
    patch(name, data.join('\n'));
    lastID = id;
    regrow();
  };

  const reconnect = () => {
    // Signing out ends the line before the page is left: nothing is wrong then.
    if (!leaving) setState(navigator.onLine ? 'reconnecting' : 'offline');
    clearTimeout(reconnectTimer);
    reconnectTimer = setTimeout(connect, leaving ? 5000 : backOff(attempt++));
  };

  const connectNow = () => {
    if (!['live', 'ended', 'toolarge'].includes(root.dataset.state)) connect();
  };

  // ---- What is typed survives a reload ---------------------------------------------------------------------------

  const storageKey = `live-typed:${location.pathname}`;

  // A page that comes right after (a reload) may come before the draft is kept; one that must sign in again comes later.
  const keepTyping = (seconds) => {
    const typed = all('[data-input]').filter((f) => isField(f) && edited.has(f.name) && (!isChoice(f) || f.checked));
    if (!typed.length) return;
    try {
      const until = Date.now() + seconds * 1000;
      sessionStorage.setItem(storageKey, JSON.stringify({ until, typed: typed.map((f) => [f.name, f.value]) }));
    } catch {
      // No room: the server's draft has to do.
    }
  };

  const restoreTyping = () => {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) || '{}');
    for (const [name, value] of kept.until > Date.now() ? kept.typed : []) {
      for (const field of all(`[data-input][name="${CSS.escape(name)}"]`)) {
        if (isChoice(field)) field.checked = field.value === value;
        else field.value = value;
      }
    }
    sessionStorage.removeItem(storageKey);
    // What the browser itself restored counts as typed, too.
    for (const field of all('[data-input]').filter(isField)) {
      const differs = isChoice(field)
        ? field.checked && !field.defaultChecked
        : field.value !== field.defaultValue;
      if (differs) typing(field, 0);
    }
  };

  const typing = (field, delay) => {
    edited.add(field.name);
    clearTimeout(waiting.get(field));
    waiting.set(field, setTimeout(() => {
      pushTyping();
      flush();
    }, delay));
  };

  // ---- What the visitor does -------------------------------------------------------------------------------------

  const act = (el) => {
    // What happened before has been read.
    for (const moment of all('[data-moment]')) {
      if (moment.contains(document.activeElement)) main.focus();
      moment.replaceChildren();
    }
    el.setAttribute('aria-busy', 'true');
    send(el.dataset.input, el.dataset.value || '');
  };

  if (main) {
    document.addEventListener('click', (event) => {
      const dismiss = event.target.closest('[data-dismiss]');
      if (dismiss) {
        event.preventDefault();
        dismiss.closest('[data-output]')?.replaceChildren();
      }
      const el = event.target.closest('a[data-input], button[data-input]');
      if (el && root.dataset.state === 'offline') event.preventDefault(); // the notice says why
      if (!el || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey ||
        event.altKey || root.dataset.state !== 'live') return;
      event.preventDefault();
      act(el);
    });
    document.addEventListener('submit', (event) => {
      const form = event.target.closest('form[data-input]');
      if (!form || root.dataset.state === 'ended') {
        leaving = !event.defaultPrevented; // the form's own post still works
        setTimeout(() => (leaving = false), 5000);
        return;
      }
      event.preventDefault();
      act(form);
    });
    document.addEventListener('input', (event) => {
      const field = event.target;
      if (!field.dataset?.input || !isField(field)) return;
      if (root.dataset.state === 'toolarge') setState('live');
      typing(field, isChoice(field) ? 0 : Number(field.dataset.debounce || 150));
    });
    addEventListener('online', connectNow);
    for (const wish of ['focus', 'pointerdown', 'keydown']) {
      addEventListener(wish, () => root.dataset.state === 'resting' && connect());
    }
    addEventListener('offline', () => root.dataset.state !== 'ended' && setState('offline'));
    document.addEventListener('visibilitychange', () => {
      clearTimeout(restTimer);
      if (document.visibilityState === 'visible') connectNow();
      else restTimer = setTimeout(rest, 10000);
    });
    addEventListener('pagehide', () => {
      pushTyping();
      flush(true);
      keepTyping(10);
      history.replaceState(here(), '');
      rest();
    });
    addEventListener('pageshow', (event) => event.persisted && connect());

    setState('connecting');
    enliven(document);
    restoreTyping();
    connect();
  }
}
