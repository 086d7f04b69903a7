import { setTimeout as delay } from 'node:timers/promises';
import { AppError, ERRORS, newReply } from '@parley/core';
import pLimit from 'p-limit';
import type { AcceptRequest, AcceptResult } from '../storage.ts';
import {
  conversationIds,
  conversations,
  findConversation,
  type ConversationDocument,
} from './conversation-document.ts';
import { countUp } from './daily-counts.ts';
import type { Database } from './database.ts';
import { allSettled, wasFree } from './driver-errors.ts';
import { interruptReply, settleEnd } from './end-reply.ts';
import { areFilesOf } from './file-uses.ts';
import { keyOf } from './keys.ts';
import { isAccepted, isWritten, liveReplies, type LiveKeys, type LiveReply } from './live-reply.ts';
import { toBody } from './message-document.ts';
import { growBranch, type Growth } from './grow-branch.ts';
import { newReplyDocument, replies, toReply, type ReplyDocument } from './reply-document.ts';
import { storeGrowth } from './store-growth.ts';
import { undoAccept } from './undo-accept.ts';
import { reserveMessage } from './usage-store.ts';
import { isUser } from './user-store.ts';

const FIRST_WAIT_MS = 5;
const LONGEST_WAIT_MS = 2000;
/** No `accept` is completed later than this after it took the lock, so that one that is older can be undone by anybody. */
const MOST_MS = 8_000;
const ABANDONED_MS = 30_000;

const INTERRUPTED = { code: 'interrupted', sentence: ERRORS.interrupted.message } as const;
const NOT_FOUND: AcceptResult = { outcome: 'not-found' };
/** Another call has begun what this one asks for, and it will soon be known what becomes of it. */
const SOON_KNOWN = 'soon known';

/** Those that come at once wait here, without a lock, rather than in the middle for a connection. */
const turns = pLimit(50);

/** `ReplyStore.accept`: first the reply, then the usage, then the messages, last the conversation; that is when it is done. */
export async function acceptMessage(database: Database, keys: LiveKeys, request: AcceptRequest): Promise<AcceptResult> {
  for (let wait = FIRST_WAIT_MS; ; wait *= 2) {
    const result = await turns(tryToAccept, database, keys, request);
    if (result !== SOON_KNOWN) return result;
    if (wait > LONGEST_WAIT_MS) throw new AppError('unavailable');
    await delay(wait);
  }
}

async function tryToAccept(
  database: Database,
  keys: LiveKeys,
  request: AcceptRequest,
): Promise<AcceptResult | typeof SOON_KNOWN> {
  const { userId, clientMessageId } = request;
  const [isKnown, repeated] = await Promise.all([
    isUser(database, userId),
    database.of(replies).findOne({ _id: keyOf(userId, clientMessageId) }),
  ]);
  if (!isKnown) return NOT_FOUND;
  if (repeated) return answerRepeat(database, repeated, request);

  const live = newLiveReply(request);
  const giveUpAt = performance.now() + MOST_MS;
  try {
    if (!(await wasFree(database.of(liveReplies).insertOne(live)))) return await answerBusy(database, request);
    const result = await accept(database, request, giveUpAt);
    if (result !== SOON_KNOWN && result.outcome === 'accepted') keys.add(live);
    else await undoAccept(database, live, false);
    return result;
  } catch (error) {
    void giveUp(database, keys, live);
    throw error;
  }
}

/** With the lock taken. Whatever it answers but `accepted` has to be undone. */
async function accept(
  database: Database,
  request: AcceptRequest,
  giveUpAt: number,
): Promise<AcceptResult | typeof SOON_KNOWN> {
  const { userId, conversationId, generationId, now, usageRule } = request;
  const conversation = await database.of(conversations).findOne({ _id: keyOf(userId, conversationId) });
  if (conversation?.deletedAt !== undefined) return NOT_FOUND;
  const growth = await growBranch(database, request, conversation);
  if (!growth || !(await areFilesOf(database, userId, growth.attachments))) return NOT_FOUND;

  const reply = newReplyDocument(request, growth.questionId);
  const [isFirst, isOwn] = await allSettled([
    wasFree(database.of(replies).insertOne(reply)),
    conversation !== null || claimId(database, request),
  ]);
  if (!isOwn) return NOT_FOUND;
  if (!isFirst) return SOON_KNOWN;

  if (usageRule) {
    const { isCounted, window } = await reserveMessage(database, { userId, generationId, now }, usageRule);
    if (!isCounted) return { outcome: 'limit-reached', window };
  }
  if (!(await storeGrowth(database, request, growth))) return NOT_FOUND;
  if (performance.now() > giveUpAt) throw new AppError('unavailable');
  const [isDone] = await allSettled([
    saveConversation(database, request, growth, conversation),
    countUp(database, now, 'messages'),
  ]);
  if (!isDone) return NOT_FOUND;
  return { outcome: 'accepted', reply: toReply(reply), isNewConversation: !conversation };
}

