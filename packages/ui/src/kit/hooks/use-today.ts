import { useSyncExternalStore } from 'react';

/** Midnight at the beginning of today, in local time; a page that is looked at again on another day knows it. */
export function useToday(): Date {
  return new Date(useSyncExternalStore(subscribe, () => new Date().setHours(0, 0, 0, 0)));
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
