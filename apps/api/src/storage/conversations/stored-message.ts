import {
  completeReply,
  failReply,
  hasAnswer,
  newReply,
  newUserMessage,
  withAttachments,
  type ErrorCode,
  type Message,
} from '@parley/core';
import type { AcceptRequest, Counted } from '../storage.ts';

const EXTRAS = [
  'attachments',
  'previousImageUrl',
  'imageUrl',
  'imagePrompt',
  'sources',
  'sourceTitles',
  'fileSources',
  'reasoningMs',
  'isCut',
  'model',
  'continues',
  'summary',
] as const satisfies (keyof Message)[];
type Extra = (typeof EXTRAS)[number];

/** Fields that few messages have. */
export type Extras = Pick<Message, Extra>;

/** Splits a message into the fields that few messages have and the rest. */
export function splitExtras<T extends Extras>(message: T): { extras: Extras; rest: Omit<T, Extra> } {
  const isExtra = (name: string) => EXTRAS.includes(name as Extra);
  const fields = Object.entries(message).filter(([, value]) => value !== undefined);
  return {
    extras: Object.fromEntries(fields.filter(([name]) => isExtra(name))) as Extras,
    rest: Object.fromEntries(fields.filter(([name]) => !isExtra(name))) as Omit<T, Extra>,
  };
}

/** Whether a message is a version even when it is off the branch and nothing follows it. */
export function countsAsVersion(message: Message): boolean {
  return message.isUser || hasAnswer(message);
}

/** The daily counter for an ended reply. */
export function countedAs({ isError, errorCode = 'internal' }: Message): Counted {
  return isError ? `failed:${errorCode}` : 'replies';
}

/**
 * Rebuilds a message from its stored fields. Fields that core derives when a reply ends are not stored but derived
 * again.
 */
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

/** The later of a stored reply and what its readers were sent of it. */
export function laterOf(stored: Message, sent: Message | undefined): Message {
  return sent && (sent.seq ?? -1) > (stored.seq ?? -1) ? sent : stored;
}

/** Creates the empty reply of a request. */
export function emptyReply({ generationId, assistantMessageId: id, now, mode, model }: AcceptRequest): Message {
  return { ...newReply(generationId, { id, now, mode }), ...(model && { model }) };
}

/**
 * Creates the question of a request. Missing attachments and picture come from `had`, the question that it replaces.
 */
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
