import { AsyncLocalStorage } from 'node:async_hooks';
import { speak } from '../language/speak.ts';

const current = new AsyncLocalStorage<string | null>();

/** Runs work in the context of a request, including everything it starts asynchronously. */
export function inRequest<T>(requestId: string, work: () => T): T {
  return current.run(requestId, work);
}

/** Runs work that belongs to no single request, such as batches for many of them. It speaks English. */
export function outsideRequests<T>(work: () => T): T {
  return current.run(null, () => speak('en', work));
}

/** The id of the current request; null outside of requests. */
export function currentRequestId(): string | null {
  return current.getStore() ?? null;
}
