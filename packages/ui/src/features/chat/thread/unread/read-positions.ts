import type { ChatStore } from '../../../../stores/chat/chat-store.ts';

/** How far a reply has been read, in its blocks. */
interface Reading {
  /** Blocks that a reader was shown or that are marked; null until it is looked at for the first time. */
  known: number | null;
  /** The places of the blocks that arrived while the reader was elsewhere and have not been read since. */
  unread: Set<number>;
}

/** What was read of the replies that were written since this client began, by key of the message. */
export type ReadPositions = Map<string, Reading>;

const memories = new WeakMap<ChatStore, ReadPositions>();

/** The memory of a chat; from the first call on it knows of every reply that is written, in whichever conversation. */
export function readPositionsOf(chat: ChatStore): ReadPositions {
  const known = memories.get(chat);
  if (known) return known;
  const memory: ReadPositions = new Map();
  memories.set(chat, memory);
  const noteReplies = () => {
    const { threads, messages } = chat.getState();
    for (const { reply } of Object.values(threads)) {
      if (!reply || memory.has(reply.messageId)) continue;
      // What this client was given half written was perhaps read elsewhere.
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
