import { useEffect, useState } from 'react';

const EVERY_MS = 30_000;

interface Polled<T> {
  /** The last value loaded, even by an earlier `load`; null until the first. */
  value: T | null;
  /** Why the last request failed; null if it succeeded. */
  error: unknown;
}

/**
 * Loads a value and refreshes it every 30 s while the page is visible, and when it becomes visible. `load` must be
 * memoized. `retry` refreshes at once.
 */
export function usePolled<T>(load: () => Promise<T>): Polled<T> & { retry: () => void } {
  const [state, setState] = useState<Polled<T>>({ value: null, error: null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const read = () =>
      load().then(
        (value) => void (signal.aborted || setState({ value, error: null })),
        (error: unknown) => void (signal.aborted || setState(({ value }) => ({ value, error }))),
      );
    const readIfVisible = () => void (document.visibilityState === 'visible' && read());
    void read();
    const timer = setInterval(readIfVisible, EVERY_MS);
    document.addEventListener('visibilitychange', readIfVisible, { signal });
    return () => {
      left.abort();
      clearInterval(timer);
    };
  }, [load, attempt]);
  return { ...state, retry: () => setAttempt(attempt + 1) };
}
