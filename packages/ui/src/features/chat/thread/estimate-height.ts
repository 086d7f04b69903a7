import type { Message } from '@parley/core';

/** Pixels between a turn's edges and its content: above and below. */
const AROUND_QUESTION = 48;
const AROUND_REPLY = 24;

/** Pixels that a turn will take, about, until it has once been drawn: what the scroll bar shows of it. */
export function estimateHeight(message: Message | undefined): number {
  if (!message) return 0;
  return estimateContentHeight(message) + (message.isUser ? AROUND_QUESTION : AROUND_REPLY);
}

/** The same without what is around its content. */
export function estimateContentHeight({ text, attachments = [], imageUrl }: Message): number {
  const lines = Math.ceil(text.length / 65) + text.split('\n\n', 200).length;
  return 80 + Math.min(lines, 400) * 22 + attachments.length * 120 + (imageUrl === undefined ? 0 : 340);
}
