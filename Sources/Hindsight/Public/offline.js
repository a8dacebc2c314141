// For the pages that the worker shows without a line. A copy of a list keeps its notice until its stream is there. The page
// that is shown instead of any other one has links to the lists that there are copies of, and is loaded anew when the line is
// back.

const { documentElement: root } = document;
const LONGEST = 10000; // ms until the next look
const LIFETIME = 7 * 86400000; // ms in which a copy is shown, as in worker.js

new MutationObserver(() => {
  if (root.getAttribute('data-state') !== 'live') return;
  // It is a page as any other now: links change it in this window.
  document.getElementById('seen')?.remove();
  document.querySelector('script[src$="/offline.js"]')?.remove();
}).observe(root, { attributeFilter: ['data-state'] });

const lists = document.getElementById('seen-lists');
if (lists && location.pathname !== '/offline') {
  for (const link of lists.querySelectorAll('a')) {
    caches.match(link.pathname, { ignoreVary: true }).then((copy) => {
      link.parentElement.hidden = !(Date.now() - Number(copy?.headers.get('Seen-At')) < LIFETIME);
    }).catch(Object);
  }
  let ms = 500;
  let timer;
  const look = async () => {
    clearTimeout(timer);
    if (!lists.isConnected) return; // a list has taken the place of this page
    const isThere = await fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' }).then(() => true, () => false);
    if (isThere && lists.isConnected) return location.reload();
    ms = Math.min(2 * ms, LONGEST);
    timer = setTimeout(look, ms);
  };
  timer = setTimeout(look, ms);
  addEventListener('online', look);
}
