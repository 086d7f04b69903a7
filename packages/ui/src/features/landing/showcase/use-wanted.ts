import { useEffect, useState, type RefObject } from 'react';

/** True once the page is loaded, the element is in view and the browser is idle. */
export function useWanted(element: RefObject<Element | null>): boolean {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    const watcher = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watcher.disconnect();
      whenIdle(() => !leaving.signal.aborted && setWanted(true));
    });
    const watch = () => element.current && watcher.observe(element.current);
    if (document.readyState === 'complete') watch();
    else addEventListener('load', watch, { signal: leaving.signal });
    return () => {
      leaving.abort();
      watcher.disconnect();
    };
  }, [element]);
  return isWanted;
}

function whenIdle(then: () => void): void {
  // Safari has no `requestIdleCallback`.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(then, { timeout: 2000 });
  else setTimeout(then, 200);
}
