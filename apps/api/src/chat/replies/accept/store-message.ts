import { countsAsMessage, hasAnswer, openWindow, refusalOf, type Message } from '@parley/core';
import type { AcceptRequest, AcceptResult, Storage } from '../../../storage/storage.ts';
import { settleAccept, type SettleAcceptDependencies } from './settle-accept.ts';

/** Messages that are read at once to find one on a branch. */
const PAGE = 100;

export interface StoreMessageDependencies extends SettleAcceptDependencies {
  storage: Pick<Storage, 'replies' | 'usage' | 'conversations'>;
  /** Returns the message of a reply that this process writes. */
  running(generationId: string): Message | undefined;
  /** Stops a reply and waits until it is stored. */
  stop(generationId: string): Promise<void>;
}

/**
 * Stores a message with an empty reply, as `ReplyStore.accept` does. If the message replaces another one, stops a
 * running reply of the conversation first, unless the message would be refused even then. A reply that another edit begins
 * meanwhile goes on, and this message is refused.
 */
export async function storeMessage(
  request: AcceptRequest,
  dependencies: StoreMessageDependencies,
): Promise<AcceptResult> {
  const { storage, running, stop } = dependencies;
  const { userId, conversationId, replaces, usageRule, now } = request;
  const result = await settleAccept(request, dependencies);
  if (result.outcome !== 'busy' || replaces === undefined) return result;
  const live = await storage.replies.find(userId, result.generationId);
  const written =
    running(result.generationId) ?? (live && (await storage.replies.message(userId, live.assistantMessageId)));
  // A reply that counts even when stopped would free nothing.
  const window = usageRule && (await storage.usage.window(userId));
  const isLimitReached = window && refusalOf(openWindow(window, now, usageRule), usageRule, request);
  if (isLimitReached && written && countsAsMessage(written)) return { outcome: 'limit-reached', window };
  // Such a reply stays when it is stopped, and with it the branch, so this message would be refused afterward.
  if (written && hasAnswer(written) && !(await isOnBranch(request, replaces, storage))) return { outcome: 'not-found' };
  await stop(result.generationId);
  const second = await settleAccept(request, dependencies);
  if (second.outcome !== 'not-found' || live?.assistantMessageId !== replaces) return second;
  // The reply was stopped before it had any text, so the reply that it was to replace is back in place.
  const branch = await storage.conversations.messages(userId, conversationId, { limit: 1 });
  const [last] = branch?.items ?? [];
  return last && !last.isUser ? settleAccept({ ...request, replaces: last.id }, dependencies) : second;
}

/** Whether a message is on the current branch of the request's conversation. */
async function isOnBranch(
  { userId, conversationId }: AcceptRequest,
  messageId: string,
  { conversations }: StoreMessageDependencies['storage'],
): Promise<boolean> {
  for (let before: string | undefined; ;) {
    const cursor = before === undefined ? {} : { before };
    const page = await conversations.messages(userId, conversationId, {
      limit: PAGE,
      withoutVersions: true,
      ...cursor,
    });
    if (!page) return false;
    if (page.items.some(({ id }) => id === messageId)) return true;
    if (page.nextBefore === null) return false;
    before = page.nextBefore;
  }
}
