import { randomBytes, randomUUID } from 'node:crypto';
import {
  completeReply,
  failReply,
  newReply,
  type Attachment,
  type ErrorCode,
  type Message,
  type SearchHit,
} from '@parley/core';
import { expect, vi } from 'vitest';
import { NO_AMOUNTS } from '../billing/spending-store.ts';
import {
  type AuditRecord,
  NEW_USER,
  type AcceptRequest,
  type Amounts,
  type ApiKeyRecord,
  type FeedbackRecord,
  type FileRecord,
  type MemoryRecord,
  type PasskeyRecord,
  type ProjectRecord,
  type RememberedDeviceRecord,
  type ReplyRecord,
  type SecondFactorRecord,
  type ShareRecord,
  type Spending,
  type Storage,
  type UserRecord,
} from '../storage.ts';

/** The time of everything in the suite unless a test says otherwise. */
export const NOW = Date.UTC(2026, 0, 1);

export function aUser(changes: Partial<UserRecord> = {}): UserRecord {
  const id = randomUUID();
  return {
    ...NEW_USER,
    id,
    email: `${id}@example.com`,
    passwordHash: 'hash',
    createdAt: NOW,
    ...changes,
  };
}

/** Stores a user and returns its id. */
export async function newUser(storage: Storage): Promise<string> {
  const user = aUser();
  expect(await storage.users.create(user)).toBe(true);
  return user.id;
}

export function aMemory(userId: string, text = 'Is a baker.'): MemoryRecord {
  const unused = { conversationId: null, messageId: null };
  return { id: randomUUID(), userId, text, ...unused, createdAt: NOW, updatedAt: NOW };
}

export function aSpending(amounts: Partial<Amounts> = {}, model = 'gpt-test'): Spending {
  return { plan: 'free', models: [{ ...NO_AMOUNTS, model, requests: 1, inputTokens: 10, ...amounts }] };
}

export function aKey(userId: string): ApiKeyRecord {
  const times = { createdAt: NOW, expiresAt: null, lastUsedAt: null };
  return { id: randomUUID(), userId, hash: randomUUID(), ending: 'a1b2', name: 'Editor', scopes: ['chat'], ...times };
}

export function aPasskey(userId: string): PasskeyRecord {
  const key = { publicKey: 'cHVibGlj', counter: 0, transports: 'internal hybrid', name: 'Firefox on Linux' };
  return { id: randomUUID(), userId, ...key, createdAt: NOW, lastUsedAt: null };
}

export function aSecondFactor(userId: string): SecondFactorRecord {
  return { userId, secret: 'sealed', lastStep: 59_000_000, recoveryHashes: ['one', 'two', 'three'], createdAt: NOW };
}

export function aRememberedDevice(userId: string): RememberedDeviceRecord {
  const times = { createdAt: NOW, expiresAt: NOW + 1000, lastUsedAt: null };
  return { id: randomUUID(), userId, hash: randomUUID(), name: 'Firefox on Linux', ...times };
}

export function aProject(userId: string): ProjectRecord {
  const times = { createdAt: NOW, updatedAt: NOW, deletedAt: null };
  return { id: randomUUID(), userId, name: 'Thesis', color: 'gray', instructions: '', ...times };
}

export function aShare({ userId, conversationId, assistantMessageId }: ReplyRecord): ShareRecord {
  const copy = { title: 'Tea', leafId: assistantMessageId, messageCount: 2, hasReasoning: true, hasAttachments: false };
  const times = { createdAt: NOW, updatedAt: NOW, expiresAt: null };
  const unreported = { reports: {}, reportedAt: null };
  return { id: randomUUID(), userId, conversationId, tokenHash: randomUUID(), ...copy, ...times, ...unreported };
}

/** The user's rating of this reply. */
export function aFeedback({ userId, conversationId, assistantMessageId, mode }: ReplyRecord): FeedbackRecord {
  const said = { rating: 'good', reasons: [], comment: '', question: null, reply: null } as const;
  const origin = { mode, model: 'demo', version: '1.0.0', createdAt: NOW };
  const isRating = { reportId: null, doneAt: null };
  return { userId, conversationId, messageId: assistantMessageId, ...said, reasons: [], ...origin, ...isRating };
}

