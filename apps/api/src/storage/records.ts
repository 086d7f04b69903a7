import type { Attachment, ErrorCode, ImportSource, MessageStatus, ModeId, UsageCount } from '@parley/core';
import type {
  AcceptanceRecord,
  ApiKeyRecord,
  BudgetRecord,
  BrandRecord,
  AuditRecord,
  DailyCount,
  FeedbackRecord,
  IdentityRecord,
  MemoryRecord,
  PasskeyRecord,
  OnboardingRecord,
  OneTimeTokenRecord,
  ProjectRecord,
  RememberedDeviceRecord,
  SecondFactorRecord,
  SessionRecord,
  ShareRecord,
  SignInRecord,
  Spending,
  SpendingRecord,
  UserRecord,
} from './storage.ts';
import type { Extras } from './conversations/stored-message.ts';

/**
 * All data of a storage in an engine-independent form, for transfer between engines; `RECORD_KINDS` has what deletion
 * and export do with each kind. Excludes derived data of an engine
 * (search indexes, locks, its own counters). Times are epoch milliseconds; ids are those of the port.
 */
export interface TransferRecords {
  /** `deletedAt`: when the deletion of the user started. */
  users: UserRecord & { deletedAt: number | null };
  identities: IdentityRecord;
  passkeys: PasskeyRecord;
  secondFactors: SecondFactorRecord;
  rememberedDevices: RememberedDeviceRecord;
  acceptances: AcceptanceRecord;
  sessions: SessionRecord;
  oneTimeTokens: OneTimeTokenRecord;
  apiKeys: ApiKeyRecord;
  signIns: SignInRecord;
  usedOnce: { hash: string; expiresAt: number };
  /** `endedAt`: null while any data of the user remains. */
  deletions: { userId: string; startedAt: number; endedAt: number | null };
  customers: TransferredCustomer;
  billingEvents: { id: string; receivedAt: number };
  dailyCounts: DailyCount;
  onboardings: OnboardingRecord & { userId: string };
  memories: MemoryRecord;
  projects: ProjectRecord;
  /**
   * A file without its bytes. `conversationIds`: the conversations that use it, first the one it is reported to belong
   * to.
   */
  files: {
    id: string;
    userId: string;
    createdAt: number;
    attachment: Attachment;
    text: string | null;
    /** The project that has it; null outside of projects. */
    projectId: string | null;
    conversationIds: string[];
  };
  conversations: TransferredConversation;
  shares: ShareRecord;
  feedback: FeedbackRecord;
  messages: TransferredMessage;
  replies: TransferredReply;
  usageCounts: UsageCount & { userId: string };
  spending: SpendingRecord;
  budgets: BudgetRecord;
  brand: BrandRecord;
  audits: AuditRecord;
}

interface TransferredCustomer {
  id: string;
  userId: string;
  /** 24 hexadecimal digits, increasing with each new customer. */
  place: string;
  isLive: boolean;
  isGone: boolean;
  status: string | null;
  currency: string | null;
  priceId: string | null;
  yearlyAmount: number;
  liveCount: number;
  syncSeq: number;
  appliedSeq: number;
  wantedSeq: number;
  dueAt: number | null;
  expectedAt: number | null;
}

export interface TransferredConversation {
  id: string;
  userId: string;
  title: string;
  webSearchEnabled: boolean;
  thinkingModeEnabled: boolean;
  pinned: boolean;
  archived: boolean;
  /** Whether a reply has ended that was not marked as read. */
  unread: boolean;
  isNamedByHand: boolean;
  /** Null outside of projects; may be that of a deleted project. */
  projectId: string | null;
  /** The last message of the current branch. */
  leafId: string;
  nextOrd: number;
  updatedAt: number;
  deletedAt: number | null;
  /** Null unless it was imported. */
  importedFrom: ImportSource | null;
  importId: string | null;
  importedAt: number | null;
  /**
   * The last accepted reply (empty if there is none), and the previous end of the branch if that reply replaced
   * something.
   */
  generationId: string;
  previousLeafId: string | null;
  /** Whether there are ended replies that are not versions: without an answer, and not followed by a message. */
  hasBareReplies: boolean;
}

export interface TransferredMessage {
  id: string;
  userId: string;
  conversationId: string;
  parentId: string | null;
  /** Increases within a conversation. */
  ord: number;
  /** Whether it is a version even off the branch. */
  counts: boolean;
  isUser: boolean;
  mode: ModeId | null;
  status: MessageStatus;
  errorCode: ErrorCode | null;
  error: string | null;
  createdAt: number;
  generationId: string | null;
  seq: number | null;
  isReasoningStreaming: boolean | null;
  reasoning: string | null;
  text: string;
  extras: Extras;
}

