import {
  completeReply,
  failReply,
  hasAnswer,
  newUserMessage,
  withAttachments,
  type ErrorCode,
  type Message,
} from '@parley/core';
import type { AcceptRequest, Counted } from './storage.ts';

/** What few messages have. */
export type Extras = Pick<Message, 'attachments' | 'previousImageUrl' | 'imageUrl' | 'imagePrompt' | 'sources'>;

/** Whether a message is a version also where it is not on the branch and nothing follows it. */
export function countsAsVersion(message: Message): boolean {
  return message.isUser || hasAnswer(message);
}

/** What a message is counted as when it has ended. */
export function countedAs({ isError, errorCode = 'internal' }: Message): Counted {
  return isError ? `failed:${errorCode}` : 'replies';
}

/** A message made of what is stored of it. What core derives when a reply ends is not stored but derived again. */
export function deriveMessage(
  stored: Message,
  { code, sentence }: { code: ErrorCode | null | undefined; sentence: string | null | undefined },
): Message {
  const message = withAttachments(stored, stored.attachments ?? []);
  const { status } = message;
  if (message.isUser || status === 'streaming') return message;
  if (status === 'complete' || status === 'stopped') return completeReply(message, status);
  return { ...failReply(message, code ?? 'internal', sentence ?? undefined), status };
}

/** The question of a request. What it does not say of its attachments is as it was in the question it replaces, which `had` them. */
export function newQuestion(
  { text, userMessageId: id, now, mode, attachments, previousImageUrl }: AcceptRequest,
  had: Extras,
): Message {
  return newUserMessage(
    text,
    { id, now, mode },
    {
      attachments: attachments ?? had.attachments ?? [],
      previousImageUrl: previousImageUrl ?? had.previousImageUrl ?? null,
    },
  );
}
