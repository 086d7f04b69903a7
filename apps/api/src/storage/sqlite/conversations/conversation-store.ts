import { setImmediate } from 'node:timers/promises';
import { AppError, type ConversationPatch, type ImportOutcome, type Message } from '@parley/core';
import { WHOLE_BRANCH, type ConversationStore } from '../../storage.ts';
import { readBranch, readLastIds, readTree } from './branch.ts';
import { listConversations, listDeleted } from './conversation-pages.ts';
import { CONVERSATION_COLUMNS, findConversation, toConversation, type ConversationRow } from './conversation-row.ts';
import { statement, type Database } from '../database/database.ts';
import type { FileBytes } from '../files/file-bytes.ts';
import { purgeConversations, purgeDeleted } from './purge-conversations.ts';
import { deleteImport, importConversation, listImports, readMessageIds } from './import-conversation.ts';
import { markPending } from '../search/search-index.ts';
import { searchMessages } from '../search/search-messages.ts';
import { isScrubDue, type Scrubber } from '../database/scrubber.ts';
import { removeStrayFiles } from '../files/stray-files.ts';
import { showVersion } from './versions.ts';

type Place = { userId: string; id: string };
type Flag = number | null;

// A null parameter leaves its column unchanged.
const updateConversation = statement<
  Place & {
    title: string | null;
    pinned: Flag;
    archived: Flag;
    unread: Flag;
    webSearchEnabled: Flag;
    thinkingModeEnabled: Flag;
    isMoved: number;
    projectId: string | null;
  }
>(`
  UPDATE conversations SET
    title = COALESCE(:title, title), named_by_hand = MAX(named_by_hand, :title IS NOT NULL),
    pinned = COALESCE(:pinned, pinned), archived = COALESCE(:archived, archived), unread = COALESCE(:unread, unread),
    web_search_enabled = COALESCE(:webSearchEnabled, web_search_enabled),
    thinking_mode_enabled = COALESCE(:thinkingModeEnabled, thinking_mode_enabled),
    project_id = CASE :isMoved WHEN 1 THEN :projectId ELSE project_id END
  WHERE id = :id AND user_id = :userId AND deleted_at IS NULL`);
const nameByModel = statement<Place & { title: string }>(`
  UPDATE conversations SET title = :title
  WHERE id = :id AND user_id = :userId AND deleted_at IS NULL AND named_by_hand = 0`);
const updateSummary = statement<Place & { messageId: string; summary: string }>(`
  UPDATE messages SET extras = json_set(COALESCE(extras, '{}'), '$.summary', json(:summary))
  WHERE id = :messageId AND conversation_id = :id AND user_id = :userId
    AND EXISTS (SELECT 1 FROM conversations WHERE id = :id AND deleted_at IS NULL)`);
const markDeleted = statement<Place & { now: number }>(`
  UPDATE conversations SET deleted_at = COALESCE(deleted_at, :now) WHERE id = :id AND user_id = :userId`);
const markRestored = statement<Place & { deletedSince: number }>(`
  UPDATE conversations SET deleted_at = NULL WHERE id = :id AND user_id = :userId AND deleted_at >= :deletedSince`);
const selectOneDeleted = statement<Place, ConversationRow & { deletedAt: number }>(`
  SELECT ${CONVERSATION_COLUMNS}, deleted_at AS deletedAt FROM conversations
  WHERE id = :id AND user_id = :userId AND deleted_at >= 0`);