export interface TransferredReply {
  generationId: string;
  userId: string;
  conversationId: string;
  userMessageId: string;
  assistantMessageId: string;
  clientMessageId: string;
  fingerprint: string;
  mode: ModeId;
  status: MessageStatus;
  createdAt: number;
  endedAt: number | null;
  /** The process that writes a streaming reply, and whether a stop was requested; null once it has ended. */
  owner: string | null;
  isStopRequested: boolean | null;
  /** What a streaming reply used so far; null if nothing. */
  spending: Spending | null;
}

export type TransferKind = keyof TransferRecords;

/**
 * What removes the records of a kind: the end of their user's deletion, the removal of their conversation, code of
 * their own that works in pieces, or nothing but time (`never`), because they expire or hold no personal data. Those
 * that are `unnamed` stay with an id that belongs to no account.
 */
type Removal<Record> =
  | (Record extends { conversationId: string } ? 'with-conversation' : never)
  | (Record extends { userId: string } | { id: string; email: unknown } ? 'with-user' | 'in-pieces' | 'unnamed' : never)
  | 'never';

/**
 * What deletion and export do with each kind of record, in the order of a transfer; an interrupted one resumes in that
 * order. A kind that is missing here does not compile. `exported`: the field of `account.json` or the folder that has
 * the records in the download of a user's data; `none` for secrets and internals.
 */
export const RECORD_KINDS = {
  users: { removed: 'with-user', exported: 'user' },
  identities: { removed: 'with-user', exported: 'signInsElsewhere' },
  passkeys: { removed: 'with-user', exported: 'passkeys' },
  secondFactors: { removed: 'with-user', exported: 'secondFactor' },
  rememberedDevices: { removed: 'with-user', exported: 'rememberedDevices' },
  acceptances: { removed: 'with-user', exported: 'acceptances' },
  signIns: { removed: 'never', exported: 'none' },
  usedOnce: { removed: 'never', exported: 'none' },
  sessions: { removed: 'with-user', exported: 'sessions' },
  oneTimeTokens: { removed: 'with-user', exported: 'none' },
  apiKeys: { removed: 'with-user', exported: 'apiKeys' },
  deletions: { removed: 'never', exported: 'none' },
  customers: { removed: 'with-user', exported: 'stripeCustomers' },
  billingEvents: { removed: 'never', exported: 'none' },
  dailyCounts: { removed: 'never', exported: 'none' },
  onboardings: { removed: 'with-user', exported: 'onboarding' },
  memories: { removed: 'with-user', exported: 'memories' },
  projects: { removed: 'with-user', exported: 'projects' },
  files: { removed: 'in-pieces', exported: 'files/' },
  conversations: { removed: 'in-pieces', exported: 'conversations/' },
  shares: { removed: 'with-conversation', exported: 'shares' },
  feedback: { removed: 'with-conversation', exported: 'feedback' },
  messages: { removed: 'with-conversation', exported: 'conversations/' },
  // After the messages, because a streaming reply needs its message.
  replies: { removed: 'with-conversation', exported: 'none' },
  usageCounts: { removed: 'with-user', exported: 'usage' },
  spending: { removed: 'unnamed', exported: 'spending' },
  // After the spending, which they add up.
  budgets: { removed: 'with-user', exported: 'none' },
  brand: { removed: 'never', exported: 'none' },
  audits: { removed: 'unnamed', exported: 'operatorActs' },
} as const satisfies {
  [Kind in TransferKind]: { removed: Removal<TransferRecords[Kind]>; exported: string };
};

type KindsRemoved<How> = {
  [Kind in TransferKind]: (typeof RECORD_KINDS)[Kind]['removed'] extends How ? Kind : never;
}[TransferKind];

/** The kinds with this removal. */
export function kindsRemoved<How extends 'with-user' | 'with-conversation' | 'unnamed'>(how: How): KindsRemoved<How>[] {
  return (Object.keys(RECORD_KINDS) as KindsRemoved<How>[]).filter((kind) => RECORD_KINDS[kind].removed === how);
}

/** The fields of `account.json` that hold records. */
export type ExportedField = Exclude<(typeof RECORD_KINDS)[TransferKind]['exported'], `${string}/` | 'none'>;
