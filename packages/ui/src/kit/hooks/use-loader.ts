import { useEffect, useState } from 'react';

/** Milliseconds before the first loader shows, so that a fast start does not flash. */
const SHOWN_AFTER = 150;
/** Milliseconds in which a loader that follows another one continues it. */
const CONTINUES_WITHIN = 400;

let lastShown = Number.NEGATIVE_INFINITY;

/**
 * Returns whether a loader shows yet, and whether it fades in. One that replaces another, as while a page's chunks come
 * one after the other, shows at once, so that both look like one.
 */
export function useLoader(): { isShown: boolean; fades: boolean } {
  const [continues] = useState(() => performance.now() - lastShown < CONTINUES_WITHIN);
  const [isDue, setDue] = useState(false);
  const isShown = continues || isDue;
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), SHOWN_AFTER);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!isShown) return;
    return () => void (lastShown = performance.now());
  }, [isShown]);
  return { isShown, fades: !continues };
}
