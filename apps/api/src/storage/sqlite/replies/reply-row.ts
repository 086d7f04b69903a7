import type { ReplyRecord } from '../../storage.ts';
import { statement } from '../database/database.ts';

/** Columns of the table `replies` for a `ReplyRecord`. */
export const REPLY_COLUMNS = `
  replies.generation_id AS generationId, replies.user_id AS userId, replies.conversation_id AS conversationId,
  replies.user_message_id AS userMessageId, replies.assistant_message_id AS assistantMessageId,
  replies.client_message_id AS clientMessageId, replies.mode, replies.status`;

/** Selects the streaming reply of a conversation; there is at most one. */
export const selectLiveReply = statement<{ conversationId: string }, { generationId: string }>(`
  SELECT generation_id AS generationId FROM replies WHERE conversation_id = :conversationId AND status = 'streaming'`);

export function toReply(row: ReplyRecord): ReplyRecord {
  return {
    generationId: row.generationId,
    userId: row.userId,
    conversationId: row.conversationId,
    userMessageId: row.userMessageId,
    assistantMessageId: row.assistantMessageId,
    clientMessageId: row.clientMessageId,
    mode: row.mode,
    status: row.status,
  };
}
