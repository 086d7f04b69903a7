import { readStored, writeStored, type KeyValueStorage } from '../../../storage/stored-json.ts';
import { readOutgoingMessage, type OutgoingMessage } from './send-queue.ts';

/**
 * Moves the unsent messages that a version before 2026-11-22 stored under three keys into the send queue, so that
 * nothing typed is lost: `outbox` and `edits` held one message a conversation, `waiting` the queued ones.
 */
export function migrateSendQueue(storage: KeyValueStorage, userId: string): void {
  const key = `send-queue:${userId}`;
  const oldKeys = { outbox: `outbox:${userId}`, edits: `edits:${userId}`, waiting: `waiting:${userId}` };
  const messages: OutgoingMessage[] = [];
  const migrate = (conversationId: string, value: unknown, status: OutgoingMessage['status']): void => {
    if (typeof value !== 'object' || value === null) return;
    const startsConversation = 'isFirst' in value && value.isFirst === true;
    const message = readOutgoingMessage(conversationId, { ...value, status, startsConversation });
    if (message) messages.push(message);
  };
  for (const [id, list] of Object.entries(readStored(storage, oldKeys.waiting)))
    for (const value of Array.isArray(list) ? (list as unknown[]) : []) migrate(id, value, 'queued');
  for (const oldKey of [oldKeys.outbox, oldKeys.edits])
    for (const [id, value] of Object.entries(readStored(storage, oldKey)))
      migrate(id, value, (value as { status?: unknown } | null)?.status === 'sending' ? 'sending' : 'failed');
  const migrated = Object.groupBy(messages, ({ conversationId }) => conversationId);
  writeStored(storage, key, { ...migrated, ...readStored(storage, key) });
  for (const oldKey of Object.values(oldKeys)) storage.remove(oldKey);
}
