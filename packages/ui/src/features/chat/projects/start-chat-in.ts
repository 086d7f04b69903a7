import type { ChatStore } from '../../../stores/chat/chat-store.ts';
import { startsInKey } from '../../../stores/projects/projects-key.ts';
import { writeStored, type KeyValueStorage } from '../../../stores/storage/stored-json.ts';

/**
 * Creates an empty conversation that belongs to this project from its first message on, also after a reload. Returns
 * its id.
 */
export function startChatIn(chat: ChatStore, storage: KeyValueStorage, userId: string, projectId: string): string {
  const { startsIn, conversations, newConversation } = chat.getState();
  const unused = Object.entries(startsIn).find(([id, project]) => project === projectId && isEmpty(chat, id));
  if (unused) return unused[0];
  const id = newConversation();
  chat.setState({ startsIn: { ...startsIn, [id]: projectId } });
  const waiting = Object.entries(startsIn).filter(([each]) => !conversations.some((known) => known.id === each));
  writeStored(storage, startsInKey(userId), { ...Object.fromEntries(waiting), [id]: projectId });
  return id;
}

function isEmpty(chat: ChatStore, id: string): boolean {
  const { threads, drafts, attachments, queued } = chat.getState();
  return threads[id]?.messageIds.length === 0 && [drafts, attachments, queued].every((of) => of[id] === undefined);
}
