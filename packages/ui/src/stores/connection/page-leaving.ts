let isLeaving = false;

if (typeof addEventListener === 'function') {
  addEventListener('pagehide', () => (isLeaving = true));
  addEventListener('pageshow', () => (isLeaving = false));
}

/**
 * Calls back at once, or, while the browser unloads the page, once it is shown again. An unloading page aborts its
 * requests, which says nothing about the server; the next page finds its unconfirmed messages in storage.
 */
export function unlessPageLeaves(callback: () => void): void {
  if (!isLeaving) callback();
  else addEventListener('pageshow', callback, { once: true });
}
