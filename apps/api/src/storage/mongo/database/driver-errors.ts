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

/** Error code for a duplicate key. */
export const DUPLICATE_KEY = 11000;
const MAX_TIME_EXPIRED = 50;
/** Errors that the driver throws when it cannot reach a server. */
const AWAY = [
  MongoNetworkError,
  MongoServerSelectionError,
  MongoOperationTimeoutError,
  MongoNotConnectedError,
  MongoTopologyClosedError,
  MongoClientClosedError,
];
/** Error codes of a server that is starting, stopping, no longer primary, or cut off from the others. */
const CODES = new Set([
  6, 7, 50, 64, 79, 89, 91, 100, 112, 133, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436,
]);

/** Whether the error is a duplicate unique key. */
export function isTaken(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/** Whether the server ended an operation after its `maxTimeMS`. */
export function isOutOfTime(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === MAX_TIME_EXPIRED;
}

/** Awaits an insert. False when a unique key is taken. */
export async function wasFree(insert: Promise<unknown>): Promise<boolean> {
  try {
    await insert;
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
}

/** Repeats an upsert that lost the race to insert its document, and wrote nothing: the document is there now. */
export async function upserted(upsert: () => Promise<unknown>): Promise<void> {
  if (!(await wasFree(upsert()))) await upsert();
}

/** Longer than any operation takes. After this time the caller gets `unavailable`. */
export const MOST_MS = 60_000;

/** Wraps a store so that driver errors and timeouts of an unreachable server become `AppError('unavailable')`. */
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
    // A bulk write keeps the cause in `errorResponse`.
    (error instanceof MongoBulkWriteError && isAway(error.errorResponse)) ||
    (typeof error.code === 'number' && CODES.has(error.code))
  );
}

/**
 * Waits for all of them, even when one fails, because later work must not overtake pending work. Throws the first
 * failure.
 */
export async function allSettled<const Work extends readonly unknown[]>(
  work: Work,
): Promise<{ -readonly [Key in keyof Work]: Awaited<Work[Key]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
