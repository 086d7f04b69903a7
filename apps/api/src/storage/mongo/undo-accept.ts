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
 * Takes back what an `accept` did that is not done, the lock last; nothing where it is done. May be repeated, and done by
 * several at once. Only who did it all himself can know that nothing of it `mayBeUnderWay`.
 */
export async function undoAccept(database: Database, live: LiveReply, mayBeUnderWay = true): Promise<void> {
  const { _id, userId, conversationId, generationId, clientMessageId, madeIds } = live;
  const lock = { _id, generationId };
  // Its live reply was written back after it had ended: what it made stays.
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
  // Of a user who was deleted meanwhile nothing may be left; else another `accept` may have it by now.
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
 * Has the last write of an `accept` find its conversation changed, so that it is not done later than it is taken back. An
 * `accept` that reads the conversation only now finds before that write that it was given up.
 */
async function decideAgainst(database: Database, { _id, generationId, madeIds }: LiveReply): Promise<void> {
  const isOpen = { _id, generationId: { $ne: generationId } };
  await database.of(conversations).updateOne(isOpen, { $inc: { nextOrd: madeIds.length } });
}
