import { useCallback, useEffect, useState } from 'react';

/** A value that is read again whenever `changeCount` changes, which counts the changes on any device. */
export function useFetched<T>(load: () => Promise<T>, changeCount: number) {
  const [value, setValue] = useState<T | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const read = useCallback(async () => {
    try {
      setValue(await load());
      setFailed(false);
    } catch {
      setFailed(true);
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