export function createConversationStore(database: Database, bytes: FileBytes, scrubber: Scrubber): ConversationStore {
  const find = (userId: string, id: string) => {
    const row = findConversation(database, userId, id);
    return row ? toConversation(row) : null;
  };
  return {
    async list(userId, page, only) {
      return listConversations(database, userId, page, only);
    },
    async find(userId, id) {
      return find(userId, id);
    },
    async findAll(userId, ids) {
      return ids.flatMap((id) => find(userId, id) ?? []);
    },
    async messages(userId, id, page) {
      const row = findConversation(database, userId, id);
      return row ? readBranch(database, id, row.leafId, page) : null;
    },
    async lastMessages(userId, ids, limit) {
      const messages = new Map<string, Message[]>();
      for (const id of ids) {
        const row = findConversation(database, userId, id);
        if (row) messages.set(id, readBranch(database, id, row.leafId, { limit }).items);
      }
      return messages;
    },
    async lastMessageIds(userId, id, limit) {
      const row = findConversation(database, userId, id);
      return row ? readLastIds(database, id, row.leafId, limit) : null;
    },
    async tree(userId, id) {
      return findConversation(database, userId, id) ? readTree(database, id) : null;
    },
    async messageIds(userId, id) {
      return readMessageIds(database, userId, id);
    },
    async update(userId, id, patch) {
      return database.transaction(() => {
        const isKnown = database.run(updateConversation, { userId, id, ...toColumns(patch) }) === 1;
        if (isKnown && patch.title !== undefined) markPending(database, id, null);
        return find(userId, id);
      });
    },
    async nameByModel(userId, id, title) {
      return database.transaction(() => {
        const isNamed = database.run(nameByModel, { userId, id, title }) === 1;
        if (isNamed) markPending(database, id, null);
        return isNamed;
      });
    },
    async setSummary(userId, id, messageId, summary) {
      const json = JSON.stringify(summary?.toWellFormed() ?? null);
      return database.run(updateSummary, { userId, id, messageId, summary: json }) === 1;
    },
    async showVersion(userId, conversationId, id) {
      return showVersion(database, { userId, conversationId, id });
    },
    search(userId, query, limit, signal) {
      return searchMessages(database, userId, query, limit, signal);
    },
    async delete(userId, id, now) {
      return database.run(markDeleted, { userId, id, now }) === 1;
    },
    async restore(userId, id, deletedSince) {
      database.run(markRestored, { userId, id, deletedSince });
      return find(userId, id);
    },
    async listDeleted(userId, page, deletedSince) {
      return listDeleted(database, userId, page, deletedSince);
    },
    async findDeleted(userId, id) {
      const row = database.get(selectOneDeleted, { userId, id });
      if (!row) return null;
      const { items: branch } = readBranch(database, id, row.leafId, { limit: WHOLE_BRANCH });
      return { conversation: toConversation(row), deletedAt: row.deletedAt, tree: readTree(database, id), branch };
    },
    async purge(deletedBefore, limit) {
      const { count, fileIds } = await purgeConversations(database, deletedBefore, limit);
      await removeStrayFiles(database, bytes, fileIds);
      // Once, after the last of a series of calls.
      if (count < limit && isScrubDue(database)) await scrubber.all();
      return count;
    },
    async purgeDeleted(userId, ids) {
      const purged: string[] = [];
      const fileIds: string[] = [];
      for (const id of new Set(ids)) {
        const removed = await purgeDeleted(database, userId, id);
        if (!removed) continue;
        purged.push(id);
        fileIds.push(...removed);
        // One at a time, so that other calls come in between.
        await setImmediate();
      }
      if (purged.length === 0) return purged;
      await removeStrayFiles(database, bytes, fileIds);
      try {
        await scrubber.all();
      } catch (error) {
        // A backup reads the files. The next `purge` scrubs them.
        if (!(error instanceof AppError)) throw error;
      }
      return purged;
    },
    async import(userId, imported, now) {
      const outcomes: ImportOutcome[] = [];
      // One at a time, so that other writes come in between.
      for (const each of imported) outcomes.push(await importConversation(database, userId, each, now));
      return outcomes;
    },
    async listImports(userId) {
      return listImports(database, userId);
    },
    async deleteImport(userId, importId, removal) {
      return deleteImport(database, userId, importId, removal);
    },
  };
}

function toColumns(patch: ConversationPatch) {
  const { title, pinned, archived, unread, webSearchEnabled, thinkingModeEnabled, projectId } = patch;
  const flag = (value: boolean | undefined) => (value === undefined ? null : Number(value));
  return {
    title: title ?? null,
    pinned: flag(pinned),
    archived: flag(archived),
    unread: flag(unread),
    webSearchEnabled: flag(webSearchEnabled),
    thinkingModeEnabled: flag(thinkingModeEnabled),
    isMoved: Number(projectId !== undefined),
    projectId: projectId ?? null,
  };
}
