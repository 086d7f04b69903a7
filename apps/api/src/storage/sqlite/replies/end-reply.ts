import {
  countsAsMessage,
  failReply,
  hasAnswer,
  type ErrorCode,
  type Message,
  type MessageStatus,
  type ModeId,
} from '@parley/core';
import type { Checkpoint, ReplyEnd, ReplyRecord, Spending } from '../../storage.ts';
import { microdollarsOf } from '../../billing/spending-store.ts';
import { countedAs, laterOf } from '../../conversations/stored-message.ts';
import { settleReservation } from '../billing/budget-store.ts';
import { addSpending } from '../billing/spending-store.ts';
import { countUp } from '../figures/daily-counts.ts';
import { statement, type Database } from '../database/database.ts';
import {
  MESSAGE_COLUMNS,
  toColumns,
  toMessage,
  type MessageColumns,
  type StoredMessageColumns,
} from '../conversations/message-row.ts';
import { markPending } from '../search/search-index.ts';
import { refundMessage } from '../billing/usage-store.ts';

type InterruptedReply = Pick<ReplyRecord, 'generationId' | 'userId' | 'conversationId'>;
type EndedReply = {
  userId: string;
  conversationId: string;
  assistantMessageId: string;
  previousLeafId: string | null;
  mode: ModeId;
  spending: string | null;
};

const markEnded = statement<{ generationId: string; status: MessageStatus; now: number }, EndedReply>(`
  UPDATE replies SET status = :status, ended_at = :now WHERE generation_id = :generationId AND status = 'streaming'
  RETURNING user_id AS userId, conversation_id AS conversationId, assistant_message_id AS assistantMessageId,
    previous_leaf_id AS previousLeafId, mode, spending`);
const forgetSpending = statement<{ generationId: string }>(
  'UPDATE replies SET spending = NULL WHERE generation_id = :generationId',
);
const updateMessage = statement<Omit<StoredMessageColumns, 'role'>>(`
  UPDATE messages SET mode = :mode, status = :status, error_code = :errorCode, error = :error,
    created_at = :createdAt, generation_id = :generationId, seq = :seq, is_reasoning_streaming = :isReasoningStreaming,
    reasoning = :reasoning, text = :text, extras = :extras, counts = :counts
  WHERE id = :id`);
const moveLeaf = statement<{ id: string; from: string; to: string }>(
  'UPDATE conversations SET leaf_id = :to WHERE id = :id AND leaf_id = :from',
);
const markUnread = statement<{ id: string }>('UPDATE conversations SET unread = 1 WHERE id = :id');
// A message that another one follows stays a version, because otherwise its followers would be unreachable.
const unmarkVersion = statement<{ id: string }>(`
  UPDATE messages SET counts = 0 WHERE id = :id
    AND NOT EXISTS (SELECT 1 FROM messages AS child
      WHERE child.conversation_id = messages.conversation_id AND child.parent_id = :id)`);
export const selectUnfinished = statement<{ owner: string }, MessageColumns & InterruptedReply>(`
  SELECT ${MESSAGE_COLUMNS}, replies.user_id AS userId, replies.conversation_id AS conversationId
  FROM replies JOIN messages ON messages.id = replies.assistant_message_id
  WHERE replies.status = 'streaming' AND replies.owner = :owner`);

/** `ReplyStore.end`. */
export function endReply(database: Database, end: ReplyEnd): Promise<boolean> {
  return database.write(() => finish(database, end));
}

/** `ReplyStore.recoverReplies`. */
export function recoverReplies(
  database: Database,
  owners: string[],
  now: number,
  error: { code: ErrorCode; sentence: string },
  sent?: ReadonlyMap<string, Checkpoint>,
): InterruptedReply[] {
  return database.transaction(() => {
    const orphans = owners.flatMap((owner) => database.all(selectUnfinished, { owner }));
    return orphans.map((row) => {
      const { generationId, userId, conversationId } = row;
      const { message: later, spending } = sent?.get(generationId) ?? {};
      const received = laterOf(toMessage(row), later);
      const message: Message = { ...failReply(received, error.code, error.sentence), status: 'interrupted' };
      const usage = countsAsMessage(message, received) ? 'consume' : 'refund';
      finish(database, { generationId, message, usage, ...(spending && { spending }), now });
      return { generationId, userId, conversationId };
    });
  });
}

function finish(database: Database, { generationId, message, usage, spending, now }: ReplyEnd): boolean {
  const reply = database.get(markEnded, { generationId, status: message.status, now });
  if (!reply) return false;
  countUp(database, now, countedAs(message));
  const spent = spending ?? (reply.spending === null ? null : (JSON.parse(reply.spending) as Spending));
  if (spent) addSpending(database, reply.userId, reply.mode, spent, now);
  settleReservation(database, reply.userId, generationId, microdollarsOf(spent));
  if (reply.spending !== null) database.run(forgetSpending, { generationId });
  if (usage === 'refund') refundMessage(database, reply.userId, generationId);
  markPending(database, reply.conversationId, reply.assistantMessageId);
  const { role: _role, ...columns } = toColumns(message);
  database.run(updateMessage, { ...columns, id: reply.assistantMessageId });
  if (message.status !== 'stopped') database.run(markUnread, { id: reply.conversationId });
  const cameToNothing = message.status !== 'complete' && !hasAnswer(message);
  if (cameToNothing && reply.previousLeafId !== null) {
    database.run(moveLeaf, { id: reply.conversationId, from: reply.assistantMessageId, to: reply.previousLeafId });
  }
  if (!cameToNothing && message.continues !== undefined) database.run(unmarkVersion, { id: message.continues });
  return true;
}
