import { isModeId, type Attachment, type Message, type ModeId } from '@parley/core';
import { readAttachmentList } from '../attachments/draft-attachments.ts';
import { readStored, writeStored, type KeyValueStorage } from '../../storage/stored-json.ts';

/** A question that the server may or may not have. */
export interface OutboxEntry {
  /** The same at every attempt, so that the server takes it once. */
  clientMessageId: string;
  conversationId: string;
  text: string;
  mode: ModeId;
  /** What comes with it. */
  attachments: Attachment[];
  previousImageUrl: string | null;
  /** Server's id of the question that it takes the place of; null for a new one. */
  edits: string | null;
  /** Server's id of the message it was written under; null at the beginning of a conversation. */
  after: string | null;
  /** `sending`: an attempt is on its way. `unsure`: it broke before an answer, and the text is back in the box. */
  status: 'sending' | 'unsure';
  /** Whether an earlier attempt broke before an answer: then a refusal of a later one does not say that the server lacks it. */
  wasLost: boolean;
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
  for (const [id, value] of Object.entries(readStored(storage, key))) {
    const entry = readEntry(value);
    if (entry) entries.set(id, entry);
  }
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

/** Whether this is the same question, so that a lost answer to one may be the answer to the other. */
export function isSame(a: OutboxEntry, b: OutboxEntry): boolean {
  return (
    a.text === b.text &&
    a.mode === b.mode &&
    a.edits === b.edits &&
    a.previousImageUrl === b.previousImageUrl &&
    hasSameFiles(a.attachments, b.attachments)
  );
}

/** Whether a page of messages from the server holds this question: then the server has had it all along. */
export function isAmong(entry: OutboxEntry, messages: Message[]): boolean {
  const after = entry.after === null ? -1 : messages.findIndex((message) => message.id === entry.after);
  if (entry.after !== null && after === -1) return false;
  const isIt = ({ isUser, text, attachments = [] }: Message): boolean =>
    isUser && text === entry.text && hasSameFiles(attachments, entry.attachments);
  const following = messages.slice(after + 1);
  // An edited question stands where the old one stood, and a later one may have the same words.
  return (entry.edits === null ? following : following.slice(0, 1)).some(isIt);
}

function hasSameFiles(a: Attachment[], b: Attachment[]): boolean {
  return a.length === b.length && a.every(({ id }, index) => id === b[index]?.id);
}

function readEntry(value: unknown): OutboxEntry | null {
  const entry = value as Partial<Record<keyof OutboxEntry, unknown>> | null;
  const { clientMessageId, conversationId, text, mode, after, status, previousImageUrl, edits } = entry ?? {};
  const isWhole =
    typeof clientMessageId === 'string' &&
    typeof conversationId === 'string' &&
    typeof text === 'string' &&
    isModeId(mode) &&
    (after === null || typeof after === 'string') &&
    (status === 'sending' || status === 'unsure');
  if (!isWhole) return null;
  return {
    clientMessageId,
    conversationId,
    text,
    mode,
    attachments: readAttachmentList(entry?.attachments),
    previousImageUrl: typeof previousImageUrl === 'string' ? previousImageUrl : null,
    edits: typeof edits === 'string' ? edits : null,
    after,
    status,
    wasLost: true,
  };
}
