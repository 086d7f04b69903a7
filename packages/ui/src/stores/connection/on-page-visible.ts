/** Calls back whenever somebody looks at this page again. Returns what ends it. */
export function onPageVisible(listener: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  addEventListener('focus', listener, { signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && listener(), { signal });
  return () => listening.abort();
}
