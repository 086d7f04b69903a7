import type {
  Attachment,
  Conversation,
  ErrorCode,
  Message,
  MessageStatus,
  ModeId,
  ModelName,
  UsageRule,
  UsageWindow,
} from '@parley/core';
import type { Spending } from '../billing/spending-store.ts';
import type { Page } from '../page.ts';

/** A message from a user, after all checks that need no storage. */
export interface AcceptRequest {
  userId: string;
  conversationId: string;
  clientMessageId: string;
  /** Hash of everything that identifies this message. The same client id with another fingerprint is an error. */
  fingerprint: string;
  /** New ids for the generation and the two messages. */
  generationId: string;
  userMessageId: string;
  assistantMessageId: string;
  mode: ModeId;
  /** The model that will write the reply, on a server with several. */
  model?: ModelName;
  /**
   * Text of the question. Empty when `replaces` names a reply, whose question is answered again, or when the message
   * consists of attachments only.
   */
  text: string;
  /**
   * Attachments of the question: files of this user, which join the conversation with the message. Null: keeps those of
   * the question that `replaces` names, or none.
   */
  attachments: Attachment[] | null;
  /**
   * URL of the earlier picture to edit. A file of this user joins the conversation as well. Null: keeps that of the
   * question that `replaces` names, or none.
   */
  previousImageUrl: string | null;
  /**
   * The message to replace: a reply (answers its question again) or a question (asks this one instead). It and the
   * messages after it leave the current branch but are kept. The new message gets the same parent. Absent: the message
   * continues the current branch.
   */
  replaces?: string;
  /**
   * Earlier turns, oldest first, with new ids. Used as a whole when the server does not know the conversation,
   * otherwise ignored. They are stored as `complete`, with the time of this call and without a mode.
   */
  seed: { isUser: boolean; text: string; id: string }[];
  /** Title for a new conversation. A known one keeps its own. */
  title: string;
  /** The project of a new conversation, one of this user; absent outside of projects. A known one keeps its own. */
  projectId?: string;
  /** Null for accounts without a limit. */
  usageRule: UsageRule | null;
  /** Whether `BudgetStore.reserve` reserved what the reply may cost, under its `generationId`. */
  isReserved?: boolean;
  /** Id of the process that will write the reply. */
  owner: string;
  now: number;
}

export interface ReplyRecord {
  generationId: string;
  userId: string;
  conversationId: string;
  /** The question that this reply answers. A replacing reply has the question of the reply it replaced. */
  userMessageId: string;
  assistantMessageId: string;
  clientMessageId: string;
  mode: ModeId;
  status: MessageStatus;
}

/** How many messages a `BranchEnd` has: the last question and its reply, and the new ones. */
export const BRANCH_END_LENGTH = 4;

/** What a reply reads of its conversation first. */
export interface BranchEnd {
  conversation: Conversation;
  /** The newest messages, as `ConversationStore.messages` returns them without versions. */
  newest: Page<Message>;
}

export type AcceptResult =
  /**
   * Stored: `question` and the empty `reply` are on the branch. `isNewConversation`: whether the title is new.
   * `branchEnd` saves a read after the accept; absent where the engine would have to make one for it.
   */
  | { outcome: 'accepted'; reply: ReplyRecord; isNewConversation: boolean; branchEnd?: BranchEnd }
  /** The client message id was already used with the same fingerprint. The caller attaches to that reply. */
  | { outcome: 'duplicate'; reply: ReplyRecord }
  /** The client message id was already used for another message. */
  | { outcome: 'mismatch' }
  /** Another reply is streaming in this conversation. */
  | { outcome: 'busy'; generationId: string }
  /** The usage rule allows no more messages; nothing was stored. `window.end` is when it allows the next one. */
  | { outcome: 'limit-reached'; window: UsageWindow }
  /**
   * The conversation is deleted or belongs to another user, `replaces` is not on its current branch or answers no
   * question, or an attachment is not a file of this user (any more).
   */
  | { outcome: 'not-found' };

/** Progress of a streaming reply. */
export interface Checkpoint {
  generationId: string;
  /** Message with its `seq`. Its text, reasoning state, picture and sources are stored. */
  message: Message;
  /** What the reply used so far; absent keeps what is stored. */
  spending?: Spending;
}

