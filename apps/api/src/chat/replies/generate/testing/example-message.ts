import type { Message } from '@parley/core';

/** A reply that has ended, with these changes. */
export function exampleMessage(id: string, changes: Partial<Message> = {}): Message {
  return {
    id,
    text: `The words of ${id}.`,
    isUser: false,
    timestamp: '2026-01-01T00:00:00.000Z',
    status: 'complete',
    ...changes,
  };
}
