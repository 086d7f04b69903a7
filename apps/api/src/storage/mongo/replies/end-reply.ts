import { isDeepStrictEqual } from 'node:util';
import { countsAsMessage, failReply, hasAnswer, type ErrorCode, type Message } from '@parley/core';
import pLimit from 'p-limit';
import type { Checkpoint, ReplyEnd, ReplyRecord } from '../../storage.ts';
import { microdollarsOf } from '../../billing/spending-store.ts';
import { countedAs, countsAsVersion, laterOf } from '../../conversations/stored-message.ts';
import { conversations, findCreated } from '../conversations/conversation-document.ts';
import { countUp } from '../figures/daily-counts.ts';
import type { Database } from '../database/database.ts';
import { allSettled } from '../database/driver-errors.ts';
import { keyOf, userOf } from '../database/keys.ts';
import { isAccepted, isWritten, replyLocks, type ReplyLockKeys, type ReplyLock } from './reply-lock.ts';
import { messages, toBody, toMessage } from '../conversations/message-document.ts';
import { replies } from './reply-document.ts';
import { entryOf, saveEntry } from '../search/search-index.ts';
import { undoAccept } from './undo-accept.ts';
import { settleReservation } from '../billing/budget-store.ts';
import { addOnce } from '../billing/spending-store.ts';
import { refundMessage } from '../billing/usage-store.ts';

type Interruption = { code: ErrorCode; sentence: string };
type InterruptedReply = Pick<ReplyRecord, 'generationId' | 'userId' | 'conversationId'>;

/** Number of a dead process's replies that are ended concurrently. */
const TOGETHER = 16;

/**
 * `ReplyStore.end`. The first end is written to the reply lock in one change. All other writes follow from that
 * document.
 */
export async function endReply(database: Database, keys: ReplyLockKeys, end: ReplyEnd): Promise<boolean> {
  const { generationId, message, usage, spending, now } = end;
  const _id = await keys.find(generationId);
  if (_id === null) return false;
  const all = database.of(replyLocks);
  const written = { _id, generationId, 'body.status': 'streaming' as const };
  const body = toBody(message);
  const changes = { body, usage, endedAt: now, ...(spending && { spending }) };
  const ended = await all.findOneAndUpdate(written, { $set: changes }, { returnDocument: 'after' });
  if (ended) {
    await allSettled([countUp(database, now, countedAs(message)), settleEnd(database, ended)]);
    keys.delete(generationId);
    return true;
  }
  const other = await all.findOne({ _id, generationId });
  if (other) await settleEnd(database, other);
  const key = keyOf(userOf(_id), message.id);
  const stored = other ?? (keys.has(generationId) && (await database.of(messages).findOne({ _id: key })));
  keys.delete(generationId);
  // A process that received no answer may repeat the same end.
  return stored ? isDeepStrictEqual(stored.body, body) : false;
}

/** Applies the consequences of a reply's end and releases the lock last. Idempotent and safe to run concurrently. */
export async function settleEnd(database: Database, lock: ReplyLock): Promise<void> {
  const { _id, userId, generationId, clientMessageId, assistantMessageId, body, usage, endedAt = 0, spending } = lock;
  const key = keyOf(userId, assistantMessageId);
  const message = toMessage({ _id: key, body });
  await allSettled([
    usage === 'refund' && refundMessage(database, userId, generationId),
    spending && addOnce(database, generationId, userId, message.mode ?? 'normal', spending, endedAt),
    lock.isReserved && settleReservation(database, userId, generationId, microdollarsOf(spending)),
    // A message that follows it by now may have made it a version.
    database
      .of(messages)
      .updateOne({ _id: key }, { $set: { body, ...(countsAsVersion(message) && { counts: true }) } }),
    database
      .of(replies)
      .updateOne({ _id: keyOf(userId, clientMessageId) }, { $set: { status: message.status, endedAt } }),
    // The reader who stopped it has seen its end.
    message.status !== 'stopped' &&
      database.of(conversations).updateOne({ _id, generationId }, { $set: { unread: true } }),
    entryOf(lock, message, endedAt).then((entry) => saveEntry(database, entry)),
    !hasAnswer(message) && leaveBare(database, lock, message),
    hasAnswer(message) && message.continues !== undefined && unmarkVersion(database, lock, message.continues),
  ]);
  await database.of(replyLocks).deleteOne({ _id, generationId });
}

/** Makes a reply no version any more, unless another message follows it and would be unreachable. */
async function unmarkVersion(database: Database, { userId, conversationId }: ReplyLock, id: string): Promise<void> {
  const all = database.of(messages);
  if (await all.findOne({ conversationId, parentId: id })) return;
  await all.updateOne({ _id: keyOf(userId, id), conversationId }, { $set: { counts: false } });
}

/** Updates the conversation after a reply ended without an answer. */
async function leaveBare(database: Database, { _id, generationId }: ReplyLock, message: Message): Promise<void> {
  const all = database.of(conversations);
  const bare = { $set: { hasBareReplies: true } };
  const conversation = await all.findOneAndUpdate({ _id, generationId }, bare, { returnDocument: 'after' });
  const previousLeafId = conversation?.previousLeafId ?? null;
  if (message.status === 'complete' || previousLeafId === null) return;
  await all.updateOne({ _id, generationId, leafId: message.id }, { $set: { leafId: previousLeafId } });
}

/** `ReplyStore.recoverReplies`. */
export async function recoverReplies(
  database: Database,
  keys: ReplyLockKeys,
  owners: string[],
  now: number,
  error: Interruption,
  sent?: ReadonlyMap<string, Checkpoint>,
): Promise<InterruptedReply[]> {
  if (owners.length === 0) return [];
  const found = await database
    .of(replyLocks)
    .find({ owner: { $in: owners } })
    .toArray();

  async function recover(lock: ReplyLock): Promise<InterruptedReply[]> {
    const { _id, generationId, userId, conversationId } = lock;
    const conversation = await findCreated(database, _id);
    if (!isAccepted(conversation, lock)) await undoAccept(database, lock);
    else if (!isWritten(lock)) await settleEnd(database, lock);
    else if (await interruptReply(database, keys, lock, now, error, sent?.get(generationId)))
      return [{ generationId, userId, conversationId }];
    return [];
  }

  const limit = pLimit(TOGETHER);
  return (await Promise.all(found.map((lock) => limit(recover, lock)))).flat();
}

/**
 * Ends a reply that has no writer any more, keeping its text, or the one that was `sent` if it is later. False when
 * there is none, or when it has already ended.
 */
export async function interruptReply(
  database: Database,
  keys: ReplyLockKeys,
  { _id, generationId, userId, assistantMessageId }: ReplyLock,
  now: number,
  { code, sentence }: Interruption,
  sent?: Checkpoint,
): Promise<boolean> {
  const lock = await database.of(replyLocks).findOne({ _id, generationId });
  if (!lock || !isWritten(lock)) return false;
  const received = laterOf(toMessage({ _id: keyOf(userId, assistantMessageId), body: lock.body }), sent?.message);
  const message: Message = { ...failReply(received, code, sentence), status: 'interrupted' };
  const usage = countsAsMessage(message, received) ? 'consume' : 'refund';
  const spending = sent?.spending;
  return endReply(database, keys, { generationId, message, usage, ...(spending && { spending }), now });
}
