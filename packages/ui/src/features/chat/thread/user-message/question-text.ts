import type { Message } from '@parley/core';

/** The question's text, or its file names if it has no text. */
export function questionText({ text, attachments = [] }: Pick<Message, 'text' | 'attachments'>): string {
  return text || attachments.map(({ name }) => name).join(', ');
}
