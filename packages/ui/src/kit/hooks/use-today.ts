import { useSyncExternalStore } from 'react';

/** Midnight of the current day in local time. Updates when the page becomes visible on another day. */
export function useToday(): Date {
  return new Date(useSyncExternalStore(subscribe, midnight, midnight));
}

const midnight = () => new Date().setHours(0, 0, 0, 0);

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
