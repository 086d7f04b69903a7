import { isPremium, MAX_MESSAGE_LENGTH } from '@parley/core';
import type { Thread } from '../../../stores/chat/chat-state.ts';
import { useChat, useSession } from '../../../stores/client.ts';

/** Whether the free messages of the person who is signed in are used up. */
export function useAtLimit(): boolean {
  const isUnlimited = useSession(({ user }) => user !== null && (user.isAdmin || isPremium(user)));
  const reachedLimit = useChat((chat) => chat.usage?.isLimitReached === true);
  return reachedLimit && !isUnlimited;
}

interface Sending {
  /** The reply being written, if any. */
  reply: Thread['reply'];
  canSend: boolean;
  /** What has to be put right before this draft can be sent; null when it is nothing that a sentence would help with. */
  obstacle: string | null;
  send: () => void;
  stop: () => void;
}

/** What may be done with a draft and its files right now. */
export function useSending(conversationId: string, draft: string, atLimit: boolean): Sending {
  const ready = useChat((chat) => chat.threads[conversationId]?.status === 'ready');
  const reply = useChat((chat) => chat.threads[conversationId]?.reply ?? null);
  const files = useChat((chat) => chat.attachments[conversationId]);
  const send = useChat((chat) => chat.send);
  const stop = useChat((chat) => chat.stop);
  const isTooLong = draft.length > MAX_MESSAGE_LENGTH && draft.trim().length > MAX_MESSAGE_LENGTH;
  const hasFailed = files?.some(({ status }) => status === 'failed') ?? false;
  const isUploading = files?.some(({ status }) => status === 'uploading') ?? false;
  const obstacle = isTooLong ? tooLong(draft.trim().length) : hasFailed ? FAILED : null;
  const hasSomething = files !== undefined || draft.trim() !== '';
  return {
    reply,
    obstacle,
    canSend: ready && !atLimit && reply === null && hasSomething && !isUploading && obstacle === null,
    send: () => void send(conversationId, draft),
    stop: () => void stop(conversationId),
  };
}

const FAILED = 'A file could not be uploaded. Try it again or remove it.';

function tooLong(length: number): string {
  const [is, most] = [length, MAX_MESSAGE_LENGTH].map((count) => count.toLocaleString('en'));
  return `This message has ${is} characters; at most ${most} can be sent.`;
}
