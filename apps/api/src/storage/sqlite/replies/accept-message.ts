import type { Message } from '@parley/core';
import {
  BRANCH_END_LENGTH,
  type AcceptRequest,
  type AcceptResult,
  type BranchEnd,
  type ReplyRecord,
} from '../../storage.ts';
import { emptyReply, newQuestion } from '../../conversations/stored-message.ts';
import { findOnBranch, findPlace, readBranch } from '../conversations/branch.ts';
import { findConversation, toConversation } from '../conversations/conversation-row.ts';
import { countUp } from '../figures/daily-counts.ts';
import { statement, type Database } from '../database/database.ts';
import { isDeleted } from '../accounts/deletion-store.ts';
import { keepFiles } from '../files/file-uses.ts';
import { readExtras, toColumns, type StoredMessageColumns } from '../conversations/message-row.ts';
import { REPLY_COLUMNS, selectLiveReply, toReply } from './reply-row.ts';
import { markPending } from '../search/search-index.ts';
import { countedWindow, reserveMessage } from '../billing/usage-store.ts';

type KnownConversation = { userId: string; leafId: string | null; nextOrd: number; deletedAt: number | null };
type MessagePlace = { conversationId: string; userId: string; parentId: string | null; ord: number };
// Pick turns the interface into a type, because only a type can be a set of parameters.
type NewReplyRow = Pick<ReplyRecord, keyof ReplyRecord> & {
  fingerprint: string;
  owner: string;
  previousLeafId: string | null;
  now: number;
};

const selectRepeat = statement<
  { userId: string; clientMessageId: string },
  ReplyRecord & { fingerprint: string; deletedAt: number | null }
>(`
  SELECT ${REPLY_COLUMNS}, replies.fingerprint, conversations.deleted_at AS deletedAt
  FROM replies JOIN conversations ON conversations.id = replies.conversation_id
  WHERE replies.user_id = :userId AND replies.client_message_id = :clientMessageId`);
const selectConversation = statement<{ id: string }, KnownConversation>(`
  SELECT user_id AS userId, leaf_id AS leafId, next_ord AS nextOrd, deleted_at AS deletedAt
  FROM conversations WHERE id = :id`);
const insertConversation = statement<{
  id: string;
  userId: string;
  title: string;
  projectId: string | null;
  now: number;
}>(`
  INSERT INTO conversations (id, user_id, title, project_id, updated_at)
  VALUES (:id, :userId, :title, :projectId, :now)`);
const updateConversation = statement<{ id: string; leafId: string; nextOrd: number; now: number }>(`
  UPDATE conversations SET leaf_id = :leafId, next_ord = :nextOrd, updated_at = :now, archived = 0, unread = 0
  WHERE id = :id`);
export const insertMessage = statement<StoredMessageColumns & MessagePlace>(`
  INSERT INTO messages (id, conversation_id, user_id, parent_id, ord, role, mode, status, error_code, error,
    created_at, generation_id, seq, is_reasoning_streaming, reasoning, text, extras, counts)
  VALUES (:id, :conversationId, :userId, :parentId, :ord, :role, :mode, :status, :errorCode, :error,
    :createdAt, :generationId, :seq, :isReasoningStreaming, :reasoning, :text, :extras, :counts)`);
// A message that another one follows stays a version, because otherwise its followers would be unreachable.
export const markFollowed = statement<{ id: string }>('UPDATE messages SET counts = 1 WHERE id = :id AND counts = 0');
const selectExtras = statement<{ id: string }, { extras: string | null }>('SELECT extras FROM messages WHERE id = :id');
const insertReply = statement<NewReplyRow>(`
  INSERT INTO replies (generation_id, user_id, conversation_id, user_message_id, assistant_message_id,
    client_message_id, fingerprint, mode, status, owner, previous_leaf_id, created_at)
  VALUES (:generationId, :userId, :conversationId, :userMessageId, :assistantMessageId,
    :clientMessageId, :fingerprint, :mode, :status, :owner, :previousLeafId, :now)`);

/** `ReplyStore.accept`. Stores nothing unless the message is accepted. */
export function acceptMessage(database: Database, request: AcceptRequest): Promise<AcceptResult> {
  return database.write(
    () => accept(database, request),
    (result) => result.outcome === 'accepted',
  );
}

