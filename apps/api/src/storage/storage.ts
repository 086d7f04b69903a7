import type {
  Conversation,
  ConversationPatch,
  ImportOutcome,
  Message,
  NewCounted,
  SearchHit,
  UsageRule,
  UsageWindow,
} from '@parley/core';
import type { AcceptanceStore } from './accounts/acceptance-store.ts';
import type { AuditStore } from './accounts/audit-store.ts';
import type { ApiKeyStore } from './accounts/api-key-store.ts';
import type { BillingStore } from './billing/billing-store.ts';
import type { BudgetStore } from './billing/budget-store.ts';
import type { BrandStore } from './accounts/brand-store.ts';
import type { DeletionStore } from './accounts/deletion-store.ts';
import type { FeedbackStore } from './conversations/feedback-store.ts';
import type { FiguresStore } from './figures-store.ts';
import type { FileStore } from './files/file-store.ts';
import type { IdentityStore } from './auth/identity-store.ts';
import type { ImportRecord, ImportRemoval, StoredImport } from './conversations/import-record.ts';
import type { OnboardingStore } from './accounts/onboarding-store.ts';
import type { OneTimeTokenStore } from './auth/one-time-token-store.ts';
import type { MemoryStore } from './accounts/memory-store.ts';
import type { BranchRequest, Page, PageRequest } from './page.ts';
import type { PasskeyStore } from './auth/passkey-store.ts';
import type { ProjectStore } from './conversations/project-store.ts';
import type { RememberedDeviceStore } from './auth/remembered-device-store.ts';
import type { ReplyStore } from './conversations/reply-store.ts';
export { BRANCH_END_LENGTH } from './conversations/reply-store.ts';
import type { SecondFactorStore } from './auth/second-factor-store.ts';
import type { ShareStore } from './conversations/share-store.ts';
import type { SessionStore } from './auth/session-store.ts';
import type { SignInStore } from './auth/sign-in-store.ts';
import type { SpendingStore } from './billing/spending-store.ts';
import type { UserStore } from './accounts/user-store.ts';

export type { AcceptanceRecord, AcceptanceStore } from './accounts/acceptance-store.ts';
export type { BrandRecord, BrandStore } from './accounts/brand-store.ts';
export type { AuditRecord, AuditStore } from './accounts/audit-store.ts';
export type { ApiKeyRecord, ApiKeyStore } from './accounts/api-key-store.ts';
export type {
  BudgetRecord,
  BudgetStore,
  CeilingId,
  Ceilings,
  Reservation,
  ReserveRequest,
  ReserveResult,
} from './billing/budget-store.ts';
export type { DeletionStore } from './accounts/deletion-store.ts';
export type { FeedbackGroup, FeedbackRecord, FeedbackStore } from './conversations/feedback-store.ts';
export type { FileRecord, FileStore, LibraryPage, LibraryRecord } from './files/file-store.ts';
export type { IdentityRecord, IdentityStore } from './auth/identity-store.ts';
export type { BilledSubscription, BillingStore, CustomerRecord, Sync } from './billing/billing-store.ts';
export type { Counted, DailyCount, FiguresStore } from './figures-store.ts';
export type { ImportRecord, ImportRemoval, StoredImport } from './conversations/import-record.ts';
export type { OnboardingRecord, OnboardingStore } from './accounts/onboarding-store.ts';
export type { OneTimeTokenRecord, OneTimeTokenStore } from './auth/one-time-token-store.ts';
export type { MemoryRecord, MemoryStore } from './accounts/memory-store.ts';
export type { BranchRequest, Page, PageRequest } from './page.ts';
export type { PasskeyRecord, PasskeyStore } from './auth/passkey-store.ts';
export type { ProjectPassage, ProjectRecord, ProjectStore } from './conversations/project-store.ts';
export type { RememberedDeviceRecord, RememberedDeviceStore } from './auth/remembered-device-store.ts';
export type {
  AcceptRequest,
  AcceptResult,
  BranchEnd,
  Checkpoint,
  FailedReply,
  ReplyEnd,
  ReplyRecord,
  ReplyStore,
} from './conversations/reply-store.ts';
export type { SecondFactorRecord, SecondFactorStore } from './auth/second-factor-store.ts';
export type { ShareChange, ShareRecord, ShareStore } from './conversations/share-store.ts';
export type { SessionRecord, SessionStore } from './auth/session-store.ts';
export type { SignInRecord, SignInStore } from './auth/sign-in-store.ts';
export type {
  AccountSpending,
  Amounts,
  DailySpending,
  Spending,
  SpendingMode,
  SpendingRecord,
  SpendingStore,
} from './billing/spending-store.ts';
export { NEW_USER, type UserRecord, type UserStore } from './accounts/user-store.ts';

