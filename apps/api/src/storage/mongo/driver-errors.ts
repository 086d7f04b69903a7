import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@parley/core';
import {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from 'mongodb';

/** What a server says of a key that is taken. */
export const DUPLICATE_KEY = 11000;
/** What the driver throws when there is no server to talk to. */
const AWAY = [
  MongoNetworkError,
  MongoServerSelectionError,
  MongoOperationTimeoutError,
  MongoNotConnectedError,
  MongoTopologyClosedError,
  MongoClientClosedError,
];
/** What a server says that is starting, stopping, no primary any more, or cut off from the others. */
const CODES = new Set([
  6, 7, 50, 64, 79, 89, 91, 100, 112, 133, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436,
]);

/** Whether a unique key of what should be stored is taken. */
export function isTaken(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/** False when a unique key is taken. */
export async function wasFree(insert: Promise<unknown>): Promise<boolean> {
  try {
    await insert;
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
}

/** Longer than anything takes that a server is asked for: who asked is told then that it cannot be reached. */
export const MOST_MS = 60_000;

/** The store, with `AppError('unavailable')` for what the driver throws, or never answers, when the server cannot be reached. */
export function reachable<Store extends object>(store: Store): Store {
  const methods = Object.entries(store).map(([name, method]) => [
    name,
    async (...parameters: unknown[]) => {
      const deadline = new AbortController();
      try {
        const given = delay(MOST_MS, undefined, { signal: deadline.signal, ref: false }).then(() => {
          throw new AppError('unavailable', { cause: new Error(`${name} took more than ${MOST_MS} ms.`) });
        });
        return await Promise.race([method(...parameters), given]);
      } catch (error) {
        throw isAway(error) ? new AppError('unavailable', { cause: error }) : error;
      } finally {
        deadline.abort();
      }
    },
  ]);
  return Object.fromEntries(methods);
}

function isAway(error: unknown): boolean {
  if (!(error instanceof MongoError)) return false;
  return (
    AWAY.some((kind) => error instanceof kind) ||
    error.hasErrorLabel('RetryableWriteError') ||
    // Of many writes at once, what kept them from being answered.
    (error instanceof MongoBulkWriteError && isAway(error.errorResponse)) ||
    (typeof error.code === 'number' && CODES.has(error.code))
  );
}

/** All of them, also when one fails: what follows must not overtake what is still under way. Throws the first failure. */
export async function allSettled<const Work extends readonly unknown[]>(
  work: Work,
): Promise<{ -readonly [Key in keyof Work]: Awaited<Work[Key]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