function accept(database: Database, request: AcceptRequest): AcceptResult {
  const { userId, conversationId, clientMessageId, mode, now } = request;
  if (isDeleted(database, userId)) return NOT_FOUND;
  const repeat = database.get(selectRepeat, { userId, clientMessageId });
  if (repeat && repeat.fingerprint !== request.fingerprint) return { outcome: 'mismatch' };
  if (repeat) return repeat.deletedAt === null ? { outcome: 'duplicate', reply: toReply(repeat) } : NOT_FOUND;

  const known = database.get(selectConversation, { id: conversationId });
  if (known && (known.userId !== userId || known.deletedAt !== null)) return NOT_FOUND;
  const live = database.get(selectLiveReply, { conversationId });
  if (live) return { outcome: 'busy', generationId: live.generationId };

  const tree = new Tree(database, request, known ?? null);
  if (!known) tree.plantSeed();
  const previousLeafId = tree.leafId;
  const questionId = request.replaces === undefined ? null : tree.turnBackTo(request.replaces);
  if (questionId === undefined) return NOT_FOUND;

  const { usageRule, generationId: id } = request;
  if (usageRule && !reserveMessage(database, userId, { id, mode }, usageRule, now)) {
    return { outcome: 'limit-reached', window: countedWindow(database, userId, now, usageRule) };
  }

  if (questionId === null) {
    const { replaces: id } = request;
    const replaced = id === undefined ? undefined : database.get(selectExtras, { id });
    const question = newQuestion(request, readExtras(replaced?.extras ?? null));
    if (!keepFiles(database, { userId, conversationId }, question)) return NOT_FOUND;
    tree.append(question);
  }
  tree.append(emptyReply(request));
  const reply: ReplyRecord = {
    generationId: request.generationId,
    userId,
    conversationId,
    userMessageId: questionId ?? request.userMessageId,
    assistantMessageId: request.assistantMessageId,
    clientMessageId,
    mode,
    status: 'streaming',
  };
  database.run(insertReply, {
    ...reply,
    fingerprint: request.fingerprint,
    owner: request.owner,
    previousLeafId: request.replaces === undefined ? null : previousLeafId,
    now,
  });
  tree.save();
  countUp(database, now, 'messages');
  return { outcome: 'accepted', reply, isNewConversation: !known, ...readBranchEnd(database, reply) };
}

const NOT_FOUND: AcceptResult = { outcome: 'not-found' };

function readBranchEnd(
  database: Database,
  { userId, conversationId, assistantMessageId }: ReplyRecord,
): { branchEnd?: BranchEnd } {
  const row = findConversation(database, userId, conversationId);
  if (!row) return {};
  const page = { limit: BRANCH_END_LENGTH, withoutVersions: true } as const;
  const newest = readBranch(database, conversationId, assistantMessageId, page);
  return { branchEnd: { conversation: toConversation(row), newest } };
}

/** A conversation's tree while messages are appended to its current branch. */
class Tree {
  leafId: string | null;
  readonly #database: Database;
  readonly #request: AcceptRequest;
  #nextOrd: number;

  constructor(database: Database, request: AcceptRequest, known: KnownConversation | null) {
    this.#database = database;
    this.#request = request;
    this.leafId = known?.leafId ?? null;
    this.#nextOrd = known?.nextOrd ?? 0;
  }

  /** Creates the conversation with the turns from its client. */
  plantSeed(): void {
    const { conversationId: id, userId, title, projectId = null, now, seed } = this.#request;
    this.#database.run(insertConversation, { id, userId, title, projectId, now });
    markPending(this.#database, id, null);
    const timestamp = new Date(now).toISOString();
    for (const turn of seed) this.append({ ...turn, timestamp, status: 'complete' });
  }

  /**
   * Moves the end of the branch to just before the replaced message. Returns the question to answer again, null when a
   * new question follows, undefined when the message is not on the branch.
   */
  turnBackTo(replaced: string): string | null | undefined {
    const place = this.leafId === null ? undefined : findOnBranch(this.#database, this.leafId, replaced);
    if (!place) return undefined;
    this.leafId = place.parentId;
    if (place.role === 'user') return null;
    const question = place.parentId === null ? undefined : findPlace(this.#database, place.parentId);
    return question?.role === 'user' ? question.id : undefined;
  }

  append(message: Message): void {
    const { conversationId, userId } = this.#request;
    const place: MessagePlace = { conversationId, userId, parentId: this.leafId, ord: this.#nextOrd++ };
    if (this.leafId !== null) this.#database.run(markFollowed, { id: this.leafId });
    this.#database.run(insertMessage, { ...toColumns(message), ...place });
    if (message.status !== 'streaming') markPending(this.#database, conversationId, message.id);
    this.leafId = message.id;
  }

  save(): void {
    const { conversationId: id, now } = this.#request;
    if (this.leafId !== null)
      this.#database.run(updateConversation, { id, leafId: this.leafId, nextOrd: this.#nextOrd, now });
  }
}
