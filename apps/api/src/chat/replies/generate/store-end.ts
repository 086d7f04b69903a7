import type { Logger } from 'pino';
import { countsAsMessage, type Message, type StreamEvent } from '@parley/core';
import type { Plans } from '../../../plans/plans.ts';
import type { ReplyRecord, Spending, Storage } from '../../../storage/storage.ts';
import { retrying, withTimeout } from '../retrying.ts';
import { failureEvent } from '../stream/failure-event.ts';

/** How long readers wait for an end that cannot be stored, in milliseconds. */
const READER_TIMEOUT_MS = 60_000;

export interface StoreEndDependencies {
  storage: Pick<Storage, 'replies' | 'users' | 'usage'>;
  plans: Pick<Plans, 'usageOf'>;
  logger: Logger;
  now: () => number;
}

/**
 * Stores the end of the reply `running` as `message`, with what it used, and returns its final event; null when it had
 * already ended elsewhere. Throws `unavailable` after a minute of failed attempts, but keeps retrying until it is
 * stored or `signal` aborts: an end that is never stored would keep its conversation busy.
 */
export function storeEnd(
  { generationId, userId }: ReplyRecord,
  message: Message,
  { running, spending }: { running: Message; spending?: Spending },
  dependencies: StoreEndDependencies,
  signal: AbortSignal,
): Promise<StreamEvent | null> {
  const { storage, logger, now } = dependencies;
  const end = {
    generationId,
    message,
    usage: countsAsMessage(message, running) ? ('consume' as const) : ('refund' as const),
    ...(spending && { spending }),
    now: now(),
  };
  const retried = <T>(work: () => Promise<T>) => retrying(work, { name: 'storing the end of a reply', logger, signal });
  const stored = retried(() => storage.replies.end(end)).then((isFirst) =>
    isFirst ? retried(() => endEvent(userId, message, dependencies)) : null,
  );
  return withTimeout(stored, READER_TIMEOUT_MS);
}

/** Builds the final event for a stored message. */
export async function endEvent(
  userId: string,
  message: Message,
  { storage, plans, now }: StoreEndDependencies,
): Promise<StreamEvent> {
  const failure = failureEvent(message);
  if (failure) return failure;
  const [user, window] = await Promise.all([storage.users.findById(userId), storage.usage.window(userId)]);
  return { type: 'done', message, usage: plans.usageOf(user, window, now()) };
}
