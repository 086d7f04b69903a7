import { kindsRemoved } from '../../records.ts';
import { conversationIds, conversations } from './conversation-document.ts';
import type { Database } from '../database/database.ts';
import { releaseFiles } from '../files/file-uses.ts';
import { idOf, keysOf, userOf } from '../database/keys.ts';
import { replyLocks } from '../replies/reply-lock.ts';
import { searchEntries } from '../search/search-index.ts';
import { DOCUMENTS } from '../transfer/documents.ts';

/**
 * Removes a conversation that can no longer be restored, the conversation last: the next call removes anything left by
 * a crash.
 */
export async function purgeConversation(database: Database, key: string): Promise<void> {
  const [userId, conversationId] = [userOf(key), idOf(key)];
  const own = { _id: keysOf(userId), conversationId };
  await database.of(replyLocks).deleteOne({ _id: key });
  await releaseFiles(database, userId, conversationId);
  await database.of(searchEntries).deleteMany(own);
  for (const kind of kindsRemoved('with-conversation')) {
    await database.of(DOCUMENTS[kind].collection).deleteMany(own);
  }
  await database.of(conversationIds).deleteOne({ _id: conversationId });
  await database.of(conversations).deleteOne({ _id: key });
}
