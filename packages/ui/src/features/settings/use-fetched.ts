import { useCallback, useEffect, useRef, useState } from 'react';

/** A value that is read again whenever `changeCount` changes, which counts the changes on any device. */
export function useFetched<T>(load: () => Promise<T>, changeCount: number) {
  const [value, setValue] = useState<T | null>(null);
  const [hasFailed, setFailed] = useState(false);
  /** The last request: answers to earlier ones are stale. */
  const request = useRef(0);
  const read = useCallback(async () => {
    const own = ++request.current;
    try {
      const loaded = await load();
      if (own !== request.current) return;
      setValue(loaded);
      setFailed(false);
    } catch {
      if (own === request.current) setFailed(true);
    }
  }, [load]);
  useEffect(() => void read(), [read, changeCount]);
  return {
    /** Null until it is loaded. */
    value,
    /** Whether it could not be loaded. */
    hasFailed,
    read,
  };
}
