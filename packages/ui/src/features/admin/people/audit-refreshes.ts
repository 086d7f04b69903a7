import { useSyncExternalStore } from 'react';

let refreshes = 0;
const listeners = new Set<() => void>();

/** Has “What staff did” read again. Call it after each act of staff, also one that failed. */
export function refreshAudit(): void {
  refreshes++;
  for (const listener of listeners) listener();
}

/** How often the list was to be read again. */
export function useAuditRefreshes(): number {
  return useSyncExternalStore(subscribe, () => refreshes);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
