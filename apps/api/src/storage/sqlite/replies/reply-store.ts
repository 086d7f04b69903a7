import type { FailedReply, ReplyRecord, ReplyStore } from '../../storage.ts';
import { acceptMessage } from './accept-message.ts';
import { statement, type Database } from '../database/database.ts';
import { endReply, recoverReplies, selectUnfinished } from './end-reply.ts';
import { MESSAGE_COLUMNS, toColumns, toMessage, type MessageColumns } from '../conversations/message-row.ts';
import { REPLY_COLUMNS, toReply } from './reply-row.ts';

const FROM_REPLIES = `FROM replies
  JOIN conversations ON conversations.id = replies.conversation_id AND conversations.deleted_at IS NULL`;

const selectReply = statement<{ userId: string; generationId: string }, ReplyRecord>(`
  SELECT ${REPLY_COLUMNS} ${FROM_REPLIES}
  WHERE replies.generation_id = :generationId AND replies.user_id = :userId`);
const selectByClientMessageId = statement<
  { userId: string; clientMessageId: string },
  ReplyRecord & { fingerprint: string }
>(`
  SELECT ${REPLY_COLUMNS}, replies.fingerprint ${FROM_REPLIES}
  WHERE replies.user_id = :userId AND replies.client_message_id = :clientMessageId`);
const selectActive = statement<{ userId: string }, ReplyRecord>(`
  SELECT ${REPLY_COLUMNS} ${FROM_REPLIES}
  WHERE replies.user_id = :userId AND replies.status = 'streaming'`);
const selectMessage = statement<{ userId: string; id: string }, MessageColumns>(`
  SELECT ${MESSAGE_COLUMNS} FROM messages
  JOIN conversations ON conversations.id = messages.conversation_id AND conversations.deleted_at IS NULL
  WHERE messages.id = :id AND messages.user_id = :userId`);
const saveProgress = statement<
  Pick<MessageColumns, 'id' | 'createdAt' | 'seq' | 'isReasoningStreaming' | 'reasoning' | 'text' | 'extras'> & {
    generationId: string;
  }
>(`
  UPDATE messages SET created_at = :createdAt, seq = :seq, is_reasoning_streaming = :isReasoningStreaming, reasoning = :reasoning, text = :text,
    extras = :extras
  WHERE id = :id AND generation_id = :generationId AND status = 'streaming'`);
const saveSpending = statement<{ generationId: string; spending: string }>(
  "UPDATE replies SET spending = :spending WHERE generation_id = :generationId AND status = 'streaming'",
);
const selectOwners = statement<Record<string, never>, { owner: string }>(
  "SELECT DISTINCT owner FROM replies WHERE status = 'streaming'",
);
const markStop = statement<{ userId: string; generationId: string }>(`
  UPDATE replies SET is_stop_requested = 1
  WHERE generation_id = :generationId AND user_id = :userId AND status = 'streaming'`);
const selectStops = statement<{ owner: string }, { generationId: string }>(`
  SELECT generation_id AS generationId FROM replies
  WHERE owner = :owner AND status = 'streaming' AND is_stop_requested = 1`);

// The messages of an import or a copy have no reply.
const selectFailures = statement<{ userId: string; limit: number }, FailedReply>(`
  SELECT created_at AS at, mode, error_code AS code FROM messages
  WHERE user_id = :userId AND error_code IS NOT NULL AND EXISTS (
    SELECT 1 FROM replies
    WHERE replies.conversation_id = messages.conversation_id AND replies.assistant_message_id = messages.id)
  ORDER BY created_at DESC LIMIT :limit`);

export function createReplyStore(database: Database): ReplyStore {
  return {
    accept(request) {
      return acceptMessage(database, request);
    },
    async findByClientMessageId(userId, clientMessageId) {
      const row = database.get(selectByClientMessageId, { userId, clientMessageId });
      return row ? { ...toReply(row), fingerprint: row.fingerprint } : null;
    },
    async find(userId, generationId) {
      const row = database.get(selectReply, { userId, generationId });
      return row ? toReply(row) : null;
    },
    async message(userId, id) {
      const row = database.get(selectMessage, { userId, id });
      return row ? toMessage(row) : null;
    },
    async failures(userId, limit) {
      return database.all(selectFailures, { userId, limit }).map((row) => ({ ...row }));
    },
    async listActive(userId) {
      return database.all(selectActive, { userId }).map(toReply);
    },
    checkpoint(checkpoints) {
      return database.write(() => {
        const ended = checkpoints.filter(({ generationId, message, spending }) => {
          const { id, createdAt, seq, isReasoningStreaming, reasoning, text, extras } = toColumns(message);
          const progress = { id, createdAt, seq, isReasoningStreaming, reasoning, text, extras, generationId };
          if (spending) database.run(saveSpending, { generationId, spending: JSON.stringify(spending) });
          return database.run(saveProgress, progress) === 0;
        });
        return { ended: ended.map(({ generationId }) => generationId) };
      });
    },
    end(end) {
      return endReply(database, end);
    },
    async unfinished(owners) {
      const rows = owners.flatMap((owner) => database.all(selectUnfinished, { owner }));
      return rows.map((row) => ({ generationId: row.generationId ?? '', message: toMessage(row) }));
    },
    async owners() {
      return database.all(selectOwners, {}).map(({ owner }) => owner);
    },
    async recoverReplies(owners, now, error, sent) {
      return recoverReplies(database, owners, now, error, sent);
    },
    async endOrphaned() {
      // In SQLite, a reply and its lock are the same row, so none can be lost.
      return [];
    },
    async requestStop(userId, generationId) {
      await database.write(() => database.run(markStop, { userId, generationId }));
    },
    async stopsRequested(owner) {
      return database.all(selectStops, { owner }).map(({ generationId }) => generationId);
    },
  };
}
