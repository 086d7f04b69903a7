import { setTimeout as delay } from 'node:timers/promises';
import { AppError, sentenceOf } from '@parley/core';
import pLimit from 'p-limit';
import type { AcceptRequest, AcceptResult } from '../../storage.ts';
import {
  CREATING,
  conversationIds,
  conversations,
  findCreated,
  findConversation,
  type ConversationDocument,
} from '../conversations/conversation-document.ts';
import { countUp } from '../figures/daily-counts.ts';
import type { Database } from '../database/database.ts';
import { allSettled, MOST_MS, wasFree } from '../database/driver-errors.ts';
import { interruptReply, settleEnd } from './end-reply.ts';
import { areFilesOf } from '../files/file-uses.ts';
import { keyOf } from '../database/keys.ts';
import { isAccepted, isWritten, replyLocks, type ReplyLockKeys, type ReplyLock } from './reply-lock.ts';
import { toBody } from '../conversations/message-document.ts';
import { planAppend, type BranchAppend } from './plan-append.ts';
import { newReplyDocument, replies, toReply, type ReplyDocument } from './reply-document.ts';
import { insertAppend } from './insert-append.ts';
import { emptyReply } from '../../conversations/stored-message.ts';
import { undoAccept } from './undo-accept.ts';
import { reserveMessage } from '../billing/usage-store.ts';
import { isUser } from '../accounts/user-store.ts';

const FIRST_WAIT_MS = 5;
const LONGEST_WAIT_MS = 2000;
/** An unfinished `accept` older than this is abandoned: any process that finds it undoes it. */
const ABANDONED_MS = 30_000;
/** An `accept` that finishes later than this may no longer have a caller. */
const TOO_LATE_MS = MOST_MS - 5_000;

const INTERRUPTED = { code: 'interrupted', sentence: sentenceOf('interrupted') } as const;
const NOT_FOUND: AcceptResult = { outcome: 'not-found' };
/** Another call is already working on the same request and will decide its outcome soon. */
const SOON_KNOWN = 'soon known';

/** Concurrent calls wait here without a lock, rather than halfway through for a connection. */
const turns = pLimit(50);

/**
 * `ReplyStore.accept`. Writes the reply first, then the usage, then the messages, and last the conversation, which
 * completes it.
 */
export async function acceptMessage(
  database: Database,
  keys: ReplyLockKeys,
  request: AcceptRequest,
): Promise<AcceptResult> {
  const begunAt = performance.now();
  for (let wait = FIRST_WAIT_MS; ; wait *= 2) {
    const result = await turns(tryToAccept, database, keys, request, begunAt);
    if (result !== SOON_KNOWN) return result;
    if (wait > LONGEST_WAIT_MS) throw new AppError('unavailable');
    await delay(wait);
  }
}

async function tryToAccept(
  database: Database,
  keys: ReplyLockKeys,
  request: AcceptRequest,
  begunAt: number,
): Promise<AcceptResult | typeof SOON_KNOWN> {
  const { userId, clientMessageId } = request;
  const [isKnown, repeated] = await Promise.all([
    isUser(database, userId),
    database.of(replies).findOne({ _id: keyOf(userId, clientMessageId) }),
  ]);
  if (!isKnown) return NOT_FOUND;
  if (repeated) return answerRepeat(database, repeated, request);

  const lock = newReplyLock(request);
  try {
    if (!(await wasFree(database.of(replyLocks).insertOne(lock)))) return await answerBusy(database, request);
    const result = await accept(database, request);
    const isDone = result !== SOON_KNOWN && result.outcome === 'accepted';
    // The caller may already have received an error, and then nothing writes the reply.
    if (isDone && performance.now() - begunAt > TOO_LATE_MS) throw new AppError('unavailable');
    if (isDone) keys.add(lock);
    else await undoAccept(database, lock, false);
    return result;
  } catch (error) {
    void giveUp(database, keys, lock);
    throw error;
  }
}

