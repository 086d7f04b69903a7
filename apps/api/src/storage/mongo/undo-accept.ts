import { BEING_BEGUN, conversationIds, conversations, findBegun } from './conversation-document.ts';
import type { Database } from './database.ts';
import { unsendFiles } from './file-uses.ts';
import { keyOf } from './keys.ts';
import { isAccepted, liveReplies, type LiveReply } from './live-reply.ts';
import { messages } from './message-document.ts';
import { hasEnded, replies } from './reply-document.ts';
import { keyOfEntry, searchEntries } from './search-index.ts';
import { forgetMessage, usageWindows } from './usage-store.ts';
import { isUser } from './user-store.ts';

/**
 * Undoes an unfinished `accept`, releasing the lock last. Does nothing to a completed one. Idempotent and safe to run
 * concurrently. Only the process that ran the whole `accept` can know that none of it `mayBeUnderWay`.
 */
export async function undoAccept(database: Database, live: LiveReply, mayBeUnderWay = true): Promise<void> {
  const { _id, userId, conversationId, generationId, clientMessageId, madeIds } = live;
  const lock = { _id, generationId };
  // Its live reply was written back after the end. The messages of the `accept` stay.
  if (await hasEnded(database, live)) {
    await database.of(liveReplies).deleteOne(lock);
    return;
  }
  const { matchedCount } = await database.of(liveReplies).updateOne(lock, { $set: { isGivenUp: true } });
  const isLocked = matchedCount === 1;
  if (isLocked && mayBeUnderWay) await decideAgainst(database, live);
  await database.of(conversations).deleteOne({ ...lock, deletedAt: BEING_BEGUN });
  const conversation = await findBegun(database, _id);
  if (isAccepted(conversation, live)) return;

  const keys = madeIds.map((id) => keyOf(userId, id));
  await forgetMessage(database, userId, generationId);
  await database.of(searchEntries).deleteMany({ _id: { $in: keys } });
  await database.of(messages).deleteMany({ _id: { $in: keys } });
  // A user deleted in the meantime must leave nothing behind. Otherwise another `accept` may use the window by now.
  const isUserGone = !(await isUser(database, userId));
  if (isUserGone) await database.of(usageWindows).deleteOne({ _id: userId });
  if ((isLocked || isUserGone) && !conversation) {
    await database.of(searchEntries).deleteOne({ _id: keyOfEntry(live, null) });
    await unsendFiles(database, userId, conversationId);
    await database.of(conversationIds).deleteOne({ _id: conversationId, userId });
  }
  await database.of(replies).deleteOne({ _id: keyOf(userId, clientMessageId), generationId });
  await database.of(liveReplies).deleteOne(lock);
}

/**
 * Changes the conversation, so that the last write of the `accept` cannot match it after the undo. An `accept` that
 * reads the conversation later sees before that write that it was given up.
 */
async function decideAgainst(database: Database, { _id, generationId, madeIds }: LiveReply): Promise<void> {
  const isOpen = { _id, generationId: { $ne: generationId } };
  await database.of(conversations).updateOne(isOpen, { $inc: { nextOrd: madeIds.length } });
}
