/** Calls back whenever the page becomes visible or its window gets the focus. Returns a function that unsubscribes. */
export function onPageVisible(listener: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  addEventListener('focus', listener, { signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && listener(), { signal });
  return () => listening.abort();
}

/** Whether the page is visible; true outside browsers. */
export function isPageVisible(): boolean {
  return typeof document === 'undefined' || document.visibilityState === 'visible';
}

/** Resolves when the page is visible; undefined when it already is. */
export function untilPageVisible(): Promise<void> | undefined {
  if (isPageVisible()) return undefined;
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });
}
