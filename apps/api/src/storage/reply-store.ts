import type { Attachment, ErrorCode, Message, MessageStatus, ModeId, UsageRule, UsageWindow } from '@parley/core';

/** What a person sent, after everything about it was checked that needs no store. */
export interface AcceptRequest {
  userId: string;
  conversationId: string;
  clientMessageId: string;
  /** Of everything that makes this message this message; the same client id with another fingerprint is a mistake. */
  fingerprint: string;
  /** Fresh ids for what is made. */
  generationId: string;
  userMessageId: string;
  assistantMessageId: string;
  mode: ModeId;
  /** The question; empty when `replaces` names a reply, whose question is answered again, or when attachments say it all. */
  text: string;
  /**
   * What comes with the question: files of this user, which become the conversation's with the message. Null: those of
   * the question that `replaces` names, or none.
   */
  attachments: Attachment[] | null;
  /**
   * The address of the earlier picture that shall be changed; a file of this user becomes the conversation's as well.
   * Null: that of the question that `replaces` names, or none.
   */
  previousImageUrl: string | null;
  /**
   * The message this one stands in for: a reply (answer its question again) or a question (ask this instead). It and
   * what follows it leave the current branch and are kept. The new message takes its place: it gets the same parent.
   * Absent: the message continues the current branch.
   */
  replaces?: string;
  /**
   * Earlier turns, oldest first, with fresh ids; used whole when the server does not know the conversation, else ignored.
   * They are stored as `complete`, at the time of this call, without a mode.
   */
  seed: { isUser: boolean; text: string; id: string }[];
  /** The title of a new conversation; a known one keeps its own. */
  title: string;
  /** Null for accounts that are not counted. */
  usageRule: UsageRule | null;
  /** The process that will write the reply. */
  owner: string;
  now: number;
}

export interface ReplyRecord {
  generationId: string;
  userId: string;
  conversationId: string;
  /** The question it answers: that of the reply it replaces, when it does. */
  userMessageId: string;
  assistantMessageId: string;
  clientMessageId: string;
  mode: ModeId;
  status: MessageStatus;
}

export type AcceptResult =
  /** Stored: `question` and the empty `reply` are on the branch; `isNewConversation` tells that its title is new. */
  | { outcome: 'accepted'; reply: ReplyRecord; isNewConversation: boolean }
  /** The client message id was used before with the same fingerprint: attach to that reply. */
  | { outcome: 'duplicate'; reply: ReplyRecord }
  /** The client message id was used before for something else. */
  | { outcome: 'mismatch' }
  /** A reply is being written in this conversation. */
  | { outcome: 'busy'; generationId: string }
  /** The usage rule allows no more; nothing was stored. `window.end` is when it allows the next. */
  | { outcome: 'limit-reached'; window: UsageWindow }
  /**
   * The conversation is another user's or deleted, `replaces` is not on its current branch or answers no question, or an
   * attachment is no file of this user (any more).
   */
  | { outcome: 'not-found' };

/** The state of a reply that is being written. */
export interface Checkpoint {
  generationId: string;
  /** With its `seq`; its text, the state of its reasoning, its picture and its sources are stored besides. */
  message: Message;
}

/** How a reply ended. */
export interface ReplyEnd {
  generationId: string;
  /** As core's `completeReply` or `failReply` made it; that is how it is read from now on. */
  message: Message;
  /** Whether the reserved message counts for good or is to be given back. */
  usage: 'consume' | 'refund';
  now: number;
}

export interface ReplyStore {
  /**
   * Takes a message: counts it, stores it and an empty reply to it, and marks the conversation as being answered.
   * All or nothing. Of any number of calls at once with one client message id exactly one is `accepted`; likewise for
   * one conversation, however many processes ask; and no more than the usage rule's limit for one user in a window.
   */
  accept(request: AcceptRequest): Promise<AcceptResult>;
  /** The reply of an earlier `accept` with this client message id, for answering a repeat before anything is limited. */
  findByClientMessageId(
    userId: string,
    clientMessageId: string,
  ): Promise<(ReplyRecord & { fingerprint: string }) | null>;
  find(userId: string, generationId: string): Promise<ReplyRecord | null>;
  /** The stored state of a reply's message, whether or not it is on the current branch. */
  message(userId: string, messageId: string): Promise<Message | null>;
  /** The replies of a user that are being written. */
  listActive(userId: string): Promise<ReplyRecord[]>;
  /**
   * Stores progress, all of it in as few writes as the store allows. Replies that have ended meanwhile, or were never
   * begun, are left as they are and their `generationId`s returned: their writer must stop.
   */
  checkpoint(checkpoints: Checkpoint[]): Promise<{ ended: string[] }>;
  /**
   * Ends a reply. False, and nothing changed, when it has already ended: the first end is the only one. A refund reaches
   * only the window that the message was counted in, and only as long as core's `refund` gives any back. When the reply replaced something and ends other than `complete`
   * without an answer (core's `hasAnswer`), the current branch becomes what it was before.
   */
  end(end: ReplyEnd): Promise<boolean>;
  /** Who owns the replies that are being written, or were half accepted; each once. */
  owners(): Promise<string[]>;
  /**
   * Ends, as `end` does, every reply of these owners, who are dead, as `interrupted`, keeps its text and gives its message
   * back unless it counts (core's `countsAsMessage`); completes or undoes what an `accept` of theirs left half done. Returns the replies that were interrupted.
   */
  recoverReplies(
    owners: string[],
    now: number,
    error: { code: ErrorCode; sentence: string },
  ): Promise<Pick<ReplyRecord, 'generationId' | 'userId' | 'conversationId'>[]>;
  /**
   * Ends as `interrupted` the replies that were begun before `startedBefore`, longer ago than any reply takes, and that have
   * no writer any more, as the store lost their place. Returns them.
   */
  settleLost(
    startedBefore: number,
    now: number,
    error: { code: ErrorCode; sentence: string },
  ): Promise<Pick<ReplyRecord, 'generationId' | 'userId' | 'conversationId'>[]>;
  /** Notes for its owner that a reply which is being written shall be stopped; does nothing to any other. */
  requestStop(userId: string, generationId: string): Promise<void>;
  /** The `generationId`s of the replies of this owner that are being written and shall be stopped. */
  stopsRequested(owner: string): Promise<string[]>;
}