/** Runs with the lock taken. The caller must undo every outcome but `accepted`. */
async function accept(database: Database, request: AcceptRequest): Promise<AcceptResult | typeof SOON_KNOWN> {
  const { userId, conversationId, generationId, mode, now, usageRule } = request;
  const conversation = await findCreated(database, keyOf(userId, conversationId));
  if (conversation?.deletedAt !== undefined) return NOT_FOUND;
  const append = await planAppend(database, request, conversation);
  if (!append || !(await areFilesOf(database, userId, append.attachments))) return NOT_FOUND;

  const reply = newReplyDocument(request, append.questionId);
  const [isFirst, isOwn] = await allSettled([
    wasFree(database.of(replies).insertOne(reply)),
    conversation !== null || beginConversation(database, request, append),
  ]);
  if (!isOwn) return NOT_FOUND;
  if (!isFirst) return SOON_KNOWN;

  if (usageRule) {
    const { isCounted, window } = await reserveMessage(database, userId, { id: generationId, mode }, usageRule, now);
    if (!isCounted) return { outcome: 'limit-reached', window };
  }
  const [isComplete, isStillUser, lock] = await allSettled([
    insertAppend(database, request, append),
    isUser(database, userId),
    database.of(replyLocks).findOne({ _id: keyOf(userId, conversationId) }),
  ]);
  if (!isComplete || !isStillUser) return NOT_FOUND;
  if (lock?.generationId !== generationId || lock.isGivenUp) throw new AppError('unavailable');
  const [isDone] = await allSettled([
    saveConversation(database, request, append, conversation),
    countUp(database, now, 'messages'),
  ]);
  if (!isDone) return NOT_FOUND;
  return { outcome: 'accepted', reply: toReply(reply), isNewConversation: !conversation };
}

/**
 * Makes the messages visible with the last write. False when the conversation was deleted in the meantime. Throws when
 * another process has given up this `accept`.
 */
async function saveConversation(
  database: Database,
  { userId, conversationId, generationId, now: updatedAt }: AcceptRequest,
  { leafId, nextOrd, previousLeafId }: BranchAppend,
  conversation: ConversationDocument | null,
): Promise<boolean> {
  const all = database.of(conversations);
  const _id = keyOf(userId, conversationId);
  const saved = conversation
    ? await all.updateOne(
        { _id, nextOrd: conversation.nextOrd, deletedAt: { $exists: false } },
        { $set: { leafId, nextOrd, previousLeafId, generationId, updatedAt, archived: false, unread: false } },
      )
    : await all.updateOne({ _id, generationId, deletedAt: CREATING }, { $unset: { deletedAt: 1 } });
  if (saved.matchedCount === 1) return true;
  if (conversation && !(await findConversation(database, userId, conversationId))) return false;
  throw new AppError('unavailable');
}

/** Stores a new conversation that is not visible yet. False when its id belongs to another user. */
async function beginConversation(database: Database, request: AcceptRequest, append: BranchAppend): Promise<boolean> {
  const { userId, conversationId, generationId, title, projectId = null, now: updatedAt } = request;
  const { leafId, nextOrd, previousLeafId } = append;
  const _id = keyOf(userId, conversationId);
  const flags = { webSearchEnabled: false, thinkingModeEnabled: false, pinned: false, archived: false, unread: false };
  const branch = { leafId, nextOrd, previousLeafId, generationId, updatedAt };
  const begun = { _id, userId, title, ...flags, isNamedByHand: false, projectId, ...branch, deletedAt: CREATING };
  const all = database.of(conversations);
  const [isOwn, isFree] = await allSettled([claimId(database, request), wasFree(all.insertOne(begun))]);
  if (isFree) return isOwn;
  // Replaces one that another `accept` left behind.
  const { matchedCount } = await all.replaceOne({ _id, deletedAt: CREATING }, begun);
  if (matchedCount === 0) throw new AppError('unavailable');
  return isOwn;
}

