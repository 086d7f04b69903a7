import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string | null>();

/** Runs what belongs to a request, with all that it begins and that goes on after it. */
export function inRequest<T>(requestId: string, work: () => T): T {
  return current.run(requestId, work);
}

/** Begins what belongs to no single request, such as work for many of them together. */
export function outsideRequests<T>(work: () => T): T {
  return current.run(null, work);
}

/** The id of the request that whatever runs now belongs to; null where it belongs to none. */
export function currentRequestId(): string | null {
  return current.getStore() ?? null;
}
