import type { SearchHit } from '@parley/core';

/** What an address carries in its history entry when it leads to one message. */
export interface FoundMessage {
  conversationId: string;
  messageId: string;
  /** The words that were found in it. */
  words: string[];
}

export function toFoundMessage({ conversationId, messageId, snippet, marks }: SearchHit): FoundMessage | null {
  if (messageId === null) return null;
  return { conversationId, messageId, words: marks.map(([start, end]) => snippet.slice(start, end)) };
}

/** Reads it back from `history.state`, where anything may lie. */
export function readFoundMessage(state: unknown): FoundMessage | null {
  const found = state as Partial<FoundMessage> | null | undefined;
  return typeof found?.messageId === 'string' && Array.isArray(found.words) ? (found as FoundMessage) : null;
}
