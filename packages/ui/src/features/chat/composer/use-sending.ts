import { isCounted, MAX_MESSAGE_LENGTH, t } from '@parley/core';
import type { Thread } from '../../../stores/chat/chat-state.ts';
import { useChat, useSession } from '../../../stores/client.ts';
import { LOCALE } from '../../../kit/text/format/locale.ts';

/** Whether the free tier's limit applies to the signed-in user. */
export function useIsFree(): boolean {
  return useSession(({ user }) => user !== null && isCounted(user));
}

/** Whether the signed-in user has used up the free messages. */
export function useAtLimit(): boolean {
  const isFree = useIsFree();
  const reachedLimit = useChat((chat) => chat.usage?.isLimitReached === true);
  return reachedLimit && isFree;
}

interface Sending {
  /** The running reply, if any. A message sent meanwhile is queued. */
  reply: Thread['reply'];
  canSend: boolean;
  /** What the user has to correct before sending, as a sentence; null if nothing. */
  obstacle: string | null;
  stop: () => void;
}

/** Whether a text and its attachments can be sent now, and if not, why. */
export function useSending(conversationId: string, text: string, atLimit: boolean): Sending {
  const ready = useChat((chat) => chat.threads[conversationId]?.status === 'ready');
  const reply = useChat((chat) => chat.threads[conversationId]?.reply ?? null);
  const files = useChat((chat) => chat.attachments[conversationId]);
  const stop = useChat((chat) => chat.stop);
  const isTooLong = text.length > MAX_MESSAGE_LENGTH && text.trim().length > MAX_MESSAGE_LENGTH;
  const hasFailed = files?.some(({ status }) => status === 'failed') ?? false;
  const isUploading = files?.some(({ status }) => status === 'uploading') ?? false;
  const obstacle = isTooLong ? tooLong(text.trim().length) : hasFailed ? FAILED : null;
  const hasSomething = files !== undefined || text.trim() !== '';
  return {
    reply,
    obstacle,
    canSend: ready && !atLimit && hasSomething && !isUploading && obstacle === null,
    stop: () => void stop(conversationId),
  };
}

const FAILED = t`A file couldn’t be uploaded. Retry it or remove it.`;

function tooLong(length: number): string {
  const most = MAX_MESSAGE_LENGTH.toLocaleString(LOCALE);
  return t`This message has ${length.toLocaleString(LOCALE)} characters. The limit is ${most}.`;
}
