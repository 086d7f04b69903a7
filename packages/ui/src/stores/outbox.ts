import { isModeId, type Message, type ModeId } from '@parley/core';
import { readStored, writeStored, type KeyValueStorage } from './stored-json.ts';

/** A question that the server may or may not have. */
export interface OutboxEntry {
  /** The same at every attempt, so that the server takes it once. */
  clientMessageId: string;
  conversationId: string;
  text: string;
  mode: ModeId;
  /** Server's id of the message it was written under; null at the beginning of a conversation. */
  after: string | null;
  /** `sending`: an attempt is on its way. `unsure`: it broke before an answer, and the text is back in the box. */
  status: 'sending' | 'unsure';
}

export interface Outbox {
  all(): OutboxEntry[];
  get(conversationId: string): OutboxEntry | undefined;
  put(entry: OutboxEntry): void;
  remove(conversationId: string): void;
}

/** What was sent and not yet answered, at most one question a conversation; outlives a reload. */
export function createOutbox(storage: KeyValueStorage, key: string): Outbox {
  const entries = new Map<string, OutboxEntry>();
  for (const [id, value] of Object.entries(readStored(storage, key))) if (isEntry(value)) entries.set(id, value);
  // Another tab may have stored its own entries meanwhile; only this conversation's is ours to change.
  const save = (conversationId: string): void => {
    const { [conversationId]: _, ...others } = readStored(storage, key);
    const entry = entries.get(conversationId);
    writeStored(storage, key, entry ? { ...others, [conversationId]: entry } : others);
  };
  return {
    all: () => [...entries.values()],
    get: (conversationId) => entries.get(conversationId),
    put(entry) {
      entries.set(entry.conversationId, entry);
      save(entry.conversationId);
    },
    remove(conversationId) {
      if (entries.delete(conversationId)) save(conversationId);
    },
  };
}

/** Whether a page of messages from the server holds this question: then the server has had it all along. */
export function isAmong(entry: OutboxEntry, messages: Message[]): boolean {
  const after = entry.after === null ? -1 : messages.findIndex((message) => message.id === entry.after);
  if (entry.after !== null && after === -1) return false;
  return messages.slice(after + 1).some((message) => message.isUser && message.text === entry.text);
}

function isEntry(value: unknown): value is OutboxEntry {
  const entry = value as Partial<Record<keyof OutboxEntry, unknown>> | null;
  return (
    typeof entry?.clientMessageId === 'string' &&
    typeof entry.conversationId === 'string' &&
    typeof entry.text === 'string' &&
    isModeId(entry.mode) &&
    (entry.after === null || typeof entry.after === 'string') &&
    (entry.status === 'sending' || entry.status === 'unsure')
  );
}
