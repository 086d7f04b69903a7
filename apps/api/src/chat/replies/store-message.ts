import { countsAsMessage, usageAt, type Message } from '@parley/core';
import type { AcceptRequest, AcceptResult, Storage } from '../../storage/storage.ts';

export interface StoreMessageDependencies {
  storage: Pick<Storage, 'replies' | 'usage' | 'conversations'>;
  /** The message of a reply that this process writes. */
  running(generationId: string): Message | undefined;
  stopConversation(): Promise<void>;
}

/**
 * Stores a message with an empty reply to it, as `ReplyStore.accept` does. A reply that is being written is stopped first
 * where the message replaces one of its conversation, unless the limit would refuse the message even then.
 */
export async function storeMessage(
  request: AcceptRequest,
  { storage, running, stopConversation }: StoreMessageDependencies,
): Promise<AcceptResult> {
  const { userId, conversationId, replaces, usageRule, now } = request;
  const result = await storage.replies.accept(request);
  if (result.outcome !== 'busy' || replaces === undefined) return result;
  const live = await storage.replies.find(userId, result.generationId);
  const written =
    running(result.generationId) ?? (live && (await storage.replies.message(userId, live.assistantMessageId)));
  // A reply that counts also when it is stopped would make no room.
  const window = usageRule && (await storage.usage.window(userId));
  const isLimitReached = window && usageAt(window, now, usageRule, false).isLimitReached;
  if (isLimitReached && written && countsAsMessage(written)) return { outcome: 'limit-reached', window };
  await stopConversation();
  const second = await storage.replies.accept(request);
  if (second.outcome !== 'not-found' || live?.assistantMessageId !== replaces) return second;
  // It was stopped before it had an answer, so the reply that it was to replace is back in its place.
  const branch = await storage.conversations.messages(userId, conversationId, { limit: 1 });
  const [last] = branch?.items ?? [];
  return last && !last.isUser ? storage.replies.accept({ ...request, replaces: last.id }) : second;
}