/**
 * Port for all persistent data, in the product's terms. Parameters and results are plain objects and string ids; no
 * row, cursor or driver type leaves an adapter's folder. Times are epoch milliseconds of the caller's clock.
 *
 * Every guarantee below must hold on a store that changes only one document at a time. So each method either changes
 * one document or writes in an order that stays correct after a crash: first the reply (its unique keys are the lock),
 * then the usage, then the messages, last the conversation. `recoverReplies` completes or undoes the half-done work of
 * a crashed process. An adapter with transactions uses one and has nothing to repair.
 *
 * A conversation is a tree of messages. Each answers or follows its parent. The conversation points at the last message
 * of its current branch, the path from there up to a message without a parent. Replacing a message removes nothing: the
 * old one stays in the tree beside the new one.
 *
 * Methods throw `AppError('unavailable')` when the store cannot be reached; nothing has been counted then. Every method
 * that takes a `userId` treats another user's ids as unknown. The user must already exist. Text is stored as UTF-8, so
 * half a surrogate pair is read back as U+FFFD.
 */
export interface Storage {
  users: UserStore;
  identities: IdentityStore;
  passkeys: PasskeyStore;
  secondFactors: SecondFactorStore;
  rememberedDevices: RememberedDeviceStore;
  acceptances: AcceptanceStore;
  signIns: SignInStore;
  sessions: SessionStore;
  oneTimeTokens: OneTimeTokenStore;
  apiKeys: ApiKeyStore;
  deletions: DeletionStore;
  conversations: ConversationStore;
  memories: MemoryStore;
  projects: ProjectStore;
  shares: ShareStore;
  feedback: FeedbackStore;
  replies: ReplyStore;
  usage: UsageStore;
  files: FileStore;
  onboarding: OnboardingStore;
  billing: BillingStore;
  figures: FiguresStore;
  spending: SpendingStore;
  budgets: BudgetStore;
  brand: BrandStore;
  audits: AuditStore;
  /** Checks that the store answers; for /readyz. */
  ping(): Promise<void>;
  /** Flushes and closes the store. No other method may be called afterwards. */
  close(): Promise<void>;
}

/** The `limit` of a page with all messages of a branch: more than any has. */
export const WHOLE_BRANCH = 1_000_000;

/** A deleted conversation as it is listed. */
export interface DeletedEntry {
  conversation: Conversation;
  deletedAt: number;
}

/** A deleted conversation that can still be restored, with all its messages. */
export interface DeletedConversation extends DeletedEntry {
  /** Same as the result of `ConversationStore.tree`. */
  tree: { parentId: string | null; message: Message }[];
  /** The messages of its current branch, oldest first. */
  branch: Message[];
}

/** Which conversations to list. */
export type OnlyConversations = 'pinned' | 'archived' | { projectId: string };

