import type { Message } from '@parley/core';
import type { ChatState, ConversationSummary } from '../chat/chat-state.ts';
import { CONVERSATIONS_KEY } from './conversations-key.ts';
import type { RememberedConversation } from './read-snapshot.ts';
import type { KeyValueStorage } from '../storage/stored-json.ts';

const CONVERSATIONS = 20;
const MESSAGES = 30;
/** UTF-16 units of all that is kept: about 1.5 MB. */
const LARGEST = 750_000;

/** Keeps the newest conversations, with the ends of those that were read, for this user's next start. */
export function remember(storage: KeyValueStorage, userId: string, state: ChatState): void {
  const kept: string[] = [];
  let length = 0;
  for (const conversation of state.conversations.slice(0, CONVERSATIONS)) {
    const item = fitting(state, conversation, LARGEST - length);
    if (item === null) break;
    kept.push(item);
    length += item.length + 1;
  }
  // Each conversation is text already, and is not written twice.
  storage.set(CONVERSATIONS_KEY, `{"userId":${JSON.stringify(userId)},"conversations":[${kept.join(',')}]}`);
}

/** A conversation with as many of its last messages as there is room for; null where there is none for itself. */
function fitting(state: ChatState, conversation: ConversationSummary, room: number): string | null {
  const { messageIds = [] } = state.threads[conversation.id] ?? {};
  const ended = messageIds
    .slice(-MESSAGES)
    .flatMap((key) => state.messages[key] ?? [])
    .filter(({ status }) => status !== 'streaming');
  for (let messages = ended.map(withoutPictures); ; messages = messages.slice(Math.ceil(messages.length / 2))) {
    const item = JSON.stringify({ ...conversation, messages } satisfies RememberedConversation);
    if (item.length <= room) return item;
    if (messages.length === 0) return null;
  }
}

/** Attached pictures stay in memory. */
export function withoutPictures({ attachedImageUri: _uri, attachments, ...message }: Message): Message {
  const documents = attachments?.filter(({ kind }) => kind !== 'image') ?? [];
  return documents.length > 0 ? { ...message, attachments: documents } : message;
}
