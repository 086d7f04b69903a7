import type { Logger } from 'pino';
import { hasAnswer, usageAt, type Message, type StreamEvent, type UsageRule } from '@parley/core';
import type { Accounts } from '../../auth/accounts.ts';
import type { ReplyRecord, Storage } from '../../storage/storage.ts';

const STORE_RETRY_MS = 60_000;

export interface StoreEndDependencies {
  storage: Pick<Storage, 'replies' | 'users' | 'usage'>;
  accounts: Pick<Accounts, 'isUnlimited'>;
  usageRule: UsageRule;
  logger: Logger;
  now: () => number;
}

/**
 * Stores how a reply ended, trying again for a minute, and makes the event that says so; null when it had already ended
 * elsewhere.
 */
export async function storeEnd(
  { generationId, userId }: ReplyRecord,
  message: Message,
  { storage, accounts, usageRule, logger, now }: StoreEndDependencies,
): Promise<StreamEvent | null> {
  const counts = message.status === 'complete' || (message.status === 'stopped' && hasAnswer(message));
  const end = { generationId, message, usage: counts ? ('consume' as const) : ('refund' as const), now: now() };
  const stored = await retrying(() => storage.replies.end(end), logger);
  return stored ? endEvent(userId, message, { storage, accounts, usageRule, now }) : null;
}

/** The event that tells how a stored message ended. */
export async function endEvent(
  userId: string,
  message: Message,
  { storage, accounts, usageRule, now }: Pick<StoreEndDependencies, 'storage' | 'accounts' | 'usageRule' | 'now'>,
): Promise<StreamEvent> {
  if (message.isError && message.errorCode) {
    return { type: 'error', code: message.errorCode, error: message.error ?? '' };
  }
  const user = await storage.users.findById(userId);
  const window = await storage.usage.window(userId);
  const unlimited = user !== null && accounts.isUnlimited(user);
  return { type: 'done', message, usage: usageAt(window, now(), usageRule, unlimited) };
}

async function retrying<T>(work: () => Promise<T>, logger: Logger): Promise<T> {
  const giveUpAt = performance.now() + STORE_RETRY_MS;
  for (let wait = 100; ; wait = Math.min(wait * 2, 5_000)) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() + wait > giveUpAt) throw error;
      logger.warn({ err: error }, 'storing the end of a reply failed, trying again');
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
