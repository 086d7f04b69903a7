import { AppError, type ConversationResponse, type LanguageId } from '@parley/core';
import type { Read } from '../http/responses/long-answers.ts';
import { translateFields } from '../language/translate-fields.ts';
import type { ConversationStore, PageRequest } from '../storage/storage.ts';
import { BatchSize } from './batch-size.ts';

/** Messages per read: at first, and at most. */
const FIRST_BATCH = 10;
const LARGEST_BATCH = 200;
/** Bytes of one page of messages; longer ones have fewer messages than were requested. */
const PAGE_BYTES = 8 * 1024 * 1024;

interface BranchPage extends PageRequest {
  conversations: Pick<ConversationStore, 'messages'>;
  userId: string;
  id: string;
  /** Wraps each read from the store. */
  inTurn: Read;
  /** Of the errors in messages. */
  language: LanguageId;
}

/**
 * Serializes a page of the conversation's branch, without brackets, in parts that are small for the thread that makes
 * them. Stops at `mostBytes`. Null when the conversation is unknown.
 */
export async function branchAsJson(
  { conversations, userId, id, limit, before, inTurn, language }: BranchPage,
  mostBytes = Infinity,
): Promise<{ parts: Buffer[]; nextBefore: string | null } | null> {
  const parts: Buffer[] = [];
  const batch = new BatchSize(FIRST_BATCH, LARGEST_BATCH);
  let left = limit;
  let bytes = 0;
  for (let from = before ?? null; ;) {
    const page = { limit: Math.min(batch.size, left), ...(from !== null && { before: from }) };
    const found = await inTurn(() => conversations.messages(userId, id, page));
    if (!found) return null;
    const texts = found.items.map((message) => JSON.stringify(translateFields(message, language)));
    const part = Buffer.from(texts.join(',') + (parts.length > 0 ? ',' : ''));
    parts.unshift(part);
    batch.learn(part.length);
    bytes += part.length;
    left -= found.items.length;
    from = found.nextBefore;
    if (from === null || left <= 0 || bytes >= mostBytes) return { parts, nextBefore: from };
  }
}

/** Makes a `ConversationResponse` as JSON. Throws `not-found`. */
export async function* conversationAsJson(
  page: BranchPage & { conversations: Pick<ConversationStore, 'find' | 'messages'> },
): AsyncGenerator<Uint8Array> {
  const { conversations, userId, id, inTurn } = page;
  const conversation = await inTurn(() => conversations.find(userId, id));
  const branch = conversation && (await branchAsJson(page, PAGE_BYTES));
  if (!conversation || !branch) throw new AppError('not-found');
  const { parts, nextBefore } = branch;
  const whole = { success: true, conversation, messages: [], nextBefore } satisfies ConversationResponse;
  const json = JSON.stringify(whole);
  const at = json.lastIndexOf('[]') + 1;
  yield Buffer.from(json.slice(0, at));
  yield* parts;
  yield Buffer.from(json.slice(at));
}