export interface ConversationStore {
  /**
   * Conversations that are not deleted, ordered by last message, newest first. By default those that are not archived;
   * `pinned` returns only the pinned ones among them, `projectId` only those of the project, and `archived` only the
   * archived ones.
   */
  list(userId: string, page: PageRequest, only?: OnlyConversations): Promise<Page<Conversation>>;
  find(userId: string, id: string): Promise<Conversation | null>;
  /** Those of these conversations that `find` finds, in any order. */
  findAll(userId: string, ids: readonly string[]): Promise<Conversation[]>;
  /**
   * Messages on the conversation's current branch. Pages start at the end; within a page, the oldest message is first.
   * A streaming reply has the text, `seq` and `generationId` of its last checkpoint. A message has `versionIds` when
   * there are other versions: messages of the same kind with the same parent. A reply with no answer (core's
   * `hasAnswer`) and no following message is a version only while it is on the branch. Null when the conversation is
   * unknown.
   */
  messages(userId: string, id: string, page: BranchRequest): Promise<Page<Message> | null>;
  /** The last `limit` messages of each of several conversations, in one call. Leaves out unknown ids. */
  lastMessages(userId: string, ids: string[], limit: number): Promise<Map<string, Message[]>>;
  /**
   * The ids of the last `limit` messages on the current branch, oldest first; null when the conversation is unknown.
   * Reads no texts.
   */
  lastMessageIds(userId: string, id: string, limit: number): Promise<string[] | null>;
  /** Every message of a conversation on any branch, in creation order; null when it is unknown. */
  tree(userId: string, id: string): Promise<{ parentId: string | null; message: Message }[] | null>;
  /** The ids of the messages of a conversation, deleted or not, in any order; null when it is unknown. */
  messageIds(userId: string, id: string): Promise<{ ids: string[]; isDeleted: boolean } | null>;
  /**
   * Updates the given fields and returns the conversation; null when it is unknown. Its position in the list stays. A
   * `title` given here comes from the user and is never replaced by the model's.
   */
  update(userId: string, id: string, patch: ConversationPatch): Promise<Conversation | null>;
  /** Sets a title from the model. False, and nothing changed, when the conversation is unknown or named by the user. */
  nameByModel(userId: string, id: string, title: string): Promise<boolean>;
  /**
   * Sets `summary` on an ended message: from the next reply on, the model reads the messages after it and this text.
   * False, and nothing changed, when the message or its conversation is unknown.
   */
  setSummary(userId: string, id: string, messageId: string, summary: string | null): Promise<boolean>;
  /**
   * Makes the branch of this message the current one and extends it: from each message to the newest version that
   * follows, or to a reply that is not a version when nothing else follows. The conversation's position in the list
   * stays. `busy` while a reply is streaming in the conversation, `not-found` when the message does not belong to it.
   */
  showVersion(userId: string, id: string, messageId: string): Promise<'shown' | 'busy' | 'not-found'>;
  /**
   * Searches titles and messages on any branch of conversations that are not deleted. Best hits first, at most `limit`.
   * A hit contains each of the query's words (the first twenty), as `words.ts` reads them. Query words written without
   * a space must be adjacent; the last word may be a prefix. Case and accents do not matter. The query has no
   * operators, and without a word it finds nothing. One conversation yields at most its title and three messages. A
   * reply is found once it has ended, by its own words, not by those of an error. A text is found by its first 20,000
   * words, once they are indexed: normally within a second after it was stored, in the order of storing. Reads indexes
   * only: when thousands match, newer hits may precede older ones that match better, and the oldest are left out.
   * Aborting `signal` ends the search with the signal's reason.
   */
  search(userId: string, query: string, limit: number, signal?: AbortSignal): Promise<SearchHit[]>;
  /**
   * Deletes a conversation. From the next call on it is unknown to every method except those that restore, purge or
   * export it. Idempotent. False when the user never had it.
   */
  delete(userId: string, id: string, now: number): Promise<boolean>;
  /**
   * Restores a conversation that was deleted at or after `deletedSince`, exactly as it was. Does not change one that is
   * not deleted. Null when there is no such conversation.
   */
  restore(userId: string, id: string, deletedSince: number): Promise<Conversation | null>;
  /**
   * Conversations that were deleted at or after `deletedSince` and can still be restored, newest deletion first. Their
   * messages stay unreadable.
   */
  listDeleted(userId: string, page: PageRequest, deletedSince: number): Promise<Page<DeletedEntry>>;
  /** A deleted conversation; null when it is not deleted or does not exist (any more). Only for the data export. */
  findDeleted(userId: string, id: string): Promise<DeletedConversation | null>;
  /**
   * Permanently removes conversations deleted before `deletedBefore`, oldest deletion first, with their messages,
   * replies, and the files that no other conversation uses. At most `limit` conversations per call. Returns how many.
   */
  purge(deletedBefore: number, limit: number): Promise<number>;
  /**
   * Permanently removes those of these conversations that are deleted, as `purge` does. Returns their ids. Leaves
   * unknown ones and those that were restored alone.
   */
  purgeDeleted(userId: string, ids: string[]): Promise<string[]>;
  /**
   * Stores imported conversations, each whole or not at all, and adds the messages that known ones lack. Changes
   * nothing else of a known one and none that is deleted. Idempotent. Counts no usage. Returns the outcome of each.
   * Throws `not-found` when a conversation's id or file belongs to another user.
   */
  import(userId: string, imported: ImportRecord[], now: number): Promise<ImportOutcome[]>;
  /** The user's imports, newest first. */
  listImports(userId: string): Promise<StoredImport[]>;
  /** Deletes the conversations of an import, or those from one product, as `delete` does. Returns how many. */
  deleteImport(userId: string, importId: string, removal: ImportRemoval): Promise<number>;
}

export interface UsageStore {
  /** The user's last window, open or not. Null when no counted message remains. */
  window(userId: string): Promise<UsageWindow | null>;
  /**
   * Counts a message that is not stored, as `ReplyStore.accept` counts others. False, with the full window, when the
   * limit is reached. Throws `unauthorized` for an unknown user.
   */
  take(
    userId: string,
    message: NewCounted,
    rule: UsageRule,
    now: number,
  ): Promise<{ isCounted: boolean; window: UsageWindow }>;
  /** Gives such a message back, as far as core's `refund` does. */
  giveBack(userId: string, id: string): Promise<void>;
}
