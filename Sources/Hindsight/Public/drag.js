// Rows that are dragged into an order of one's own: later.js passes on each press of a grip, `[data-grip]`.
//
// Only transforms change until the answer comes, so that the changes of the server find the list as they left it. The form
// `place-step` sends the number in the id of the row, and that of the row with a grip behind it.

const EDGE = 96; // px from an edge of the window, where the page scrolls
const SPEED = 16; // px in a frame, at the edge itself
const PATIENCE = 1000; // ms after an answer that has changed nothing

let isBusy = false;

export const drag = ({ target, button, isPrimary, pointerId, clientY }) => {
  const grip = target.closest('[data-grip]');
  const row = grip?.closest('li');
  const list = row?.parentNode;
  if (isBusy || button || !isPrimary || !list) return;
  try {
    grip.setPointerCapture(pointerId);
  } catch {} // it is not down any more
  if (!grip.hasPointerCapture(pointerId)) return;

  // From the first one with a grip to the last; between them may be others, which give way, too.
  const hasGrip = (other) => other.querySelector('[data-grip]');
  const all = [...list.children];
  const rows = all.slice(all.findIndex(hasGrip), all.findLastIndex(hasGrip) + 1);
  const boxes = rows.map((other) => {
    const { top, bottom } = other.getBoundingClientRect();
    return { top: top + scrollY, bottom: bottom + scrollY };
  });
  const [first, last] = [boxes[0], boxes.at(-1)];
  const start = rows.indexOf(row);
  const own = boxes[start];
  const room = start ? own.bottom - boxes[start - 1].bottom : (boxes[1] ?? own).top - own.top; // with the gap
  const origin = clientY + scrollY;
  const others = rows.filter((other) => other !== row);
  const behind = () => others.slice(place).find(hasGrip);
  let y = clientY;
  let place = start; // number of the others before it
  const former = behind();

  const shift = (other, by) => (other.style.transform = by ? `translateY(${by}px)` : '');
  const follow = () => {
    const by = Math.max(first.top - own.top, Math.min(last.bottom - own.bottom, y + scrollY - origin));
    shift(row, by);
    place = boxes.filter(({ top, bottom }, index) => (index < start
      ? own.top + by >= (top + bottom) / 2
      : index > start && own.bottom + by > (top + bottom) / 2)).length;
    rows.forEach((other, index) => {
      if (index < start) shift(other, index >= place ? room : 0);
      else if (index > start) shift(other, index <= place ? -room : 0);
    });
  };
  // Near an edge, as long as there are rows behind it.
  const scroll = () => {
    const [above, below] = [EDGE - y, y - innerHeight + EDGE];
    const by = above > 0 && first.top < scrollY + EDGE ? -above : below > 0 && last.bottom > scrollY + innerHeight - EDGE ? below : 0;
    if (by) scrollBy({ top: SPEED * Math.max(-1, Math.min(1, by / EDGE)), behavior: 'instant' });
  };
  const frame = () => {
    if (!row.isConnected) return end();
    scroll();
    follow();
    ticking = requestAnimationFrame(frame);
  };

  const held = new AbortController();
  const stop = () => {
    cancelAnimationFrame(ticking);
    held.abort();
    row.classList.remove('held');
  };
  // Every row is where the server has it: the list was changed, or nothing came of it.
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    isBusy = false;
    stop();
    seen.disconnect();
    list.classList.remove('dragging');
    row.classList.remove('dragged');
    for (const other of rows) shift(other, 0);
  };
  const form = document.getElementById('place-step');
  const seen = new MutationObserver((changes) => {
    if (changes.some(({ type }) => type === 'childList')) end();
    else if (!form.hasAttribute('aria-busy')) setTimeout(end, PATIENCE);
  });
  const drop = () => {
    follow();
    const next = behind();
    if (next === former) return end();
    stop();
    shift(row, place > start ? boxes[place].bottom - own.bottom : boxes[place].top - own.top);
    const value = [row, next].flatMap((other) => other?.id.match(/\d+$/) ?? []).join(' ');
    form.elements.value.value = form.dataset.value = value;
    form.requestSubmit();
    seen.observe(form, { attributeFilter: ['aria-busy'] });
    // An error is told there.
    for (const alert of document.querySelectorAll('[role=alert]')) seen.observe(alert, { childList: true });
  };

  const on = (source, type, act) => source.addEventListener(type, act, { signal: held.signal, capture: true });
  on(grip, 'pointermove', (event) => (y = event.clientY));
  on(grip, 'pointerup', (event) => {
    y = event.clientY;
    drop();
  });
  for (const type of ['pointercancel', 'lostpointercapture']) on(grip, type, end);
  on(window, 'keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end();
  });
  isBusy = true;
  seen.observe(list, { childList: true });
  list.classList.add('dragging');
  row.classList.add('dragged', 'held');
  let ticking = requestAnimationFrame(frame);
};
