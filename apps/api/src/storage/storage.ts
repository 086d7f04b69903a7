import type { Conversation, ConversationPatch, Message, SearchHit, SubscriptionTier, UsageWindow } from '@parley/core';
import type { BillingStore } from './billing-store.ts';
import type { DeletionStore } from './deletion-store.ts';
import type { FiguresStore } from './figures-store.ts';
import type { FileStore } from './file-store.ts';
import type { IdentityStore } from './identity-store.ts';
import type { OnboardingStore } from './onboarding-store.ts';
import type { OneTimeTokenStore } from './one-time-token-store.ts';
import type { ReplyStore } from './reply-store.ts';
import type { SessionStore } from './session-store.ts';
import type { SignInStore } from './sign-in-store.ts';

export type { DeletionStore } from './deletion-store.ts';
export type { FileRecord, FileStore } from './file-store.ts';
export type { IdentityRecord, IdentityStore } from './identity-store.ts';
export type { BilledSubscription, BillingStore, CustomerRecord, Sync } from './billing-store.ts';
export type { Counted, DailyCount, FiguresStore } from './figures-store.ts';
export type { OnboardingRecord, OnboardingStore } from './onboarding-store.ts';
export type { OneTimeTokenRecord, OneTimeTokenStore } from './one-time-token-store.ts';
export type { AcceptRequest, AcceptResult, Checkpoint, ReplyEnd, ReplyRecord, ReplyStore } from './reply-store.ts';
export type { SessionRecord, SessionStore } from './session-store.ts';
export type { SignInRecord, SignInStore } from './sign-in-store.ts';

/**
 * Everything the product keeps, in the product's verbs. Plain objects and string ids go in and out; no row, cursor or
 * driver type leaves an adapter's folder. Times are epoch milliseconds of the caller's clock.
 *
 * The promises below must hold on a store that can change only one document at a time. So each method either changes
 * one document, or writes in an order that a crash cannot make wrong: first the reply (its unique keys are the lock),
 * then the usage, then the messages, last the conversation. `recoverReplies` completes or undoes what a crash left
 * half done. An adapter that has transactions uses one and has nothing to repair.
 *
 * A conversation is a tree of messages. Each answers or follows its parent; the conversation points at the last message
 * of its current branch, which is the path from there up to a message without a parent. Nothing is ever cut off: what is
 * replaced stays in the tree beside what replaced it.
 *
 * Methods throw `AppError('unavailable')` when the store cannot be reached, and nothing has been counted then. Every
 * method that takes a `userId` treats another user's ids as unknown; the user itself must have been created before.
 * Text is kept as UTF-8, so half a surrogate pair comes back as U+FFFD.
 */
export interface Storage {
  users: UserStore;
  identities: IdentityStore;
  signIns: SignInStore;
  sessions: SessionStore;
  oneTimeTokens: OneTimeTokenStore;
  deletions: DeletionStore;
  conversations: ConversationStore;
  replies: ReplyStore;
  usage: UsageStore;
  files: FileStore;
  onboarding: OnboardingStore;
  billing: BillingStore;
  figures: FiguresStore;
  /** Whether the store answers; for /readyz. */
  ping(): Promise<void>;
  /** Flushes and lets go of the store. No other method may be called afterwards. */
  close(): Promise<void>;
}

export interface UserRecord {
  id: string;
  /** Normalized; unique. Null for an account that was opened elsewhere and without an address. */
  email: string | null;
  /** Null for an account without a password, which is signed in to by one of its identities alone. */
  passwordHash: string | null;
  emailVerified: boolean;
  /** What another service said the person is called; null when nobody said. */
  name: string | null;
  subscriptionTier: SubscriptionTier;
  subscriptionStatus: string | null;
  subscriptionPeriodEnd: number | null;
  /** When a subscription that was cancelled ends; null while it renews. */
  subscriptionCancelAt: number | null;
  createdAt: number;
}

export interface UserStore {
  /** Stores a new user. False, and nothing stored, when the address is taken; of two at once exactly one gets true. */
  create(user: UserRecord): Promise<boolean>;
  findById(id: string): Promise<UserRecord | null>;
  findByEmail(email: string): Promise<UserRecord | null>;
  /**
   * Gives the user another password; with `was` only where the hash is still that one. False, and nothing changed, where
   * it is not, and for an unknown user.
   */
  setPasswordHash(id: string, passwordHash: string, was?: string | null): Promise<boolean>;
  /** Keeps what the person is called. */
  setName(id: string, name: string): Promise<void>;
  /** Notes that the user reads mail at this address. False when the user has another address by now. */
  setVerified(id: string, email: string): Promise<boolean>;
  /** Gives the user another address, verified. False, and nothing changed, when another user has it. */
  setEmail(id: string, email: string): Promise<boolean>;
}

