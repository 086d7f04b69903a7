import { useChat } from '../../../stores/client.ts';

/** Characters of a text that are shown. */
const SHOWN = 200;

interface BegunChat {
  id: string;
  /** What waits in its composer: the text, or the name of a file. */
  text: string;
  /** Whether it is known to have no messages yet. */
  isNew: boolean;
}

/** Chats with unsent text or files that no list has, the last one first: those begun and left before the first message. */
export function useBegunChats(currentId: string): BegunChat[] {
  const drafts = useChat((chat) => chat.drafts);
  const attachments = useChat((chat) => chat.attachments);
  const threads = useChat((chat) => chat.threads);
  const conversations = useChat((chat) => chat.conversations);
  const elsewhere = new Set([currentId, ...conversations.map(({ id }) => id)]);
  return Object.keys({ ...attachments, ...drafts })
    .filter((id) => !elsewhere.has(id) && threads[id]?.status !== 'not-found')
    .map((id) => ({
      id,
      text: (drafts[id] ?? attachments[id]?.[0]?.name ?? '').trim().slice(0, SHOWN),
      isNew: threads[id]?.messageIds.length === 0,
    }))
    .reverse();
}
