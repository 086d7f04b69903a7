import type { SearchHit } from '@parley/core';

/** History state of an entry that leads to one message. */
export interface FoundMessage {
  conversationId: string;
  messageId: string;
  /** The words matched in the message. */
  words: string[];
}

export function toFoundMessage({ conversationId, messageId, snippet, marks }: SearchHit): FoundMessage | null {
  if (messageId === null) return null;
  return { conversationId, messageId, words: marks.map(([start, end]) => snippet.slice(start, end)) };
}

/** Parses `history.state`, which may hold anything. */
export function readFoundMessage(state: unknown): FoundMessage | null {
  const found = state as Partial<FoundMessage> | null | undefined;
  if (typeof found?.messageId !== 'string' || !Array.isArray(found.words)) return null;
  const { conversationId, messageId, words } = found as FoundMessage;
  return { conversationId, messageId, words };
}
