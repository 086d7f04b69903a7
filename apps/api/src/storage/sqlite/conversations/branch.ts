import { AppError, t, type Message } from '@parley/core';
import type { BranchRequest, Page } from '../../storage.ts';
import { statement, type Database } from '../database/database.ts';
import { MESSAGE_COLUMNS, toMessage, type MessageColumns } from './message-row.ts';
import { withVersions } from './versions.ts';

/** A message's place in its conversation's tree. */
type Place = { id: string; parentId: string | null; role: 'user' | 'assistant' };

// The recursive query returns rows in the order of the walk, but SQL does not guarantee it, so `ord` sorts them.
const selectBranch = statement<
  { from: string; conversationId: string; limit: number },
  MessageColumns & { ord: number }
>(`
  WITH RECURSIVE branch (id, parent_id) AS (
    SELECT id, parent_id FROM messages WHERE id = :from AND conversation_id = :conversationId
    UNION ALL
    SELECT parent.id, parent.parent_id FROM branch JOIN messages AS parent ON parent.id = branch.parent_id
    LIMIT :limit
  )
  SELECT ${MESSAGE_COLUMNS}, messages.ord FROM branch JOIN messages ON messages.id = branch.id`);
const selectLast = statement<{ from: string; conversationId: string; limit: number }, { id: string; ord: number }>(`
  WITH RECURSIVE branch (id, parent_id, ord) AS (
    SELECT id, parent_id, ord FROM messages WHERE id = :from AND conversation_id = :conversationId
    UNION ALL
    SELECT parent.id, parent.parent_id, parent.ord
    FROM branch JOIN messages AS parent ON parent.id = branch.parent_id
    LIMIT :limit
  )
  SELECT id, ord FROM branch`);
const selectTree = statement<{ conversationId: string }, MessageColumns & { parentId: string | null; ord: number }>(`
  SELECT ${MESSAGE_COLUMNS}, messages.parent_id AS parentId, messages.ord
  FROM messages WHERE messages.conversation_id = :conversationId`);
const selectOnBranch = statement<{ leafId: string; id: string }, Place>(`
  WITH RECURSIVE branch (id, parent_id, role) AS (
    SELECT id, parent_id, role FROM messages WHERE id = :leafId
    UNION ALL
    SELECT parent.id, parent.parent_id, parent.role
    FROM branch JOIN messages AS parent ON parent.id = branch.parent_id
    WHERE branch.id <> :id
  )
  SELECT id, parent_id AS parentId, role FROM branch WHERE id = :id`);
const selectPlace = statement<{ id: string }, Place>(
  'SELECT id, parent_id AS parentId, role FROM messages WHERE id = :id',
);

/** Reads a page of the branch that ends with `leafId`. The cursor is the id of the next older message. */
export function readBranch(
  database: Database,
  conversationId: string,
  leafId: string,
  { limit, before, withoutVersions }: BranchRequest,
): Page<Message> {
  const rows = database.all(selectBranch, { from: before ?? leafId, conversationId, limit: limit + 1 });
  if (rows.length === 0) throw new AppError('invalid-request', { message: t`This page of messages doesn’t exist.` });
  rows.sort((a, b) => a.ord - b.ord);
  const older = rows.length > limit ? rows.shift() : undefined;
  const messages = rows.map(toMessage);
  const items = withoutVersions ? messages : withVersions(database, conversationId, messages);
  return { items, nextBefore: older?.id ?? null };
}

/** Reads the ids of the last messages of the branch that ends with `leafId`, oldest first. */
export function readLastIds(database: Database, conversationId: string, leafId: string, limit: number): string[] {
  const rows = database.all(selectLast, { from: leafId, conversationId, limit });
  return rows.sort((a, b) => a.ord - b.ord).map(({ id }) => id);
}

/** Reads every message of a conversation, in creation order. */
export function readTree(database: Database, conversationId: string): { parentId: string | null; message: Message }[] {
  const rows = database.all(selectTree, { conversationId });
  rows.sort((a, b) => a.ord - b.ord);
  return rows.map((row) => ({ parentId: row.parentId, message: toMessage(row) }));
}

/** Finds the message on the branch that ends with `leafId`. */
export function findOnBranch(database: Database, leafId: string, id: string): Place | undefined {
  return database.get(selectOnBranch, { leafId, id });
}

export function findPlace(database: Database, id: string): Place | undefined {
  return database.get(selectPlace, { id });
}
