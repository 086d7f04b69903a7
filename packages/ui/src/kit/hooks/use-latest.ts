import { useCallback, useRef } from 'react';

/**
 * Tells whether an answer is stale: call the result when a request begins, and what it returns when the answer arrives.
 * That is true only for the last request.
 */
export function useLatest(): () => () => boolean {
  const last = useRef(0);
  return useCallback(() => {
    const own = ++last.current;
    return () => own === last.current;
  }, []);
}
