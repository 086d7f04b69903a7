import { kindsRemoved } from '../../records.ts';
import { anonymousId } from '../../billing/spending-store.ts';
import type { DeletionStore } from '../../storage.ts';
import { conversationIds, conversations } from '../conversations/conversation-document.ts';
import type { Database } from '../database/database.ts';
import { wasFree } from '../database/driver-errors.ts';
import { files } from '../files/file-document.ts';
import { removeFile } from '../files/file-uses.ts';
import { keysOf } from '../database/keys.ts';
import { replyLocks } from '../replies/reply-lock.ts';
import { oneTimeTokens } from '../auth/one-time-token-store.ts';
import { purgeConversation } from '../conversations/purge-conversation.ts';
import { searchEntries } from '../search/search-index.ts';
import { sessions } from '../auth/session-store.ts';
import { DOCUMENTS } from '../transfer/documents.ts';
import { deletions } from './deletion-document.ts';
import { users } from './user-store.ts';

/** Limits of one call, so that others do not wait for it. */
const CONVERSATIONS_AT_ONCE = 5;
const FILES_AT_ONCE = 20;

export function createDeletionStore(database: Database): DeletionStore {
  const all = database.of(deletions);

  async function fence(userId: string, now: number): Promise<void> {
    const known = { _id: userId, deletedAt: { $exists: false } };
    await database
      .of(users)
      .updateOne(known, { $set: { deletedAt: now, passwordHash: null, name: null }, $unset: { email: 1 } });
    await database.of(sessions).deleteMany({ userId });
    await database.of(oneTimeTokens).deleteMany({ userId });
  }

  return {
    async begin(userId, now) {
      const user = await database.of(users).findOne({ _id: userId });
      if (!user) return;
      // Recorded first, so that the deletion is resumed after a crash.
      await wasFree(all.insertOne({ _id: userId, startedAt: now, endedAt: null }));
      await fence(userId, now);
    },
    async listUnfinished() {
      const found = await all.find({ endedAt: null }).toArray();
      return found.map(({ _id }) => _id);
    },
    async removeContent(userId) {
      const deletion = await all.findOne({ _id: userId, endedAt: null });
      if (!deletion) return true;
      await fence(userId, deletion.startedAt);
      const own = { _id: keysOf(userId) };
      const some = await database.of(conversations).find(own).limit(CONVERSATIONS_AT_ONCE).toArray();
      for (const { _id } of some) await purgeConversation(database, _id);
      if (some.length > 0) return false;
      const left = await database.of(files).find({ userId }).limit(FILES_AT_ONCE).toArray();
      for (const { _id } of left) {
        await database.of(files).updateOne({ _id }, { $set: { isPartial: true, unsentSince: 0 } });
        await removeFile(database, _id);
      }
      return left.length === 0;
    },
    async finish(userId, now) {
      if (!(await all.findOne({ _id: userId, endedAt: null }))) return;
      // Removes the data of a message that arrived during the deletion.
      for (const each of [replyLocks, searchEntries, conversations] as const) {
        await database.of<{ _id: string }>(each).deleteMany({ _id: keysOf(userId) });
      }
      await database.of(conversationIds).deleteMany({ userId });
      for (const kind of kindsRemoved('with-conversation')) {
        await database.of(DOCUMENTS[kind].collection).deleteMany({ _id: keysOf(userId) });
      }
      for (const kind of kindsRemoved('with-user')) {
        const { collection, isKeyedByUser } = DOCUMENTS[kind];
        if (isKeyedByUser) await database.of(collection).deleteOne({ _id: userId });
        else await database.of(collection).deleteMany({ userId });
      }
      for (const kind of kindsRemoved('unnamed')) {
        await database.of(DOCUMENTS[kind].collection).updateMany({ userId }, { $set: { userId: anonymousId() } });
      }
      await all.updateOne({ _id: userId }, { $set: { endedAt: now } });
    },
  };
}
