import type { AcceptRequest, ReplyRecord } from '../../storage.ts';
import { collection } from '../database/collection.ts';
import type { Database } from '../database/database.ts';
import { keyOf } from '../database/keys.ts';

/** A reply from its acceptance on. Its key is that of its client message id, which makes that id unique. */
export interface ReplyDocument extends ReplyRecord {
  _id: string;
  fingerprint: string;
  startedAt: number;
  endedAt?: number;
}

export const replies = collection<ReplyDocument>('replies', [
  { name: 'by_generation', key: { generationId: 1 } },
  { name: 'of_conversation', key: { conversationId: 1 } },
  { name: 'by_status', key: { status: 1, startedAt: 1 } },
]);

/** Creates the reply to a message being accepted. `userMessageId` is the question that it answers. */
export function newReplyDocument(request: AcceptRequest, userMessageId: string): ReplyDocument {
  const { userId, conversationId, clientMessageId, generationId, assistantMessageId, mode, fingerprint, now } = request;
  return {
    _id: keyOf(userId, clientMessageId),
    generationId,
    userId,
    conversationId,
    userMessageId,
    assistantMessageId,
    clientMessageId,
    mode,
    status: 'streaming',
    fingerprint,
    startedAt: now,
  };
}

export function toReply(document: ReplyDocument): ReplyRecord {
  const { _id, fingerprint: _fingerprint, startedAt: _startedAt, endedAt: _endedAt, ...reply } = document;
  return reply;
}

/** Whether the reply was accepted and its end is stored. */
export async function hasEnded(
  database: Database,
  { userId, clientMessageId, generationId }: Pick<ReplyRecord, 'userId' | 'clientMessageId' | 'generationId'>,
): Promise<boolean> {
  const reply = await database.of(replies).findOne({ _id: keyOf(userId, clientMessageId), generationId });
  return reply !== null && reply.status !== 'streaming';
}
