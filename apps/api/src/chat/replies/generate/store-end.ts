import type { Logger } from 'pino';
import { AppError, countsAsMessage, usageAt, type Message, type StreamEvent, type UsageRule } from '@parley/core';
import type { Accounts } from '../../../auth/accounts.ts';
import type { ReplyRecord, Storage } from '../../../storage/storage.ts';

/** How long readers wait for an end that cannot be stored, in milliseconds. */
const READER_TIMEOUT_MS = 60_000;
/** Retry delay in milliseconds: initial and maximum. */
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5_000;

export interface StoreEndDependencies {
  storage: Pick<Storage, 'replies' | 'users' | 'usage'>;
  accounts: Pick<Accounts, 'isUnlimited'>;
  settings: { usageRule: UsageRule };
  logger: Logger;
  now: () => number;
}

/**
 * Stores the end of a reply and returns its final event; null when it had already ended elsewhere. Throws `unavailable`
 * after a minute of failed attempts, but keeps retrying until it is stored or `signal` aborts: an end that is never
 * stored would keep its conversation busy.
 */
export function storeEnd(
  { generationId, userId }: ReplyRecord,
  message: Message,
  dependencies: StoreEndDependencies,
  signal: AbortSignal,
): Promise<StreamEvent | null> {
  const { storage, logger, now } = dependencies;
  const end = {
    generationId,
    message,
    usage: countsAsMessage(message) ? ('consume' as const) : ('refund' as const),
    now: now(),
  };
  const retried = <T>(work: () => Promise<T>) => retrying(work, logger, signal);
  const stored = retried(() => storage.replies.end(end)).then((isFirst) =>
    isFirst ? retried(() => endEvent(userId, message, dependencies)) : null,
  );
  return withReaderTimeout(stored);
}

/** Builds the final event for a stored message. */
export async function endEvent(
  userId: string,
  message: Message,
  { storage, accounts, settings, now }: StoreEndDependencies,
): Promise<StreamEvent> {
  if (message.isError && message.errorCode) {
    return { type: 'error', code: message.errorCode, error: message.error ?? '' };
  }
  const user = await storage.users.findById(userId);
  const window = await storage.usage.window(userId);
  const unlimited = user !== null && accounts.isUnlimited(user);
  return { type: 'done', message, usage: usageAt(window, now(), settings.usageRule, unlimited) };
}

function withReaderTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new AppError('unavailable')), READER_TIMEOUT_MS);
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

async function retrying<T>(work: () => Promise<T>, logger: Logger, signal: AbortSignal): Promise<T> {
  for (let wait = FIRST_RETRY_MS; ; wait = Math.min(wait * 2, MAX_RETRY_MS)) {
    try {
      return await work();
    } catch (error) {
      if (wait === FIRST_RETRY_MS)
        logger.warn({ err: error }, 'storing the end of a reply failed, trying again until it is');
      await pause(wait, signal);
      if (signal.aborted) throw error;
    }
  }
}

/** Resolves after `ms` milliseconds, or as soon as `signal` aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, signal.aborted ? 0 : ms);
    signal.addEventListener('abort', done);
  });
}