/** The end of a reply. */
export interface ReplyEnd {
  generationId: string;
  /** Final message from core's `completeReply` or `failReply`, as it will be read from now on. */
  message: Message;
  /** Whether the reserved message stays counted or is refunded. */
  usage: 'consume' | 'refund';
  /** What the reply used; absent for what its last checkpoint has. */
  spending?: Spending;
  now: number;
}

/** A reply that failed, without any of its words. */
export interface FailedReply {
  at: number;
  mode: ModeId | null;
  code: ErrorCode;
}

export interface ReplyStore {
  /**
   * Accepts a message: counts it, stores it with an empty reply, and marks the conversation as busy. All or nothing.
   * Exactly one of several concurrent calls with the same client message id is `accepted`; the same holds for one
   * conversation, across any number of processes. One user never gets more messages in a window than the usage rule
   * allows.
   */
  accept(request: AcceptRequest): Promise<AcceptResult>;
  /**
   * The reply of an earlier `accept` with this client message id. Lets the caller answer a repeat before applying any
   * limit.
   */
  findByClientMessageId(
    userId: string,
    clientMessageId: string,
  ): Promise<(ReplyRecord & { fingerprint: string }) | null>;
  find(userId: string, generationId: string): Promise<ReplyRecord | null>;
  /** The stored state of a reply's message, whether or not it is on the current branch. */
  message(userId: string, messageId: string): Promise<Message | null>;
  /** The user's streaming replies. */
  listActive(userId: string): Promise<ReplyRecord[]>;
  /** The user's newest failed replies, newest first, at most `limit`. */
  failures(userId: string, limit: number): Promise<FailedReply[]>;
  /**
   * Stores checkpoints in as few writes as the engine allows. Leaves replies that have ended or never started unchanged
   * and returns their `generationId`s: their writers must stop.
   */
  checkpoint(checkpoints: Checkpoint[]): Promise<{ ended: string[] }>;
  /**
   * Ends a reply, adds what it used to its account's spending, and settles its reservation. False, and nothing changed,
   * when it has already ended: only the first end is stored. A refund affects only the window that counted the message,
   * and only as far as core's `refund` allows. A replacing reply that is not `complete` and has no answer (core's
   * `hasAnswer`) restores the previous branch. The reply that another one continues is no version any more, unless a
   * message follows it.
   */
  end(end: ReplyEnd): Promise<boolean>;
  /** The streaming replies of these owners, as they are stored. */
  unfinished(owners: string[]): Promise<Checkpoint[]>;
  /** Owners of replies that are streaming or half accepted, without duplicates. */
  owners(): Promise<string[]>;
  /**
   * Recovers from the death of these owners. Ends each of their replies as `interrupted`, as `end` does: keeps its text
   * and refunds its message unless it counts (core's `countsAsMessage`). A reply in `sent`, by `generationId`, ends
   * with that text if it is later than the stored one, because a checkpoint of its dead owner may still land, and with
   * that spending if it has one. Completes or undoes their half-done `accept`s. Returns the interrupted replies.
   */
  recoverReplies(
    owners: string[],
    now: number,
    error: { code: ErrorCode; sentence: string },
    sent?: ReadonlyMap<string, Checkpoint>,
  ): Promise<Pick<ReplyRecord, 'generationId' | 'userId' | 'conversationId'>[]>;
  /**
   * Ends as `interrupted` the replies that started before `startedBefore`, longer ago than any reply takes, and have no
   * writer any more because the store lost their lock. Returns them.
   */
  endOrphaned(
    startedBefore: number,
    now: number,
    error: { code: ErrorCode; sentence: string },
  ): Promise<Pick<ReplyRecord, 'generationId' | 'userId' | 'conversationId'>[]>;
  /** Records a request to stop a streaming reply, for its owner. Does nothing for any other reply. */
  requestStop(userId: string, generationId: string): Promise<void>;
  /** The `generationId`s of this owner's streaming replies with a stop request. */
  stopsRequested(owner: string): Promise<string[]>;
}
