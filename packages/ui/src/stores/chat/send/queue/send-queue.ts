import { isModeId, type Attachment, type Message, type ModeId } from '@parley/core';
import { readStored, writeStored, type KeyValueStorage } from '../../../storage/stored-json.ts';
import { readAttachmentList } from '../../attachments/read-attachment-list.ts';

/** A message that the server has not confirmed yet. */
export interface OutgoingMessage {
  /** The same at every attempt, so that the server takes it once. */
  clientMessageId: string;
  conversationId: string;
  text: string;
  mode: ModeId;
  attachments: Attachment[];
  previousImageUrl: string | null;
  /** Whether it edits the last image of the thread, which the reply before it may still draw. */
  editsImage?: boolean | undefined;
  /** Server's id of the message that this one replaces; null for a new message. */
  edits: string | null;
  /** Server's id of the message before it; null at the start of a conversation. */
  after: string | null;
  /** ISO 8601. Queued messages are sent in this order. */
  sentAt: string;
  /** Whether it starts a conversation that the server does not have. */
  startsConversation: boolean;
  /** The project that the conversation begins in. */
  projectId?: string | undefined;
  /**
   * `queued`: shown in its thread, and sent by `flushQueue` once the server is reachable. `sending`: an attempt is
   * under way, which a reload repeats. `failed`: an attempt got no answer, and the text is back in the composer.
   */
  status: 'queued' | 'sending' | 'failed';
  /**
   * What a queued message waits for. `connection`: nothing but the server. `reply`: also the reply before it, and only
   * a complete one. `user`: the user paused the queue, or the message before it was rejected.
   */
  waitsFor: 'connection' | 'reply' | 'user';
  /** Whether an earlier attempt got no answer: a rejection of a later one does not prove that the server lacks it. */
  mayBeStored: boolean;
}

/** Outgoing messages by conversation id, each list in the order of sending. */
export type MessagesByConversation = Record<string, OutgoingMessage[]>;

/**
 * The messages of one user that are waiting to be sent or confirmed. Survives a reload, and is shared by the tabs of a
 * browser: each call reads what is stored now. Per conversation it holds any number of queued messages and, beside
 * them, at most one unconfirmed new message and one unconfirmed edit.
 */
export interface SendQueue {
  queued(): MessagesByConversation;
  /** Messages with status `sending` or `failed`. */
  unconfirmed(): OutgoingMessage[];
  findUnconfirmed(conversationId: string, kind: 'new' | 'edit'): OutgoingMessage | undefined;
  /** Adds a message. Replaces the same message, or the unconfirmed one of the same kind in its conversation. */
  put(message: OutgoingMessage): void;
  remove(message: Pick<OutgoingMessage, 'conversationId' | 'clientMessageId'>): void;
  removeUnconfirmed(conversationId: string): void;
}

export function createSendQueue(storage: KeyValueStorage, key: string): SendQueue {
  const read = (): MessagesByConversation => readMessages(readStored(storage, key));
  const change = (conversationId: string, update: (messages: OutgoingMessage[]) => OutgoingMessage[]): void => {
    const { [conversationId]: messages = [], ...others } = read();
    const updated = update(messages);
    writeStored(storage, key, updated.length > 0 ? { ...others, [conversationId]: updated } : others);
  };
  const unconfirmed = (): OutgoingMessage[] =>
    Object.values(read())
      .flat()
      .filter(({ status }) => status !== 'queued');
  return {
    queued() {
      const lists = Object.entries(read()).map(
        ([id, messages]) => [id, messages.filter(({ status }) => status === 'queued').toSorted(bySentAt)] as const,
      );
      return Object.fromEntries(lists.filter(([, messages]) => messages.length > 0));
    },
    unconfirmed,
    findUnconfirmed: (conversationId, kind) =>
      unconfirmed().find((message) => message.conversationId === conversationId && kindOf(message) === kind),
    put: (message) =>
      change(message.conversationId, (messages) => [
        ...messages.filter((other) => !isReplacedBy(other, message)),
        message,
      ]),
    remove: ({ conversationId, clientMessageId }) =>
      change(conversationId, (messages) => messages.filter((message) => message.clientMessageId !== clientMessageId)),
    removeUnconfirmed: (conversationId) =>
      change(conversationId, (messages) => messages.filter(({ status }) => status === 'queued')),
  };
}

