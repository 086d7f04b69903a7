import type { Caller } from '../limits/fair-scheduler.ts';

/** A caller for tests, which stays on the line unless `signal` says otherwise. */
export function aCaller(user: string | null = null, address = '192.0.2.1', signal?: AbortSignal): Caller {
  return { user, address, signal: signal ?? new AbortController().signal };
}
