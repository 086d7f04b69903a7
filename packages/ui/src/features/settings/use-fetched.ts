import { useCallback, useEffect, useState } from 'react';
import { useLatest } from '../../kit/hooks/use-latest.ts';

/** A value that is read again whenever `changeCount` changes, which counts the changes on any device. */
export function useFetched<T>(load: () => Promise<T>, changeCount: number) {
  const [value, setValue] = useState<T | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const begin = useLatest();
  const read = useCallback(async () => {
    const isLatest = begin();
    try {
      const loaded = await load();
      if (!isLatest()) return;
      setValue(loaded);
      setFailed(false);
    } catch {
      if (isLatest()) setFailed(true);
    }
  }, [begin, load]);
  useEffect(() => void read(), [read, changeCount]);
  return {
    /** Null until it is loaded. */
    value,
    /** Whether it could not be loaded. */
    hasFailed,
    read,
  };
}
