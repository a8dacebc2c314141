// Shows what the server tells this browser, also when no page of the site is open. It does nothing else: no request goes
// through it.

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

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
