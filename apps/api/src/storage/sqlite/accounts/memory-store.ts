import { AppError } from '@parley/core';
import { lengthOf } from '../../accounts/memory-store.ts';
import type { MemoryRecord, MemoryStore } from '../../storage.ts';
import { statement, type Database } from '../database/database.ts';
import { markScrubDue } from '../database/scrubber.ts';

type Memory = Pick<MemoryRecord, keyof MemoryRecord>;

const selectAll = statement<{ userId: string }, Memory>(`
  SELECT id, user_id AS userId, text, conversation_id AS conversationId, message_id AS messageId,
    created_at AS createdAt, updated_at AS updatedAt
  FROM memories WHERE user_id = :userId`);
const insertOne = statement<Memory>(`
  INSERT INTO memories (id, user_id, text, conversation_id, message_id, created_at, updated_at)
  SELECT :id, id, :text, :conversationId, :messageId, :createdAt, :updatedAt
  FROM users WHERE id = :userId AND deleted_at IS NULL`);
const updateOne = statement<{ userId: string; id: string; text: string; now: number }>(
  'UPDATE memories SET text = :text, updated_at = :now WHERE user_id = :userId AND id = :id',
);
const deleteOne = statement<{ userId: string; id: string }>(
  'DELETE FROM memories WHERE user_id = :userId AND id = :id',
);

export function createMemoryStore(database: Database): MemoryStore {
  // Sorted here, because a user has few of them.
  const list = (userId: string) =>
    database
      .all(selectAll, { userId })
      .map((row) => ({ ...row }))
      .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  return {
    async list(userId) {
      return list(userId);
    },
    async add(memory, limits) {
      return database.transaction(() => {
        const known = list(memory.userId);
        if (known.some(({ id }) => id === memory.id)) return 'exists';
        const characters = lengthOf(known) + memory.text.length;
        if (known.length >= limits.count || characters > limits.characters) return 'full';
        if (database.run(insertOne, { ...memory }) === 0) throw new AppError('unauthorized');
        return 'added';
      });
    },
    async update(userId, id, text, { characters, now }) {
      return database.transaction(() => {
        const known = list(userId);
        const found = known.find((each) => each.id === id);
        if (!found) return 'unknown';
        const growth = text.length - found.text.length;
        if (growth > 0 && lengthOf(known) + growth > characters) return 'full';
        database.run(updateOne, { userId, id, text, now });
        markScrubDue(database);
        return 'updated';
      });
    },
    async remove(userId, ids) {
      return database.transaction(() => {
        const count = ids.reduce((sum, id) => sum + database.run(deleteOne, { userId, id }), 0);
        if (count > 0) markScrubDue(database);
        return count;
      });
    },
  };
}