/** Claims the id of a new conversation for this user. False when it belongs to another user. */
export async function claimId(
  database: Database,
  { userId, conversationId: _id }: Pick<AcceptRequest, 'userId' | 'conversationId'>,
): Promise<boolean> {
  const ids = database.of(conversationIds);
  return (await wasFree(ids.insertOne({ _id, userId }))) || (await ids.findOne({ _id }))?.userId === userId;
}

async function answerRepeat(
  database: Database,
  repeated: ReplyDocument,
  { userId, fingerprint, now }: AcceptRequest,
): Promise<AcceptResult | typeof SOON_KNOWN> {
  if (repeated.fingerprint !== fingerprint) return { outcome: 'mismatch' };
  const _id = keyOf(userId, repeated.conversationId);
  const conversation = await findCreated(database, _id);
  if (conversation?.deletedAt !== undefined) return NOT_FOUND;
  if (repeated.status !== 'streaming' || isAccepted(conversation, repeated)) {
    return { outcome: 'duplicate', reply: toReply(repeated) };
  }
  const lock = await clearAbandoned(database, _id, conversation, now);
  if (!lock && now - repeated.startedAt > ABANDONED_MS) {
    const { generationId } = repeated;
    await database.of(replies).deleteOne({ _id: repeated._id, generationId, status: 'streaming' });
  }
  return SOON_KNOWN;
}

async function answerBusy(
  database: Database,
  { userId, conversationId, clientMessageId, now }: AcceptRequest,
): Promise<AcceptResult | typeof SOON_KNOWN> {
  const _id = keyOf(userId, conversationId);
  const conversation = await findCreated(database, _id);
  if (conversation?.deletedAt !== undefined) return NOT_FOUND;
  const other = await clearAbandoned(database, _id, conversation, now);
  if (!other || other.clientMessageId === clientMessageId) return SOON_KNOWN;
  return { outcome: 'busy', generationId: other.generationId };
}

/**
 * Finishes or undoes an abandoned reply in this conversation. Returns the reply that rightfully holds the lock, or
 * null.
 */
async function clearAbandoned(
  database: Database,
  _id: string,
  conversation: ConversationDocument | null,
  now: number,
): Promise<ReplyLock | null> {
  const lock = await database.of(replyLocks).findOne({ _id });
  if (!lock) return null;
  if (isAccepted(conversation, lock)) {
    if (isWritten(lock)) return lock;
    await settleEnd(database, lock);
    return null;
  }
  if (now - lock.startedAt <= ABANDONED_MS) return lock;
  await undoAccept(database, lock);
  return null;
}

/**
 * Undoes a failed `accept`, or ends an accepted reply that has no writer because its caller received an error. Retries
 * until the server is back. Another process does the rest when it finds the reply or learns that this process is gone.
 */
async function giveUp(database: Database, keys: ReplyLockKeys, lock: ReplyLock): Promise<void> {
  for (let wait = FIRST_WAIT_MS; wait < ABANDONED_MS; wait *= 2) {
    try {
      await undoAccept(database, lock);
      await interruptReply(database, keys, lock, lock.startedAt, INTERRUPTED);
      return;
    } catch {
      await delay(wait, undefined, { ref: false });
    }
  }
}

function newReplyLock(request: AcceptRequest): ReplyLock {
  const { userId, conversationId, generationId, clientMessageId, owner, now } = request;
  const { userMessageId, assistantMessageId, seed, isReserved } = request;
  return {
    _id: keyOf(userId, conversationId),
    userId,
    conversationId,
    generationId,
    clientMessageId,
    assistantMessageId,
    madeIds: [...seed.map(({ id }) => id), userMessageId, assistantMessageId],
    owner,
    startedAt: now,
    ...(isReserved && { isReserved }),
    body: toBody(emptyReply(request)),
  };
}
