import { isPremium } from '@parley/core';
import type { Thread } from '../../../stores/chat-state.ts';
import { useChat, useSession } from '../../../stores/client.ts';

interface Sending {
  /** The free messages are used up. */
  atLimit: boolean;
  /** The reply being written, if any. */
  reply: Thread['reply'];
  canSend: boolean;
  send: () => void;
  stop: () => void;
}

/** What may be done with a draft right now. */
export function useSending(conversationId: string, draft: string): Sending {
  const isUnlimited = useSession(({ user }) => user !== null && (user.isAdmin || isPremium(user)));
  const reachedLimit = useChat((chat) => chat.usage?.isLimitReached === true);
  const ready = useChat((chat) => chat.threads[conversationId]?.status === 'ready');
  const reply = useChat((chat) => chat.threads[conversationId]?.reply ?? null);
  const send = useChat((chat) => chat.send);
  const stop = useChat((chat) => chat.stop);
  const atLimit = reachedLimit && !isUnlimited;
  return {
    atLimit,
    reply,
    canSend: ready && !atLimit && reply === null && draft.trim() !== '',
    send: () => void send(conversationId, draft),
    stop: () => void stop(conversationId),
  };
}
