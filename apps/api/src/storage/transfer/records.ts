import type { Attachment, ErrorCode, MessageStatus, ModeId, UsageCount } from '@parley/core';
import type {
  DailyCount,
  IdentityRecord,
  OnboardingRecord,
  OneTimeTokenRecord,
  SessionRecord,
  SignInRecord,
  UserRecord,
} from '../storage.ts';
import type { Extras } from '../stored-message.ts';

/**
 * All that a storage keeps, in a form that no engine has: what goes from one to another. What an engine derives (search
 * indexes, locks, counters of its own) is not in it. Times are epoch milliseconds, ids are as in the port.
 */
export interface TransferRecords {
  /** `deletedAt`: since when what is left of the user is being removed. */
  users: UserRecord & { deletedAt: number | null };
  identities: IdentityRecord;
  sessions: SessionRecord;
  oneTimeTokens: OneTimeTokenRecord;
  signIns: SignInRecord;
  usedOnce: { hash: string; expiresAt: number };
  /** `endedAt`: null while anything of the user is left. */
  deletions: { userId: string; startedAt: number; endedAt: number | null };
  customers: TransferredCustomer;
  billingEvents: { id: string; receivedAt: number };
  dailyCounts: DailyCount;
  onboardings: OnboardingRecord & { userId: string };
  /** A file but for its bytes. `conversationIds`: those that name it, first the one it is told to be of. */
  files: {
    id: string;
    userId: string;
    createdAt: number;
    attachment: Attachment;
    text: string | null;
    conversationIds: string[];
  };
  conversations: TransferredConversation;
  messages: TransferredMessage;
  replies: TransferredReply;
  usageCounts: UsageCount & { userId: string };
}

interface TransferredCustomer {
  id: string;
  userId: string;
  /** 24 hexadecimal digits, rising with each customer that was made. */
  place: string;
  isLive: boolean;
  isGone: boolean;
  status: string | null;
  currency: string | null;
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
  isNamedByHand: boolean;
  /** The last message of the current branch. */
  leafId: string;
  nextOrd: number;
  updatedAt: number;
  deletedAt: number | null;
  /** The last reply that was accepted, and where the branch ended before it when it replaced something. */
  generationId: string;
  previousLeafId: string | null;
  /** Whether there are ended replies that are no versions: without an answer, and not followed by a message. */
  hasBareReplies: boolean;
}

export interface TransferredMessage {
  id: string;
  userId: string;
  conversationId: string;
  parentId: string | null;
  /** Counts up within a conversation. */
  ord: number;
  /** Whether it is a version also where it is not on the branch. */
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
  /** While it is being written: by which process, and whether that shall stop; null afterwards. */
  owner: string | null;
  isStopRequested: boolean | null;
}

export type TransferKind = keyof TransferRecords;
