import type { Caller } from '../limits/fair-scheduler.ts';

/** A caller for tests; it stays connected unless `signal` aborts. */
export function aCaller(user: string | null = null, address = '192.0.2.1', signal?: AbortSignal): Caller {
  return { user, address, signal: signal ?? new AbortController().signal };
}
