import { failReply, type ErrorCode, type Message } from '@parley/core';
import type { ReplyRecord } from '../../storage.ts';
import { findCreated } from '../conversations/conversation-document.ts';
import type { Database } from '../database/database.ts';
import { settleEnd } from './end-reply.ts';
import { keyOf } from '../database/keys.ts';
import { replyLocks, type ReplyLock } from './reply-lock.ts';
import { messages, toBody, toMessage } from '../conversations/message-document.ts';
import { hasEnded, replies, type ReplyDocument } from './reply-document.ts';

/**
 * `ReplyStore.endOrphaned`. A server that changes a document in two steps, such as FerretDB, may write a reply lock
 * back over the next one of its conversation. That next reply then stays `streaming` forever without a writer. This
 * never happens in MongoDB.
 */
export async function endOrphaned(
  database: Database,
  startedBefore: number,
  now: number,
  error: { code: ErrorCode; sentence: string },
): Promise<Pick<ReplyRecord, 'generationId' | 'userId' | 'conversationId'>[]> {
  const found = await database
    .of(replies)
    .find({ status: 'streaming', startedAt: { $lt: startedBefore } })
    .toArray();
  const settled: ReplyDocument[] = [];
  for (const reply of found) if (await settle(database, reply, now, error)) settled.push(reply);
  await removeOutdated(database, startedBefore);
  return settled.map(({ generationId, userId, conversationId }) => ({ generationId, userId, conversationId }));
}

/** False when the reply has a reply lock, or was never accepted. */
async function settle(
  database: Database,
  reply: ReplyDocument,
  now: number,
  { code, sentence }: { code: ErrorCode; sentence: string },
): Promise<boolean> {
  const { userId, conversationId, generationId, clientMessageId, assistantMessageId } = reply;
  const _id = keyOf(userId, conversationId);
  if (await database.of(replyLocks).findOne({ _id, generationId })) return false;
  const stored = await database.of(messages).findOne({ _id: keyOf(userId, assistantMessageId) });
  const conversation = await findCreated(database, _id);
  if (!stored || !conversation) {
    await database.of(replies).deleteOne({ _id: reply._id, generationId, status: 'streaming' });
    return false;
  }
  const message: Message = { ...failReply(toMessage(stored), code, sentence), status: 'interrupted' };
  const ids = { userId, conversationId, generationId, clientMessageId, assistantMessageId };
  const ended: ReplyLock = {
    _id,
    ...ids,
    madeIds: [],
    owner: '',
    startedAt: reply.startedAt,
    body: toBody(message),
    usage: 'refund',
    endedAt: now,
  };
  await settleEnd(database, ended);
  return true;
}

/** Removes the reply locks of ended replies, which exist only after such an overwrite. */
async function removeOutdated(database: Database, startedBefore: number): Promise<void> {
  const outdated = { startedAt: { $lt: startedBefore }, 'body.status': 'streaming' as const };
  for (const lock of await database.of(replyLocks).find(outdated).toArray()) {
    if (await hasEnded(database, lock)) {
      await database.of(replyLocks).deleteOne({ _id: lock._id, generationId: lock.generationId });
    }
  }
}