/** False when the conversation was deleted meanwhile. Throws when it was decided elsewhere that this `accept` is not done. */
async function saveConversation(
  database: Database,
  { userId, conversationId, generationId, title, now }: AcceptRequest,
  { leafId, nextOrd, previousLeafId }: Growth,
  conversation: ConversationDocument | null,
): Promise<boolean> {
  const _id = keyOf(userId, conversationId);
  const changes = { leafId, nextOrd, previousLeafId, generationId, updatedAt: now };
  if (conversation) {
    const known = { _id, nextOrd: conversation.nextOrd, deletedAt: { $exists: false } };
    const { matchedCount } = await database.of(conversations).updateOne(known, { $set: changes });
    if (matchedCount === 1) return true;
    if (await findConversation(database, userId, conversationId)) throw new AppError('unavailable');
    return false;
  }
  const flags = { webSearchEnabled: false, thinkingModeEnabled: false, pinned: false, archived: false };
  await database.of(conversations).insertOne({ _id, userId, title, ...flags, isNamedByHand: false, ...changes });
  return true;
}

/** Whether the id of a new conversation is this user's, and no other's. */
async function claimId(database: Database, { userId, conversationId: _id }: AcceptRequest): Promise<boolean> {
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
  const conversation = await database.of(conversations).findOne({ _id });
  if (conversation?.deletedAt !== undefined) return NOT_FOUND;
  if (repeated.status !== 'streaming' || isAccepted(conversation, repeated)) {
    return { outcome: 'duplicate', reply: toReply(repeated) };
  }
  const live = await clearTheWay(database, _id, conversation, now);
  if (!live && now - repeated.startedAt > ABANDONED_MS) {
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
  const conversation = await database.of(conversations).findOne({ _id });
  if (conversation?.deletedAt !== undefined) return NOT_FOUND;
  const other = await clearTheWay(database, _id, conversation, now);
  if (!other || other.clientMessageId === clientMessageId) return SOON_KNOWN;
  return { outcome: 'busy', generationId: other.generationId };
}

/** Finishes or undoes what was given up in this conversation; returns the reply that is rightly there, or null. */
async function clearTheWay(
  database: Database,
  _id: string,
  conversation: ConversationDocument | null,
  now: number,
): Promise<LiveReply | null> {
  const live = await database.of(liveReplies).findOne({ _id });
  if (!live) return null;
  if (isAccepted(conversation, live)) {
    if (isWritten(live)) return live;
    await settleEnd(database, live);
    return null;
  }
  if (now - live.startedAt <= ABANDONED_MS) return live;
  await undoAccept(database, live);
  return null;
}

/**
 * Takes back what failed, or ends what was accepted although its caller never heard of it and so nobody writes it. Tries until the
 * server is back; what this process cannot do is done by whoever meets it, or when it is known to be gone.
 */
async function giveUp(database: Database, keys: LiveKeys, live: LiveReply): Promise<void> {
  for (let wait = FIRST_WAIT_MS; wait < ABANDONED_MS; wait *= 2) {
    try {
      await undoAccept(database, live);
      await interruptReply(database, keys, live, live.startedAt, INTERRUPTED);
      return;
    } catch {
      await delay(wait, undefined, { ref: false });
    }
  }
}

function newLiveReply(request: AcceptRequest): LiveReply {
  const { userId, conversationId, generationId, clientMessageId, owner, now, mode } = request;
  const { userMessageId, assistantMessageId, seed } = request;
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
    body: toBody(newReply(generationId, { id: assistantMessageId, now, mode })),
  };
}
