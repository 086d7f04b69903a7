import type { Logger } from 'pino';
import { failReply } from '@parley/core';
import type { AcceptRequest, AcceptResult, ReplyRecord, Storage } from '../../../storage/storage.ts';
import { retrying, withTimeout } from '../retrying.ts';

/** How long a caller waits to learn whether its message was stored, in milliseconds. */
const CALLER_TIMEOUT_MS = 5_000;

export interface SettleAcceptDependencies {
  storage: Pick<Storage, 'replies' | 'conversations'>;
  logger: Logger;
  /** Ends the retries. The process that starts next interrupts the replies of this one. */
  closing: AbortSignal;
  now: () => number;
}

/**
 * Accepts a message as `ReplyStore.accept` does. If that fails, looks up whether the message was stored nonetheless,
 * for example because the storage's thread ended after the commit and before its answer. If the look-up takes too long,
 * throws the failure, and later interrupts the reply that was stored: without a writer, it would keep its conversation
 * busy.
 */
export async function settleAccept(
  request: AcceptRequest,
  dependencies: SettleAcceptDependencies,
): Promise<AcceptResult> {
  const { storage, logger, closing: signal } = dependencies;
  try {
    return await storage.replies.accept(request);
  } catch (error) {
    const name = 'looking up whether a message was stored';
    const lookingUp = retrying(() => findStored(request, storage), { name, logger, signal });
    const stored = await withTimeout(lookingUp, CALLER_TIMEOUT_MS).catch(() => {
      // Only the end of the process prevents it, and the next process then does the same.
      lookingUp.then((late) => late && interrupt(late.reply, dependencies)).catch(() => {});
      return null;
    });
    if (!stored) throw error;
    return stored;
  }
}

/** What this very request stored; null if it stored nothing. */
async function findStored(
  { userId, conversationId, clientMessageId, generationId, seed, replaces }: AcceptRequest,
  { replies, conversations }: SettleAcceptDependencies['storage'],
): Promise<Extract<AcceptResult, { outcome: 'accepted' }> | null> {
  const reply = await replies.findByClientMessageId(userId, clientMessageId);
  if (reply?.generationId !== generationId) return null;
  // A new conversation has only the messages of this request: its seed, the question and the empty reply.
  const ownMessages = seed.length + 2;
  const branch = await conversations.messages(userId, conversationId, { limit: ownMessages + 1 });
  return {
    outcome: 'accepted',
    reply,
    isNewConversation: replaces === undefined && branch?.items.length === ownMessages,
  };
}

async function interrupt(
  { userId, generationId, assistantMessageId }: ReplyRecord,
  { storage: { replies }, logger, closing: signal, now }: SettleAcceptDependencies,
): Promise<void> {
  const end = async () => {
    const message = await replies.message(userId, assistantMessageId);
    if (!message) return;
    await replies.end({ generationId, message: failReply(message, 'interrupted'), usage: 'refund', now: now() });
  };
  await retrying(end, { name: 'interrupting a reply without a writer', logger, signal });
}
