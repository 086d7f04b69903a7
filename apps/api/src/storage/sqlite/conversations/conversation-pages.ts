import { AppError, t, type Conversation } from '@parley/core';
import type { DeletedEntry, OnlyConversations, Page, PageRequest } from '../../storage.ts';
import { CONVERSATION_COLUMNS, toConversation, type ConversationRow } from './conversation-row.ts';
import { statement, type Database } from '../database/database.ts';

/** Each condition repeats that of its index literally, so that SQLite uses the index. */
const selectPage = <More extends object>(condition: string) =>
  statement<{ userId: string; time: number; id: string; limit: number } & More, ConversationRow>(`
  SELECT ${CONVERSATION_COLUMNS} FROM conversations
  WHERE user_id = :userId AND ${condition} AND (updated_at, id) < (:time, :id)
  ORDER BY updated_at DESC, id DESC LIMIT :limit`);
const selectUnarchived = selectPage('deleted_at IS NULL AND archived = 0');
const selectPinned = selectPage('deleted_at IS NULL AND archived = 0 AND pinned = 1');
const selectArchived = selectPage('deleted_at IS NULL AND archived = 1');
const selectOfProject = selectPage<{ projectId: string }>(
  'project_id = :projectId AND project_id IS NOT NULL AND deleted_at IS NULL AND archived = 0',
);

const selectDeleted = statement<
  { userId: string; deletedSince: number; time: number; id: string; limit: number },
  ConversationRow & { deletedAt: number }
>(`
  SELECT ${CONVERSATION_COLUMNS}, deleted_at AS deletedAt FROM conversations
  WHERE user_id = :userId AND deleted_at IS NOT NULL AND deleted_at >= :deletedSince
    AND (deleted_at, id) < (:time, :id)
  ORDER BY deleted_at DESC, id DESC LIMIT :limit`);

const NEWEST = { time: Number.MAX_SAFE_INTEGER, id: '' };

/** `ConversationStore.list`. */
export function listConversations(
  database: Database,
  userId: string,
  { limit, before }: PageRequest,
  only?: OnlyConversations,
): Page<Conversation> {
  const from = before === undefined ? NEWEST : readCursor(before);
  const place = { userId, ...from, limit: limit + 1 };
  const select = only === 'pinned' ? selectPinned : only === 'archived' ? selectArchived : selectUnarchived;
  const rows =
    typeof only === 'object' ? database.all(selectOfProject, { ...place, ...only }) : database.all(select, place);
  return pageOf(rows, limit, ({ updatedAt }) => updatedAt, toConversation);
}

/** `ConversationStore.listDeleted`. */
export function listDeleted(
  database: Database,
  userId: string,
  { limit, before }: PageRequest,
  deletedSince: number,
): Page<DeletedEntry> {
  const from = before === undefined ? NEWEST : readCursor(before);
  const rows = database.all(selectDeleted, { userId, deletedSince, ...from, limit: limit + 1 });
  return pageOf(
    rows,
    limit,
    ({ deletedAt }) => deletedAt,
    (row) => ({ conversation: toConversation(row), deletedAt: row.deletedAt }),
  );
}

/** A page of rows that were read with one more than `limit`, newest first. */
function pageOf<Row extends ConversationRow, Item>(
  rows: Row[],
  limit: number,
  timeOf: (row: Row) => number,
  toItem: (row: Row) => Item,
): Page<Item> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { items: page.map(toItem), nextBefore: rows.length > limit && last ? `${timeOf(last)}.${last.id}` : null };
}

function readCursor(cursor: string): { time: number; id: string } {
  const match = /^(-?\d{1,15})\.(.+)$/s.exec(cursor);
  if (!match?.[1] || !match[2]) {
    throw new AppError('invalid-request', { message: t`This page of conversations doesn’t exist.` });
  }
  return { time: Number(match[1]), id: match[2] };
}
