import type { Message } from '@parley/core';

/** Vertical padding of a row in pixels, above and below its content. */
const AROUND_QUESTION = 48;
const AROUND_REPLY = 24;

/** Estimates the height of a row in pixels, for the scroll bar until the row has been rendered once. */
export function estimateHeight(message: Message | undefined): number {
  if (!message) return 0;
  return estimateContentHeight(message) + (message.isUser ? AROUND_QUESTION : AROUND_REPLY);
}

/** The same, without the row's padding. */
export function estimateContentHeight({ text, attachments = [], imageUrl }: Message): number {
  const lines = Math.ceil(text.length / 65) + text.split('\n\n', 200).length;
  return 80 + Math.min(lines, 400) * 22 + attachments.length * 120 + (imageUrl === undefined ? 0 : 340);
}
