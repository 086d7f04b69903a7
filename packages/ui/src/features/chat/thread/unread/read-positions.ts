import type { ChatStore } from '../../../../stores/chat/chat-store.ts';

/** How far a reply has been read, counted in blocks. */
interface Reading {
  /** Number of blocks that the reader was shown or that are marked; null until the reply is first shown. */
  known: number | null;
  /** Indexes of the blocks that arrived while the reader was elsewhere and are still unread. */
  unread: Set<number>;
}

/** Read positions of the replies that streamed since this client started, by message key. */
export type ReadPositions = Map<string, Reading>;

const memories = new WeakMap<ChatStore, ReadPositions>();

/** Returns the read positions of a chat. From the first call on they cover every running reply, in any conversation. */
export function readPositionsOf(chat: ChatStore): ReadPositions {
  const known = memories.get(chat);
  if (known) return known;
  const memory: ReadPositions = new Map();
  memories.set(chat, memory);
  const noteReplies = () => {
    const { threads, messages } = chat.getState();
    for (const { reply } of Object.values(threads)) {
      if (!reply || memory.has(reply.messageId)) continue;
      // A reply that had text when this client first saw it may have been read elsewhere.
      const isBegun = (messages[reply.messageId]?.text ?? '') !== '';
      memory.set(reply.messageId, { known: isBegun ? null : 0, unread: new Set() });
    }
  };
  noteReplies();
  chat.subscribe((now, before) => {
    if (now.threads === before.threads) return;
    for (const key of memory.keys()) if (!(key in now.messages)) memory.delete(key);
    noteReplies();
  });
  return memory;
}