/**
 * A page from the newest end. `before` is the `nextBefore` of the page before; absent for the first. Only the adapter
 * knows what is in it; one that it cannot have given for this list throws `AppError('invalid-request')`.
 */
export interface PageRequest {
  /** At least 1. */
  limit: number;
  before?: string;
}

export interface Page<T> {
  items: T[];
  nextBefore: string | null;
}

/** A conversation that was deleted and can still be brought back, whole. */
export interface DeletedConversation {
  conversation: Conversation;
  deletedAt: number;
  /** As `ConversationStore.tree` tells it. */
  tree: { parentId: string | null; message: Message }[];
  /** The messages of its current branch, oldest first. */
  branch: Message[];
}

export interface ConversationStore {
  /**
   * Conversations that are not deleted, by their last message, newest first: those that are not archived, only the
   * pinned ones of these, or only the archived ones.
   */
  list(userId: string, page: PageRequest, only?: 'pinned' | 'archived'): Promise<Page<Conversation>>;
  find(userId: string, id: string): Promise<Conversation | null>;
  /**
   * The messages on the conversation's current branch, oldest first within the page, pages from the end. A reply being
   * written comes with the text, `seq` and `generationId` of its last checkpoint. Each message with `versionIds` where
   * it has other versions: messages of its kind with the same parent. A reply with neither an answer (core's `hasAnswer`)
   * nor a message that follows it is none unless it is on the branch. Null when the conversation is unknown.
   */
  messages(userId: string, id: string, page: PageRequest): Promise<Page<Message> | null>;
  /** The same for several conversations in one go, each with its last `limit` messages; unknown ids are left out. */
  lastMessages(userId: string, ids: string[], limit: number): Promise<Map<string, Message[]>>;
  /** Every message of a conversation, on whatever branch, in the order they were made; null when it is unknown. */
  tree(userId: string, id: string): Promise<{ parentId: string | null; message: Message }[] | null>;
  /**
   * Changes what is given and returns the conversation; null when it is unknown. Its place by time stays. A `title`
   * given here is by hand and wins for good.
   */
  update(userId: string, id: string, patch: ConversationPatch): Promise<Conversation | null>;
  /** Gives the conversation a title of the model's. False, and nothing changed, when it is unknown or named by hand. */
  nameByModel(userId: string, id: string, title: string): Promise<boolean>;
  /**
   * Makes the branch of this message the current one, and follows it down: from each message to the newest version that
   * follows it, to a reply that is no version only when there is none. Its place by time stays. `busy` while a reply is
   * written in the conversation, `not-found` when the message is no message of it.
   */
  showVersion(userId: string, id: string, messageId: string): Promise<'shown' | 'busy' | 'not-found'>;
  /**
   * Messages on any branch and titles of conversations that are not deleted, best first, at most `limit`. Each of the
   * query's words (the first twenty) must be in it as `words.ts` reads words, and what the query writes without a space
   * must stand together; the last word may be a beginning. Case and accents do not matter; no operator is read from the
   * query; without a word it finds nothing. Of one conversation at most its title and three messages. A reply is found
   * once it has ended, by its own words alone, not by an error's. Finds a text by its first 20,000 words, once they are
   * indexed: normally within a second after it was stored, and in the order it was stored. From indexes alone: where
   * thousands match, the newest of them may come before older ones that match better, and the oldest are left out. Ends
   * early, with the reason of `signal`, when that is aborted.
   */
  search(userId: string, query: string, limit: number, signal?: AbortSignal): Promise<SearchHit[]>;
  /**
   * From the next call on the conversation is gone from every other method but those that bring it back, remove it for
   * good, or tell its owner what is kept. Repeating it is fine. False when the user never had it.
   */
  delete(userId: string, id: string, now: number): Promise<boolean>;
  /**
   * Brings back what was deleted at or after `deletedSince`, exactly as it was; what is not deleted stays as it is. Null
   * when there is no such conversation.
   */
  restore(userId: string, id: string, deletedSince: number): Promise<Conversation | null>;
  /** The ids of what a user has deleted and could bring back, in no order; for the download of everything alone. */
  listDeleted(userId: string): Promise<string[]>;
  /** One of them; null when it is none (any more). */
  findDeleted(userId: string, id: string): Promise<DeletedConversation | null>;
  /**
   * Removes for good what was deleted before `deletedBefore`, longest ago first: with its messages and replies, and with
   * the files that no other conversation names. At most `limit` conversations in one call. Returns how many.
   */
  purge(deletedBefore: number, limit: number): Promise<number>;
}

export interface UsageStore {
  /** The user's last window, open or not, or null when no message stays counted. */
  window(userId: string): Promise<UsageWindow | null>;
}
