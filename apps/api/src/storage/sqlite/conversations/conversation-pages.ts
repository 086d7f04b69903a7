import { AppError, type Conversation } from '@parley/core';
import type { ConversationStore, Page, PageRequest } from '../../storage.ts';
import { CONVERSATION_COLUMNS, toConversation, type ConversationRow } from './conversation-row.ts';
import { statement, type Database } from '../database/database.ts';

type Only = Parameters<ConversationStore['list']>[2];

/** Each condition repeats that of its index literally, so that SQLite uses the index. */
const selectPage = (condition: string) =>
  statement<{ userId: string; updatedAt: number; id: string; limit: number }, ConversationRow>(`
  SELECT ${CONVERSATION_COLUMNS} FROM conversations
  WHERE user_id = :userId AND ${condition} AND (updated_at, id) < (:updatedAt, :id)
  ORDER BY updated_at DESC, id DESC LIMIT :limit`);
const selectUnarchived = selectPage('deleted_at IS NULL AND archived = 0');
const selectPinned = selectPage('deleted_at IS NULL AND archived = 0 AND pinned = 1');
const selectArchived = selectPage('deleted_at IS NULL AND archived = 1');

const NEWEST = { updatedAt: Number.MAX_SAFE_INTEGER, id: '' };

/** `ConversationStore.list`. */
export function listConversations(
  database: Database,
  userId: string,
  { limit, before }: PageRequest,
  only: Only,
): Page<Conversation> {
  const from = before === undefined ? NEWEST : readCursor(before);
  const select = only === 'pinned' ? selectPinned : only === 'archived' ? selectArchived : selectUnarchived;
  const rows = database.all(select, { userId, ...from, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { items: page.map(toConversation), nextBefore: rows.length > limit && last ? writeCursor(last) : null };
}

function writeCursor({ updatedAt, id }: ConversationRow): string {
  return `${updatedAt}.${id}`;
}

function readCursor(cursor: string): { updatedAt: number; id: string } {
  const match = /^(\d{1,15})\.(.+)$/s.exec(cursor);
  if (!match?.[1] || !match[2]) {
    throw new AppError('invalid-request', { message: 'This page of conversations doesn’t exist.' });
  }
  return { updatedAt: Number(match[1]), id: match[2] };
}
