// Turns notifications on in this browser, on the one page that has [data-push]: the browser is asked, and what it says is
// sent with the form there. Nothing is asked before somebody presses the button.

const all = (within, selector) => [...within.querySelectorAll(selector)];

export const startPush = (window) => {
  const { document, navigator } = window;
  for (const field of all(document, '[data-select]')) {
    field.addEventListener('focus', () => field.select());
    if (document.activeElement === field) field.select(); // the page has put the focus there
    // A reload shows the page as it is then, and sends no form again.
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }

  const place = document.querySelector('[data-push]');
  if (!place) return;
  const form = place.querySelector('form');
  const button = form.querySelector('button');
  const say = (state) => {
    for (const el of all(place, '[data-push-says]')) el.hidden = el.getAttribute('data-push-says') !== state;
  };
  if (!navigator.serviceWorker || !window.PushManager || !window.Notification) return say('unsupported');
  form.hidden = false;
  if (window.Notification.permission === 'denied') say('denied');

  const bytes = (text) => Uint8Array.from(window.atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
  const isKey = (buffer, key) => {
    const own = new Uint8Array(buffer ?? []);
    return own.length === key.length && own.every((byte, index) => byte === key[index]);
  };

  const subscribe = async () => {
    const registration = await navigator.serviceWorker.register(place.getAttribute('data-push-worker'));
    await navigator.serviceWorker.ready;
    const applicationServerKey = bytes(place.getAttribute('data-push'));
    const former = await registration.pushManager.getSubscription();
    // That of a server with another key is worth nothing.
    if (former && !isKey(former.options?.applicationServerKey, applicationServerKey)) await former.unsubscribe();
    return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  };

  let isReady = false;
  form.addEventListener('submit', async (event) => {
    if (isReady) return; // what was found out is in the form
    event.preventDefault();
    event.stopPropagation();
    say(null);
    button.setAttribute('aria-busy', 'true');
    try {
      if ((await window.Notification.requestPermission()) !== 'granted') return say('denied');
      const { endpoint, keys } = (await subscribe()).toJSON();
      const values = { endpoint, publicKey: keys.p256dh, authSecret: keys.auth };
      for (const [name, value] of Object.entries(values)) form.elements[name].value = value;
      isReady = true;
      form.requestSubmit(button);
    } catch {
      say(window.Notification.permission === 'denied' ? 'denied' : 'failed');
    } finally {
      button.removeAttribute('aria-busy');
    }
  });
};

if (globalThis.document) startPush(globalThis);
