/** Registers the service worker, which keeps the page and its scripts. A browser that has none, or forbids it, goes without. */
export function registerServiceWorker(): void {
  navigator.serviceWorker?.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => {});
}
