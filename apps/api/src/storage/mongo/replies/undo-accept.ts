import { CREATING, conversationIds, conversations, findCreated } from '../conversations/conversation-document.ts';
import type { Database } from '../database/database.ts';
import { unsendFiles } from '../files/file-uses.ts';
import { keyOf } from '../database/keys.ts';
import { isAccepted, replyLocks, type ReplyLock } from './reply-lock.ts';
import { messages } from '../conversations/message-document.ts';
import { hasEnded, replies } from './reply-document.ts';
import { keyOfEntry, searchEntries } from '../search/search-index.ts';
import { forgetMessage, usageWindows } from '../billing/usage-store.ts';
import { isUser } from '../accounts/user-store.ts';

/**
 * Undoes an unfinished `accept`, releasing the lock last. Does nothing to a completed one. Idempotent and safe to run
 * concurrently. Only the process that ran the whole `accept` can know that none of it `mayBeUnderWay`.
 */
export async function undoAccept(database: Database, lock: ReplyLock, mayBeUnderWay = true): Promise<void> {
  const { _id, userId, conversationId, generationId, clientMessageId, madeIds } = lock;
  const own = { _id, generationId };
  // Its reply lock was written back after the end. The messages of the `accept` stay.
  if (await hasEnded(database, lock)) {
    await database.of(replyLocks).deleteOne(own);
    return;
  }
  const { matchedCount } = await database.of(replyLocks).updateOne(own, { $set: { isGivenUp: true } });
  const isLocked = matchedCount === 1;
  if (isLocked && mayBeUnderWay) await decideAgainst(database, lock);
  await database.of(conversations).deleteOne({ ...own, deletedAt: CREATING });
  const conversation = await findCreated(database, _id);
  if (isAccepted(conversation, lock)) return;

  const keys = madeIds.map((id) => keyOf(userId, id));
  await forgetMessage(database, userId, generationId);
  await database.of(searchEntries).deleteMany({ _id: { $in: keys } });
  await database.of(messages).deleteMany({ _id: { $in: keys } });
  // A user deleted in the meantime must leave nothing behind. Otherwise another `accept` may use the window by now.
  const isUserGone = !(await isUser(database, userId));
  if (isUserGone) await database.of(usageWindows).deleteOne({ _id: userId });
  if ((isLocked || isUserGone) && !conversation) {
    await database.of(searchEntries).deleteOne({ _id: keyOfEntry(lock, null) });
    await unsendFiles(database, userId, conversationId);
    await database.of(conversationIds).deleteOne({ _id: conversationId, userId });
  }
  await database.of(replies).deleteOne({ _id: keyOf(userId, clientMessageId), generationId });
  await database.of(replyLocks).deleteOne(own);
}

/**
 * Changes the conversation, so that the last write of the `accept` cannot match it after the undo. An `accept` that
 * reads the conversation later sees before that write that it was given up.
 */
async function decideAgainst(database: Database, { _id, generationId, madeIds }: ReplyLock): Promise<void> {
  const isOpen = { _id, generationId: { $ne: generationId } };
  await database.of(conversations).updateOne(isOpen, { $inc: { nextOrd: madeIds.length } });
}