function bySentAt(a: OutgoingMessage, b: OutgoingMessage): number {
  return Date.parse(a.sentAt) - Date.parse(b.sentAt);
}

function isReplacedBy(other: OutgoingMessage, message: OutgoingMessage): boolean {
  if (other.clientMessageId === message.clientMessageId) return true;
  return other.status !== 'queued' && message.status !== 'queued' && kindOf(other) === kindOf(message);
}

function kindOf({ edits }: Pick<OutgoingMessage, 'edits'>): 'new' | 'edit' {
  return edits === null ? 'new' : 'edit';
}

/** Whether two messages have the same content, so that an answer lost for one may belong to the other. */
export function hasSameContent(a: OutgoingMessage, b: OutgoingMessage): boolean {
  return (
    a.text === b.text &&
    a.mode === b.mode &&
    a.edits === b.edits &&
    a.previousImageUrl === b.previousImageUrl &&
    hasSameFiles(a.attachments, b.attachments)
  );
}

/** Whether a page of messages from the server contains this message, so that the server has it. */
export function isStoredIn(messages: Message[], outgoing: OutgoingMessage): boolean {
  const after = outgoing.after === null ? -1 : messages.findIndex((message) => message.id === outgoing.after);
  if (outgoing.after !== null && after === -1) return false;
  const isSame = ({ isUser, text, attachments = [] }: Message): boolean =>
    isUser && text === outgoing.text && hasSameFiles(attachments, outgoing.attachments);
  const following = messages.slice(after + 1);
  // An edit replaces the old message; a later message may have the same text.
  return (outgoing.edits === null ? following : following.slice(0, 1)).some(isSame);
}

function hasSameFiles(a: Attachment[], b: Attachment[]): boolean {
  return a.length === b.length && a.every(({ id }, index) => id === b[index]?.id);
}

function readMessages(stored: Record<string, unknown>): MessagesByConversation {
  const lists = Object.entries(stored).map(([id, list]) => {
    const values: unknown[] = Array.isArray(list) ? list : [];
    return [id, values.flatMap((value) => readOutgoingMessage(id, value) ?? [])] as const;
  });
  return Object.fromEntries(lists.filter(([, messages]) => messages.length > 0));
}

/** Reads a stored message of this or an earlier version; null when it is damaged. */
export function readOutgoingMessage(conversationId: string, value: unknown): OutgoingMessage | null {
  const stored = value as Partial<Record<keyof OutgoingMessage, unknown>> | null;
  const { clientMessageId, text, mode, status, after, edits, previousImageUrl, sentAt, waitsFor } = stored ?? {};
  const isWhole = typeof clientMessageId === 'string' && typeof text === 'string' && isModeId(mode);
  if (!isWhole || (status !== 'queued' && status !== 'sending' && status !== 'failed')) return null;
  return {
    clientMessageId,
    conversationId,
    text,
    mode,
    attachments: readAttachmentList(stored?.attachments),
    previousImageUrl: typeof previousImageUrl === 'string' ? previousImageUrl : null,
    editsImage: stored?.editsImage === true,
    edits: typeof edits === 'string' ? edits : null,
    ...(typeof stored?.projectId === 'string' && { projectId: stored.projectId }),
    after: typeof after === 'string' ? after : null,
    sentAt: isTimestamp(sentAt) ? sentAt : new Date(0).toISOString(),
    startsConversation: stored?.startsConversation === true,
    status,
    waitsFor: waitsFor === 'reply' || waitsFor === 'user' ? waitsFor : 'connection',
    // The attempt that stored it may have reached the server.
    mayBeStored: true,
  };
}

function isTimestamp(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}
