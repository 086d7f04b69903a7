import type { ConversationSummary, DraftAttachment } from './chat-state.ts';
import { createSendQueue, type SendQueue } from './send/queue/send-queue.ts';
import type { Follower } from './stream/follow-reply.ts';
import { onboardingKey } from '../onboarding/suggested-prompts.ts';
import { settingsKey } from '../offline/settings-key.ts';
import { projectsKey, startsInKey } from '../projects/projects-key.ts';
import type { KeyValueStorage } from '../storage/stored-json.ts';
import type { PendingRefresh } from '../sync/pending-refresh.ts';

/** The user id of a workspace without a session. */
export const SIGNED_OUT = '';

interface QueueRetry {
  failures: number;
  isWaiting: boolean;
}

/**
 * Internal state of the chat for one signed-in user, beside the visible state. A sign-in creates a new workspace: async
 * work drops its result if the context has a different workspace than when it began.
 */
export interface ChatWorkspace {
  /** Storage keys of this user. */
  storageKeys: Record<
    'drafts' | 'attachments' | 'editing' | 'sendQueue' | 'onboarding' | 'projects' | 'startsIn' | 'settings',
    string
  >;
  outgoing: {
    queue: SendQueue;
    /**
     * Requests that the server has neither accepted nor rejected, by conversation id. Each value withdraws its request.
     */
    pendingRequests: Map<string, () => void>;
    /** Client message ids of retries whose answer was lost, by the server's id of the reply. */
    retryMessageIds: Map<string, string>;
    /** Whether `flushQueue` is running in this tab. */
    isFlushing: boolean;
    /** Client message id of the queued message that this tab is sending. It stays stored until the server has it. */
    flushingMessageId: string | null;
    /** Queued messages that could not be sent, by client message id. */
    queueRetries: Map<string, QueueRetry>;
    isEditWaitingForStop: boolean;
  };
  uploads: {
    /** Files that the server does not have yet, by attachment key. */
    files: Map<string, Upload>;
    /** Object URLs of images attached in this tab, by the server's file id. */
    previews: Map<string, string>;
  };
  streams: {
    /** The reply being read, by conversation id. */
    followers: Map<string, Follower>;
    /** Generations that the server no longer streams. */
    expiredGenerationIds: Set<string>;
  };
  threads: {
    /** Keys of messages sent from this tab, by the server's id. */
    keyByServerId: Map<string, string>;
    /** Requests under way, by what they load. */
    inFlight: Map<string, Promise<unknown>>;
    /** Threads shown from the local cache until the server answers. True: the server could not be reached. */
    cached: Map<string, boolean>;
    /** The last opened conversation. */
    openId: string | null;
    /** The last conversation loaded before it was opened; `time` is in milliseconds since 1970. */
    preloaded: { id: string; revision: number; time: number } | null;
  };
  conversations: {
    /** Counts local changes by conversation id, to detect stale answers. */
    revisions: Map<string, number>;
    /** Conversations created in this client that the server does not know. */
    localOnlyIds: Set<string>;
    deletedIds: Set<string>;
    /** Conversations that the server has listed, or has said to be deleted. */
    knownToServer: Set<string>;
    /** Changes made here that the server has not answered, by conversation id. */
    pendingMutations: Map<string, Promise<unknown>>;
    /** Titles from the first words of a message, by conversation id, until a generated one arrives. */
    provisionalTitles: Map<string, string>;
    /** Conversations renamed here: generated titles no longer apply. */
    renamed: Set<string>;
    /** What `undoDelete` restores. */
    lastDeleted: DeletedConversation | null;
  };
  sync: {
    /** Conversations to compare with the server, and why. */
    pendingRefreshes: Map<string, PendingRefresh>;
    /** Conversations with a refresh loop running. */
    refreshing: Set<string>;
    /** How often events may have been missed. */
    missedCount: number;
    isRefetching: boolean;
  };
  timers: Set<ReturnType<typeof setTimeout>>;
}

export interface Upload {
  /** Changes when the draft moves to another conversation. */
  conversationId: string;
  file: File;
  /** `running`: bytes are being sent. `failed`: waits for the user to retry. */
  state: 'waiting' | 'running' | 'failed';
  /** Aborts this attempt. */
  controller: AbortController;
}

export interface DeletedConversation {
  conversation: ConversationSummary;
  index: number;
  draft: string;
  attachments: DraftAttachment[];
  /** Resolves to whether the server has deleted it. */
  done: Promise<boolean>;
}

/** Opens the workspace of a user, with the messages that an earlier visit left unsent on this device. */
export function openWorkspace(storage: KeyValueStorage, userId: string): ChatWorkspace {
  const storageKeys = {
    drafts: `drafts:${userId}`,
    attachments: `attachments:${userId}`,
    editing: `editing:${userId}`,
    sendQueue: `send-queue:${userId}`,
    onboarding: onboardingKey(userId),
    projects: projectsKey(userId),
    startsIn: startsInKey(userId),
    settings: settingsKey(userId),
  };
  return {
    storageKeys,
    outgoing: {
      queue: createSendQueue(storage, storageKeys.sendQueue),
      pendingRequests: new Map(),
      retryMessageIds: new Map(),
      isFlushing: false,
      flushingMessageId: null,
      queueRetries: new Map(),
      isEditWaitingForStop: false,
    },
    uploads: { files: new Map(), previews: new Map() },
    streams: { followers: new Map(), expiredGenerationIds: new Set() },
    threads: { keyByServerId: new Map(), inFlight: new Map(), cached: new Map(), openId: null, preloaded: null },
    conversations: {
      revisions: new Map(),
      localOnlyIds: new Set(),
      deletedIds: new Set(),
      knownToServer: new Set(),
      pendingMutations: new Map(),
      provisionalTitles: new Map(),
      renamed: new Set(),
      lastDeleted: null,
    },
    sync: { pendingRefreshes: new Map(), refreshing: new Set(), missedCount: 0, isRefetching: false },
    timers: new Set(),
  };
}

/** Reopens a workspace for the same user, whose conversations are still on screen. Drops pending requests. */
export function reopenWorkspace(storage: KeyValueStorage, userId: string, before: ChatWorkspace): ChatWorkspace {
  const opened = openWorkspace(storage, userId);
  const { keyByServerId, cached, openId } = before.threads;
  const { localOnlyIds, deletedIds, knownToServer, renamed } = before.conversations;
  return {
    ...opened,
    uploads: before.uploads,
    threads: { ...opened.threads, keyByServerId, cached, openId },
    conversations: { ...opened.conversations, localOnlyIds, deletedIds, knownToServer, renamed },
  };
}
