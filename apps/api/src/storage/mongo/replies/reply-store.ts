import type { FailedReply, ReplyRecord, ReplyStore } from '../../storage.ts';
import { acceptMessage } from './accept-message.ts';
import { readMessages } from '../conversations/branch.ts';
import { findConversation, findConversations } from '../conversations/conversation-document.ts';
import type { Database } from '../database/database.ts';
import { SOON } from '../database/database.ts';
import { endReply, recoverReplies } from './end-reply.ts';
import { keyOf, keysOf } from '../database/keys.ts';
import { isAccepted, ReplyLockKeys, replyLocks } from './reply-lock.ts';
import { messages, toBody, toMessage } from '../conversations/message-document.ts';
import { replies, toReply, type ReplyDocument } from './reply-document.ts';
import { endOrphaned } from './end-orphaned-replies.ts';

const WRITTEN = { 'body.status': 'streaming' as const };

export function createReplyStore(database: Database): ReplyStore {
  const all = database.of(replies);
  const locks = database.of(replyLocks);
  const keys = new ReplyLockKeys(database);

  /** Filters for accepted replies in conversations that are not deleted. */
  async function known(found: ReplyDocument[]): Promise<ReplyDocument[]> {
    const keyOfConversation = ({ userId, conversationId }: ReplyDocument) => keyOf(userId, conversationId);
    const conversations = await findConversations(database, found.map(keyOfConversation));
    return found.filter((reply) => {
      const conversation = conversations.get(keyOfConversation(reply));
      return conversation && (reply.status !== 'streaming' || isAccepted(conversation, reply));
    });
  }

  return {
    accept: (request) => acceptMessage(database, keys, request),
    async findByClientMessageId(userId, clientMessageId) {
      const found = await all.findOne({ _id: keyOf(userId, clientMessageId) });
      const [reply] = await known(found ? [found] : []);
      return reply ? { ...toReply(reply), fingerprint: reply.fingerprint } : null;
    },
    async find(userId, generationId) {
      const found = await all.findOne({ _id: keysOf(userId), generationId });
      const [reply] = await known(found ? [found] : []);
      return reply ? toReply(reply) : null;
    },
    async message(userId, messageId) {
      const found = await database.of(messages).findOne({ _id: keyOf(userId, messageId) });
      if (!found || !(await findConversation(database, userId, found.conversationId))) return null;
      return (await readMessages(database, [found]))[0] ?? null;
    },
    async failures(userId, limit): Promise<FailedReply[]> {
      const failed = await all
        .find({ _id: keysOf(userId), status: { $in: ['failed', 'interrupted'] } })
        .sort({ startedAt: -1 })
        .limit(limit)
        .toArray();
      const keys = failed.map(({ assistantMessageId }) => keyOf(userId, assistantMessageId));
      const found = await database
        .of(messages)
        .find({ _id: { $in: keys } }, { projection: { 'body.createdAt': 1, 'body.mode': 1, 'body.errorCode': 1 } })
        .toArray();
      return found
        .flatMap(({ body: { createdAt: at, mode = null, errorCode: code } }) =>
          code === undefined ? [] : [{ at, mode, code }],
        )
        .sort((a, b) => b.at - a.at);
    },
    async listActive(userId): Promise<ReplyRecord[]> {
      const held = await locks.find({ _id: keysOf(userId), ...WRITTEN }).toArray();
      if (held.length === 0) return [];
      const ids = held.map(({ clientMessageId }) => keyOf(userId, clientMessageId));
      const found = await all.find({ _id: { $in: ids }, status: 'streaming' }).toArray();
      return (await known(found)).map(toReply);
    },
    async checkpoint(checkpoints) {
      const places = await Promise.all(
        checkpoints.map(async ({ generationId, message, spending }) => {
          const _id = await keys.find(generationId);
          return {
            generationId,
            progress: { body: toBody(message), ...(spending && { spending }) },
            filter: _id === null ? null : { _id, generationId, ...WRITTEN },
          };
        }),
      );
      const writes = places.flatMap(({ filter, progress }) =>
        filter ? [{ updateOne: { filter, update: { $set: progress } } }] : [],
      );
      if (writes.length === 0) return { ended: places.map(({ generationId }) => generationId) };
      const matched = await database.bulkWrite(replyLocks, writes, { ordered: false, ...SOON });
      if (matched === checkpoints.length) return { ended: [] };
      const ids = places.flatMap(({ filter }) => filter?._id ?? []);
      const held = await locks.find({ _id: { $in: ids }, ...WRITTEN }).toArray();
      const written = new Set(held.map(({ generationId }) => generationId));
      const ended = places.map(({ generationId }) => generationId).filter((id) => !written.has(id));
      for (const generationId of ended) keys.delete(generationId);
      return { ended };
    },
    end: (end) => endReply(database, keys, end),
    async unfinished(owners) {
      const found = await locks.find({ owner: { $in: owners }, ...WRITTEN }).toArray();
      return found.map(({ userId, generationId, assistantMessageId, body }) => ({
        generationId,
        message: toMessage({ _id: keyOf(userId, assistantMessageId), body }),
      }));
    },
    owners: () => locks.distinct('owner'),
    recoverReplies: (owners, now, error, sent) => recoverReplies(database, keys, owners, now, error, sent),
    endOrphaned: (startedBefore, now, error) => endOrphaned(database, startedBefore, now, error),
    async requestStop(userId, generationId) {
      const _id = await keys.find(generationId);
      if (_id === null || !_id.startsWith(keyOf(userId, ''))) return;
      await locks.updateOne({ _id, generationId, ...WRITTEN }, { $set: { isStopRequested: true } });
    },
    async stopsRequested(owner) {
      const found = await locks.find({ owner, isStopRequested: true, ...WRITTEN }).toArray();
      return found.map(({ generationId }) => generationId);
    },
  };
}
