import { AppError, MAX_TEMPORARY_TURNS, receivedText, type Message, type StreamRequest, t } from '@parley/core';
import type { ApiClient } from '../../../api/create-api-client.ts';
import type { StreamHandlers } from '../../../api/transport-error.ts';
import type { Client } from '../../client.ts';
import type { KeyValueStorage } from '../../storage/stored-json.ts';
import { createChatStore, type ChatStore } from '../chat-store.ts';
import { newUuid } from '../new-uuid.ts';

/** Characters of a conversation that are sent: fewer than a megabyte in any script. The model reads less of most. */
const MAX_CHARACTERS = 250_000;
const NO_PICTURES = t`A temporary chat can’t draw images.`;

export interface TemporaryChat {
  chat: ChatStore;
  /** Its only conversation. */
  conversationId: string;
  /** Stops a running reply, deletes the uploads and forgets everything. */
  close(): void;
}

/** Opens a chat of its own with one conversation that exists only in memory. */
export function openTemporaryChat({ api, connection }: Pick<Client, 'api' | 'connection'>): TemporaryChat {
  /** Ids of the uploads. */
  const uploads = new Set<string>();
  let isClosed = false;
  const deleteUploads = (): void => {
    // The server deletes what is left after a day.
    for (const id of uploads) void api.deleteUpload(id).catch(() => {});
    uploads.clear();
  };
  addEventListener('pagehide', deleteUploads);
  const chat: ChatStore = createChatStore({
    api: temporaryApi(api, {
      chat: () => chat,
      isClosed: () => isClosed,
      onUploaded: (id) => uploads.add(id),
    }),
    storage: inMemory(),
    now: Date.now,
    newId: newUuid,
    cache: { start() {}, showThread() {}, stop() {} },
    isReached: () => connection.getState().reach === 'reached',
    checkReach: () => connection.getState().check(),
  });
  // A name of its own, because tabs of one user send in turns.
  void chat.getState().start(newUuid(), { isNew: true });
  const conversationId = chat.getState().newConversation();
  chat.setState({ isTemporary: true });
  return {
    chat,
    conversationId,
    close() {
      isClosed = true;
      void chat.getState().stop(conversationId);
      removeEventListener('pagehide', deleteUploads);
      deleteUploads();
      chat.getState().reset('signed-out');
    },
  };
}

interface Opened {
  chat: () => ChatStore;
  isClosed: () => boolean;
  onUploaded: (id: string) => void;
}

/** The server's API for a chat that the server does not know: questions are sent with the whole conversation. */
function temporaryApi(api: ApiClient, { chat, isClosed, onUploaded }: Opened): ApiClient {
  return {
    ...api,
    activeReplies: () => Promise.resolve([]),
    capabilities: async () => ({ ...(await api.capabilities()), image: { ok: false, reason: NO_PICTURES } }),
    async upload(file, handlers) {
      const attachment = await api.upload(file, handlers);
      onUploaded(attachment.id);
      return attachment;
    },
    async conversation(id) {
      const { conversations } = chat().getState();
      const conversation = conversations.find((listed) => listed.id === id);
      if (!conversation) throw new AppError('not-found');
      return { success: true, conversation, messages: messagesOf(chat(), id), nextBefore: null };
    },
    streamChat: (request, handlers) =>
      ask(api, toTemporary(request, messagesOf(chat(), request.conversationId)), handlers, isClosed),
  };
}

/** Sends a question. A chat that is closed before the server has accepted it stops the reply then. */
function ask(
  api: ApiClient,
  request: StreamRequest,
  { signal, onEvent, ...handlers }: StreamHandlers,
  isClosed: () => boolean,
): Promise<void> {
  const asking = new AbortController();
  let isAnswered = false;
  signal.addEventListener('abort', () => {
    if (isAnswered || !isClosed()) asking.abort();
  });
  return api.streamChat(request, {
    ...handlers,
    signal: asking.signal,
    onEvent(sequenced) {
      isAnswered = true;
      if (!signal.aborted) return onEvent(sequenced);
      const { event } = sequenced;
      if (event.type === 'accepted') void api.stop(event.generationId).catch(() => {});
      asking.abort();
    },
  });
}

function messagesOf(chat: ChatStore, id: string): Message[] {
  const { threads, messages } = chat.getState();
  return (threads[id]?.messageIds ?? []).flatMap((key) => messages[key] ?? []);
}

function toTemporary(
  { conversationId, selectedTool, clientMessageId, length, model }: StreamRequest,
  shown: Message[],
): StreamRequest {
  const question = shown.findLastIndex(({ isUser }) => isUser);
  return {
    conversationId,
    temporary: true,
    messages: newest(shown.slice(0, question + 1)),
    ...(selectedTool && { selectedTool }),
    ...(clientMessageId && { clientMessageId }),
    ...(length && { length }),
    ...(model && { model }),
  };
}

/** The end of a conversation, as far as a request has room for it. */
function newest(shown: Message[]): NonNullable<StreamRequest['messages']> {
  const spoken = shown
    .map((message) => ({ ...message, text: receivedText(message) }))
    .filter(({ text, attachments }) => text !== '' || attachments)
    .slice(-MAX_TEMPORARY_TURNS);
  let characters = 0;
  const first = spoken.findLastIndex(({ text }) => (characters += text.length) > MAX_CHARACTERS);
  return spoken.slice(first + 1).map(({ isUser, text, attachments }) => ({
    role: isUser ? 'user' : 'assistant',
    content: text,
    ...(attachments && { attachmentIds: attachments.map(({ id }) => id) }),
  }));
}

function inMemory(): KeyValueStorage {
  const items = new Map<string, string>();
  return {
    get: (key) => items.get(key) ?? null,
    set: (key, value) => void items.set(key, value),
    remove: (key) => void items.delete(key),
  };
}
