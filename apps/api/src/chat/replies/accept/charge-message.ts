import { t } from '@parley/core';
import type { Cluster } from '../../../cluster/cluster.ts';
import { createRateLimit, type RateLimit } from '../../../limits/rate-limit.ts';
import type { Budgets } from '../../../spending/budgets.ts';
import type { AcceptRequest, AcceptResult, Storage } from '../../../storage/storage.ts';
import type { NewMessage } from './new-message.ts';
import type { PreparedQuestion } from './prepare-question.ts';

/**
 * Limits on what one user costs the operator, however the replies end. They apply to premium and admin accounts too.
 */
export interface ReplyLimits {
  /** Replies requested from the provider per hour. */
  replies: Pick<RateLimit, 'consume' | 'giveBack'>;
  /** Bytes of text stored per day. */
  text: Pick<RateLimit, 'consume' | 'giveBack'>;
}

/** Limits the replies that one user requests from the provider per hour. */
export function createReplyLimit(cluster: Cluster, requests: number): RateLimit {
  const reason = t`You’ve reached the hourly limit for replies.`;
  return createRateLimit(cluster, 'replies', { requests, seconds: 3600, reason });
}

export interface ChargeDependencies {
  spendings: { budgets: Pick<Budgets, 'reserve' | 'settle'> };
  storage: Pick<Storage, 'conversations'>;
  limits: ReplyLimits;
}

/**
 * Charges a message to its user's limits and the cost ceilings while `store` stores it; throws `rate-limited` or
 * `cost-limit-reached` beyond them. A message that is not accepted costs nothing and leaves no file.
 */
export async function chargeMessage(
  message: NewMessage,
  question: PreparedQuestion,
  request: AcceptRequest,
  { storage, limits, spendings: { budgets } }: ChargeDependencies,
  store: (request: AcceptRequest) => Promise<AcceptResult>,
): Promise<AcceptResult> {
  const { userId, mode, generationId } = request;
  const undo = [question.discard];
  let isAccepted = false;
  try {
    const bytes = await addedBytes(userId, message, question, storage);
    const taken = [
      limits.replies.consume(userId).then(() => undo.push(() => limits.replies.giveBack(userId))),
      limits.text.consume(userId, bytes).then(() => undo.push(() => limits.text.giveBack(userId, bytes))),
    ];
    // Both are settled before either is given back. With Redis, they share one round trip.
    await Promise.allSettled(taken);
    await Promise.all(taken);
    const isReserved = await budgets.reserve(userId, mode, generationId, request.model?.id);
    if (isReserved) undo.push(() => budgets.settle(userId, generationId, 0));
    const result = await store(isReserved ? { ...request, isReserved } : request);
    isAccepted = result.outcome === 'accepted';
    return result;
  } finally {
    if (!isAccepted) await Promise.all(undo.map((each) => each()));
  }
}

/** Bytes of text that a message adds to storage; earlier turns are stored only with a new conversation. */
async function addedBytes(
  userId: string,
  { conversationId, text, seed }: NewMessage,
  { attachments }: PreparedQuestion,
  storage: ChargeDependencies['storage'],
): Promise<number> {
  if (attachments === null) return 0;
  const isNew = seed.length > 0 && (await storage.conversations.find(userId, conversationId)) === null;
  const texts = isNew ? [text, ...seed.map((turn) => turn.text)] : [text];
  return texts.reduce((sum, each) => sum + Buffer.byteLength(each), 0);
}
