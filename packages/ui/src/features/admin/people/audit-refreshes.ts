import { useSyncExternalStore } from 'react';

let refreshes = 0;
const listeners = new Set<() => void>();

/** Loads “What staff did” again. Call it after each act of staff, also one that failed. */
export function refreshAudit(): void {
  refreshes++;
  for (const listener of listeners) listener();
}

/** Changes whenever the list has to be loaded again. */
export function useAuditRefreshes(): number {
  return useSyncExternalStore(subscribe, () => refreshes);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