/** A first message in a new conversation of an account without a usage rule. */
export function aMessage(userId: string, changes: Partial<AcceptRequest> = {}): AcceptRequest {
  return {
    userId,
    conversationId: randomUUID(),
    clientMessageId: randomUUID(),
    fingerprint: 'fingerprint',
    generationId: randomUUID(),
    userMessageId: randomUUID(),
    assistantMessageId: randomUUID(),
    mode: 'normal',
    text: 'question',
    attachments: null,
    previousImageUrl: null,
    seed: [],
    title: 'title',
    usageRule: null,
    owner: 'this process',
    now: NOW,
    ...changes,
  };
}

/** Stores a file that no message has used yet. */
export async function upload(
  storage: Storage,
  userId: string,
  changes: Partial<Omit<FileRecord, 'userId'>> & { text?: string; bytes?: Uint8Array } = {},
): Promise<Attachment> {
  const { text = null, bytes = new Uint8Array([1, 2, 3]), ...record } = changes;
  const attachment = anAttachment();
  const file = { attachment, userId, conversationId: null, createdAt: NOW, ...record };
  await storage.files.create(file, bytes, text);
  return file.attachment;
}

export function anAttachment(changes: Partial<Attachment> = {}): Attachment {
  const id = changes.id ?? randomBytes(16).toString('base64url');
  return {
    id,
    kind: 'image',
    name: 'ä.png',
    type: 'image/png',
    size: 3,
    url: `/api/files/${id}`,
    width: 1,
    ...changes,
  };
}

/** Sends a message and expects it to be accepted. */
export async function send(
  storage: Storage,
  userId: string,
  changes: Partial<AcceptRequest> = {},
): Promise<ReplyRecord> {
  const result = await storage.replies.accept(aMessage(userId, changes));
  if (result.outcome !== 'accepted') throw new Error(`Not accepted but ${result.outcome}`);
  return result.reply;
}

/** The message of a streaming reply with this text. */
export function written(reply: ReplyRecord, text: string, seq = 1): Message {
  const { generationId, assistantMessageId: id, mode } = reply;
  return { ...newReply(generationId, { id, now: NOW, mode }), text, seq };
}

export function completed(reply: ReplyRecord, text: string, status: 'complete' | 'stopped' = 'complete'): Message {
  return completeReply(written(reply, text), status);
}

export function failed(reply: ReplyRecord, text: string, code: ErrorCode = 'model-failed'): Message {
  return failReply(written(reply, text), code, 'It failed.');
}

/** Ends a reply. `usage` defaults to the product's own decision. */
export async function end(
  storage: Storage,
  reply: ReplyRecord,
  message: Message,
  usage: 'consume' | 'refund' = message.isError ? 'refund' : 'consume',
): Promise<boolean> {
  return storage.replies.end({ generationId: reply.generationId, message, usage, now: NOW });
}

/** Sends a question and answers it. */
export async function turn(
  storage: Storage,
  userId: string,
  text: string,
  changes: Partial<AcceptRequest> = {},
): Promise<ReplyRecord> {
  const reply = await send(storage, userId, { text, ...changes });
  await end(storage, reply, completed(reply, `answer to ${text}`));
  return reply;
}

/** The messages on the conversation's current branch, oldest first. */
export async function shown(storage: Storage, userId: string, conversationId: string): Promise<Message[]> {
  return (await storage.conversations.messages(userId, conversationId, { limit: 1000 }))?.items ?? [];
}

/** The texts on the conversation's current branch, oldest first. */
export async function branch(storage: Storage, userId: string, conversationId: string): Promise<string[]> {
  return (await shown(storage, userId, conversationId)).map((message) => message.text);
}

/**
 * Searches once everything stored so far is indexed. Texts are indexed in the order they were stored, so it waits until
 * the search finds a question that it sends now.
 */
export async function searchIndexed(storage: Storage, userId: string, query: string, limit = 99): Promise<SearchHit[]> {
  const marker = `z${randomBytes(16).toString('hex')}`;
  const { conversationId } = await send(storage, userId, { title: marker, text: marker });
  const find = () => storage.conversations.search(userId, marker, 9);
  await vi.waitFor(async () => expect(await find()).toHaveLength(2), { timeout: 100_000, interval: 10 });
  await storage.conversations.delete(userId, conversationId, NOW);
  return storage.conversations.search(userId, query, limit);
}

/** The line of a first act on this account. */
export function anAuditLine(userId: string): AuditRecord {
  const about = {
    actor: 'boss@example.com',
    action: 'give-premium',
    details: { days: 7 },
    outcome: 'started' as const,
  };
  return { id: randomUUID(), pressId: randomUUID(), at: NOW, userId, place: 1, ...about };
}
