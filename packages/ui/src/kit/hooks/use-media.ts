import { useSyncExternalStore } from 'react';

/** Whether a media query matches; updates when that changes. */
export function useMedia(query: string): boolean {
  const matches = () => matchMedia(query).matches;
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    matches,
    matches,
  );
}
