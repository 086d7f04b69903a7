import { AppError, type Conversation, type Message } from '@parley/core';
import type { ConversationStore } from '../storage.ts';
import { readBranch } from './branch.ts';
import { statement, type Database } from './database.ts';

type ConversationRow = {
  id: string;
  title: string;
  webSearchEnabled: number;
  thinkingModeEnabled: number;
  leafId: string;
  updatedAt: number;
};

const CONVERSATION_COLUMNS = `
  id, title, web_search_enabled AS webSearchEnabled, thinking_mode_enabled AS thinkingModeEnabled,
  leaf_id AS leafId, updated_at AS updatedAt`;

const selectPage = statement<{ userId: string; updatedAt: number; id: string; limit: number }, ConversationRow>(`
  SELECT ${CONVERSATION_COLUMNS} FROM conversations
  WHERE user_id = :userId AND deleted_at IS NULL AND (updated_at, id) < (:updatedAt, :id)
  ORDER BY updated_at DESC, id DESC LIMIT :limit`);
const selectOne = statement<{ userId: string; id: string }, ConversationRow>(`
  SELECT ${CONVERSATION_COLUMNS} FROM conversations WHERE id = :id AND user_id = :userId AND deleted_at IS NULL`);
const markDeleted = statement<{ userId: string; id: string; now: number }>(`
  UPDATE conversations SET deleted_at = COALESCE(deleted_at, :now) WHERE id = :id AND user_id = :userId`);

const NEWEST = { updatedAt: Number.MAX_SAFE_INTEGER, id: '' };

export function createConversationStore(database: Database): ConversationStore {
  const find = (userId: string, id: string) => database.get(selectOne, { userId, id });
  return {
    async list(userId, { limit, before }) {
      const from = before === undefined ? NEWEST : readCursor(before);
      const rows = database.all(selectPage, { userId, ...from, limit: limit + 1 });
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return { items: page.map(toConversation), nextBefore: rows.length > limit && last ? writeCursor(last) : null };
    },
    async find(userId, id) {
      const row = find(userId, id);
      return row ? toConversation(row) : null;
    },
    async messages(userId, id, page) {
      const row = find(userId, id);
      return row ? readBranch(database, id, row.leafId, page) : null;
    },
    async lastMessages(userId, ids, limit) {
      const messages = new Map<string, Message[]>();
      for (const id of ids) {
        const row = find(userId, id);
        if (row) messages.set(id, readBranch(database, id, row.leafId, { limit }).items);
      }
      return messages;
    },
    async delete(userId, id, now) {
      return database.run(markDeleted, { userId, id, now }) === 1;
    },
  };
}

function toConversation(row: ConversationRow): Conversation {
  return {
    id: row.id,
    title: row.title,
    webSearchEnabled: row.webSearchEnabled === 1,
    thinkingModeEnabled: row.thinkingModeEnabled === 1,
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}

function writeCursor({ updatedAt, id }: ConversationRow): string {
  return `${updatedAt}.${id}`;
}

function readCursor(cursor: string): { updatedAt: number; id: string } {
  const match = /^(\d{1,15})\.(.+)$/s.exec(cursor);
  if (!match?.[1] || !match[2]) {
    throw new AppError('invalid-request', { message: 'This page of conversations does not exist.' });
  }
  return { updatedAt: Number(match[1]), id: match[2] };
}
