/** History state of an entry that leads to one message. */
export interface FoundMessage {
  conversationId: string;
  messageId: string;
  /** The words matched in the message. */
  words: string[];
}

/** Parses `history.state`, which may hold anything. */
export function readFoundMessage(state: unknown): FoundMessage | null {
  const found = state as Partial<FoundMessage> | null | undefined;
  if (typeof found?.messageId !== 'string' || !Array.isArray(found.words)) return null;
  const { conversationId, messageId, words } = found as FoundMessage;
  return { conversationId, messageId, words };
}
