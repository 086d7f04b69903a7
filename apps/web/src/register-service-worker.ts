/** Registers the service worker, which keeps the page and its scripts. Ignores browsers without service workers. */
export function registerServiceWorker(): void {
  navigator.serviceWorker?.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => {});
}
