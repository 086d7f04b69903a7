import type { ImportOutcome, Message } from '@parley/core';
import { WHOLE_BRANCH, type ConversationStore } from '../../storage.ts';
import { readBranch, readLastIds, readTree } from './branch.ts';
import {
  PURGING,
  conversations,
  findConversation,
  findConversations,
  findCreated,
  toConversation,
} from './conversation-document.ts';
import { listConversations, listDeleted } from './conversation-pages.ts';
import type { Database } from '../database/database.ts';
import { keyOf } from '../database/keys.ts';
import { abandonImports, deleteImport, importConversation, listImports } from './import-conversation.ts';
import { purgeConversation } from './purge-conversation.ts';
import { messages } from './message-document.ts';
import { indexTitle } from '../search/search-index.ts';
import { searchMessages } from '../search/search-messages.ts';
import { readPlaces, showVersion } from './versions.ts';

export function createConversationStore(database: Database): ConversationStore {
  const all = database.of(conversations);
  const kept = { deletedAt: { $gt: PURGING } };
  const known = (userId: string, id: string) => ({ _id: keyOf(userId, id), deletedAt: { $exists: false } });
  const find: ConversationStore['find'] = async (userId, id) => {
    const found = await findConversation(database, userId, id);
    return found && toConversation(found);
  };
  return {
    list: (userId, page, only) => listConversations(database, userId, page, only),
    find,
    async findAll(userId, ids) {
      const found = await findConversations(
        database,
        ids.map((id) => keyOf(userId, id)),
      );
      return [...found.values()].map(toConversation);
    },
    async messages(userId, id, page) {
      const conversation = await findConversation(database, userId, id);
      return conversation && readBranch(database, conversation, page);
    },
    async lastMessages(userId, ids, limit) {
      const read = async (id: string): Promise<[string, Message[]] | null> => {
        const conversation = await findConversation(database, userId, id);
        return conversation && [id, (await readBranch(database, conversation, { limit })).items];
      };
      const found = await Promise.all(ids.map(read));
      return new Map(found.filter((each) => each !== null));
    },
    async lastMessageIds(userId, id, limit) {
      const conversation = await findConversation(database, userId, id);
      return conversation && readLastIds(database, conversation, limit);
    },
    async tree(userId, id) {
      const conversation = await findConversation(database, userId, id);
      return conversation && readTree(database, conversation);
    },
    async messageIds(userId, id) {
      const found = await findCreated(database, keyOf(userId, id));
      if (!found || found.deletedAt === PURGING) return null;
      const places = await readPlaces(database, found);
      return { ids: [...places.keys()], isDeleted: found.deletedAt !== undefined };
    },
    async update(userId, id, { title, ...flags }) {
      const changes = { ...flags, ...(title !== undefined && { title, isNamedByHand: true }) };
      if (Object.keys(changes).length === 0) return find(userId, id);
      const after = await all.findOneAndUpdate(known(userId, id), { $set: changes }, { returnDocument: 'after' });
      if (after && title !== undefined) {
        await indexTitle(database, { userId, conversationId: id }, after.title, after.updatedAt);
      }
      return after && toConversation(after);
    },
    async nameByModel(userId, id, title) {
      const unnamed = { ...known(userId, id), isNamedByHand: false };
      const after = await all.findOneAndUpdate(unnamed, { $set: { title } }, { returnDocument: 'after' });
      if (after) await indexTitle(database, { userId, conversationId: id }, title, after.updatedAt);
      return after !== null;
    },
    async setSummary(userId, id, messageId, summary) {
      if (!(await findConversation(database, userId, id))) return false;
      const message = { _id: keyOf(userId, messageId), conversationId: id };
      const set = await database.of(messages).updateOne(message, { $set: { 'body.summary': summary } });
      return set.matchedCount === 1;
    },
    showVersion: (userId, conversationId, id) => showVersion(database, userId, conversationId, id),
    search: (userId, query, limit, signal) => searchMessages(database, userId, query, limit, signal),
    async delete(userId, id, now) {
      const deleted = await all.updateOne(known(userId, id), { $set: { deletedAt: now } });
      return deleted.matchedCount === 1 || (await findCreated(database, keyOf(userId, id))) !== null;
    },
    async restore(userId, id, deletedSince) {
      const deletedAt = { $gte: Math.max(deletedSince, PURGING + 1) };
      await all.updateOne({ _id: keyOf(userId, id), deletedAt }, { $unset: { deletedAt: 1 } });
      return find(userId, id);
    },
    listDeleted: (userId, page, deletedSince) => listDeleted(database, userId, page, deletedSince),
    async findDeleted(userId, id) {
      const found = await all.findOne({ _id: keyOf(userId, id), ...kept });
      if (found?.deletedAt === undefined) return null;
      const { items: branch } = await readBranch(database, found, { limit: WHOLE_BRANCH });
      const tree = await readTree(database, found);
      return { conversation: toConversation(found), deletedAt: found.deletedAt, tree, branch };
    },
    async purge(deletedBefore, limit) {
      await abandonImports(database, deletedBefore);
      const deletedAt = { $gte: PURGING, $lt: deletedBefore };
      const found = await all.find({ deletedAt }).sort({ deletedAt: 1 }).limit(limit).toArray();
      let count = 0;
      for (const { _id } of found) {
        // It may have been restored in the meantime.
        const taken = await all.updateOne({ _id, deletedAt }, { $set: { deletedAt: PURGING } });
        if (taken.matchedCount === 0) continue;
        await purgeConversation(database, _id);
        count++;
      }
      return count;
    },
    async purgeDeleted(userId, ids) {
      const purged: string[] = [];
      for (const id of new Set(ids)) {
        const _id = keyOf(userId, id);
        const taken = await all.updateOne({ _id, ...kept }, { $set: { deletedAt: PURGING } });
        if (taken.matchedCount === 0) continue;
        await purgeConversation(database, _id);
        purged.push(id);
      }
      return purged;
    },
    async import(userId, imported, now) {
      const outcomes: ImportOutcome[] = [];
      for (const each of imported) outcomes.push(await importConversation(database, userId, each, now));
      return outcomes;
    },
    listImports: (userId) => listImports(database, userId),
    deleteImport: (userId, importId, removal) => deleteImport(database, userId, importId, removal),
  };
}
