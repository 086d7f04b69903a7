import type { Message } from '@parley/core';

/** A question in words: its own, or the names of its files where it has none. */
export function questionText({ text, attachments = [] }: Pick<Message, 'text' | 'attachments'>): string {
  return text || attachments.map(({ name }) => name).join(', ');
}
