import type { ListName } from '@parley/core';
import type { SessionEnd } from '../auth/session-ends.ts';
import type { ReplyRecord, Storage } from '../storage/storage.ts';
import type { UserHint } from './user-events.ts';

/** What a write to the storage publishes. */
export type ChangeEvent = { userId: string; hint: UserHint } | SessionEnd;

/** The method only reads. */
const READS = 'reads';
/** The method writes something that no other client shows before its next request, such as a token or a checkpoint. */
const SILENT = 'silent';

type Declaration<Method> = Method extends (...args: infer Args) => Promise<infer Result>
  ? typeof READS | typeof SILENT | ((result: Result, ...args: Args) => ChangeEvent[])
  : never;
type Declarations<Store> = { [Name in keyof Store]-?: Declaration<Store[Name]> };
type StoreName = Exclude<keyof Storage, 'ping' | 'close'>;

type Running = Pick<ReplyRecord, 'generationId' | 'userId' | 'conversationId'>;

/**
 * Declares for every method of the storage which events it publishes. A method that is missing here does not compile.
 */
function declareEvents() {
  /** Replies that this process is writing, by generation id. */
  const running = new Map<string, Running>();
  return {
    users: {
      create: SILENT,
      findById: READS,
      findByEmail: READS,
      setPasswordHash: SILENT,
      update: (isKnown, id) => (isKnown ? [user(id)] : []),
      setVerified: (isTheirs, id) => (isTheirs ? [user(id)] : []),
      setEmail: (isSet, id) => (isSet ? [user(id)] : []),
      give: (isKnown, id) => (isKnown ? [user(id), usage(id)] : []),
      // Unblocking ends no session, but then none is open.
      setBlocked: (isKnown, id) => (isKnown ? [{ sessionsOf: id }] : []),
    },
    identities: {
      createUser: SILENT,
      link: SILENT,
      find: READS,
      listOfUser: READS,
      update: SILENT,
      remove: SILENT,
    },
    passkeys: { add: SILENT, find: READS, list: READS, use: SILENT, remove: SILENT },
    secondFactors: {
      create: SILENT,
      find: READS,
      useStep: SILENT,
      useRecoveryHash: SILENT,
      setRecoveryHashes: SILENT,
      remove: SILENT,
    },
    rememberedDevices: { add: SILENT, use: SILENT, list: READS, remove: SILENT, removeAll: SILENT },
    acceptances: { add: SILENT, list: READS },
    // It is published to every process on its own topic.
    brand: { find: READS, save: SILENT },
    signIns: { begin: SILENT, keepName: SILENT, take: SILENT, useOnce: SILENT },
    sessions: {
      create: SILENT,
      find: READS,
      list: READS,
      touch: SILENT,
      revoke: (_, id) => [{ sessionId: id }],
      revokeAll: (_, userId) => [{ sessionsOf: userId }],
      revokeOldest: (revoked) => revoked.map((sessionId) => ({ sessionId })),
      deleteExpired: SILENT,
    },
    apiKeys: {
      list: READS,
      find: READS,
      create: (outcome, { userId }) => (outcome === 'created' ? [list('api-keys', userId)] : []),
      touch: SILENT,
      revoke: (isKnown, userId, id) => (isKnown ? [list('api-keys', userId), { sessionId: id }] : []),
      revokeAll: (ids, userId) => ids.flatMap((id) => [list('api-keys', userId), { sessionId: id }]),
    },
    oneTimeTokens: { create: SILENT, find: READS, take: SILENT, revokeAll: SILENT },
    deletions: {
      begin: (_, userId) => [{ sessionsOf: userId }],
      listUnfinished: READS,
      removeContent: SILENT,
      finish: SILENT,
    },
    conversations: {
      list: READS,
      find: READS,
      findAll: READS,
      messages: READS,
      lastMessages: READS,
      lastMessageIds: READS,
      tree: READS,
      messageIds: READS,
      update: (changed, userId, id) => (changed ? [conversation(userId, id)] : []),
      nameByModel: (isNamed, userId, id) => (isNamed ? [conversation(userId, id)] : []),
      setSummary: (isSet, userId, id) => (isSet ? [{ userId, hint: { type: 'summarized', conversationId: id } }] : []),
      showVersion: (outcome, userId, id) => (outcome === 'shown' ? [conversation(userId, id)] : []),
      search: READS,
      delete: (isKnown, userId, id) => (isKnown ? [conversation(userId, id)] : []),
      restore: (restored, userId, id) => (restored ? [conversation(userId, id)] : []),
      listDeleted: READS,
      findDeleted: READS,
      purge: SILENT,
      // The route publishes one event for many conversations.
      import: SILENT,
      listImports: READS,
      deleteImport: (count, userId) => (count > 0 ? [user(userId)] : []),
      purgeDeleted: (purged, userId) => purged.map((id) => conversation(userId, id)),
    },
    memories: {
      list: READS,
      add: (outcome, { userId }) => (outcome === 'added' ? [list('memories', userId)] : []),
      update: (outcome, userId) => (outcome === 'updated' ? [list('memories', userId)] : []),
      remove: (count, userId) => (count > 0 ? [list('memories', userId)] : []),
    },
    projects: {
      list: READS,
      listDeleted: READS,
      find: READS,
      create: (outcome, { userId }) => (outcome === 'created' ? [list('projects', userId)] : []),
      update: (changed, userId) => (changed ? [list('projects', userId)] : []),
      // Its conversations may have been deleted or restored with it: `user` makes clients refetch everything.
      delete: (isKnown, userId, _id, conversations) =>
        isKnown ? [list('projects', userId), ...(conversations === 'delete' ? [user(userId)] : [])] : [],
      restore: (restored, userId) => (restored ? [list('projects', userId), user(userId)] : []),
      fileIds: READS,
      passages: READS,
      addFile: (isAdded, userId) => (isAdded ? [list('projects', userId)] : []),
      removeFile: (isRemoved, userId) => (isRemoved ? [list('projects', userId)] : []),
      purge: SILENT,
    },
    shares: {
      list: READS,
      create: (outcome, { userId }) => (outcome === 'created' ? [list('shares', userId)] : []),
      update: (changed, userId) => (changed ? [list('shares', userId)] : []),
      remove: (isKnown, userId) => (isKnown ? [list('shares', userId)] : []),
      find: READS,
      takeDown: (userId) => (userId === null ? [] : [list('shares', userId)]),
      // Their owner does not see reports.
      report: SILENT,
      reported: READS,
      dismissReports: SILENT,
      count: READS,
    },
    feedback: {
      find: READS,
      list: READS,
      // No page shows it before its dialog reads it.
      put: SILENT,
      remove: SILENT,
      groups: READS,
      notes: READS,
      openReports: READS,
      // Its user gets no event.
      finishReport: SILENT,
    },
    replies: {
      accept(result) {
        if (result.outcome !== 'accepted') return [];
        const { userId, conversationId, generationId, userMessageId, assistantMessageId } = result.reply;
        running.set(generationId, result.reply);
        const ids = { conversationId, generationId, userMessageId, assistantMessageId };
        return [
          { userId, hint: { type: 'reply-started', ...ids } },
          conversation(userId, conversationId),
          usage(userId),
        ];
      },
      findByClientMessageId: READS,
      find: READS,
      message: READS,
      listActive: READS,
      failures: READS,
      checkpoint({ ended }) {
        // The process that ended them publishes the event.
        for (const generationId of ended) running.delete(generationId);
        return [];
      },
      end(isFirst, { generationId }) {
        const reply = running.get(generationId);
        running.delete(generationId);
        return isFirst && reply ? replyEnded(reply) : [];
      },
      owners: READS,
      recoverReplies: (interrupted) => interrupted.flatMap(replyEnded),
      endOrphaned: (interrupted) => interrupted.flatMap(replyEnded),
      requestStop: SILENT,
      stopsRequested: READS,
      unfinished: READS,
    },
    usage: {
      window: READS,
      take: ({ isCounted }, userId) => (isCounted ? [usage(userId)] : []),
      giveBack: (_, userId) => [usage(userId)],
    },
    files: {
      create: SILENT,
      find: READS,
      findAll: READS,
      list: READS,
      library: READS,
      keptBytes: READS,
      bytes: READS,
      text: READS,
      deleteUnsent: SILENT,
      purgeUnsent: SILENT,
    },
    onboarding: { find: READS, save: SILENT, claimDemo: SILENT, giveDemoBack: SILENT },
    billing: {
      customersOf: READS,
      link: SILENT,
      markGone: (userId) => (userId === null ? [] : [user(userId)]),
      receive: SILENT,
      expect: SILENT,
      beginSync: SILENT,
      apply: (isNewest, { userId }) => (isNewest ? [user(userId)] : []),
      postpone: SILENT,
      listDue: READS,
      endTestSubscriptions: (userIds) => userIds.map(user),
      forgetEvents: SILENT,
    },
    audits: { add: SILENT, find: READS, end: SILENT, list: READS, ofUser: READS },
    spending: { add: SILENT, ofUser: READS, daily: READS, topAccounts: READS },
    budgets: {
      reserve: SILENT,
      settle: SILENT,
      owners: READS,
      release: SILENT,
      read: READS,
      recount: SILENT,
      markNotified: SILENT,
    },
    figures: { count: SILENT, daily: READS, users: READS, subscriptions: READS, duplicates: READS },
  } satisfies { [Store in StoreName]: Declarations<Storage[Store]> };
}

/** Decorates the storage so that its methods publish the events that `declareEvents` declares for them. */
export function withChangeEvents(storage: Storage, publish: (event: ChangeEvent) => void): Storage {
  const stores = Object.entries(declareEvents()).map(([name, declarations]) => [
    name,
    withEvents(storage[name as StoreName] as unknown as Methods, declarations, publish),
  ]);
  return { ...storage, ...Object.fromEntries(stores) };
}

type Methods = Record<string, (...args: unknown[]) => Promise<unknown>>;

function withEvents(store: Methods, declarations: object, publish: (event: ChangeEvent) => void): Methods {
  const decorated = { ...store };
  for (const [name, eventsOf] of Object.entries(declarations)) {
    const method = store[name];
    if (!method || typeof eventsOf !== 'function') continue;
    decorated[name] = async (...args) => {
      const result = await method(...args);
      for (const event of eventsOf(result, ...args) as ChangeEvent[]) publish(event);
      return result;
    };
  }
  return decorated;
}

function user(userId: string): ChangeEvent {
  return { userId, hint: { type: 'user' } };
}

function list(type: ListName, userId: string): ChangeEvent {
  return { userId, hint: { type } };
}

function usage(userId: string): ChangeEvent {
  return { userId, hint: { type: 'usage' } };
}

function conversation(userId: string, conversationId: string): ChangeEvent {
  return { userId, hint: { type: 'conversation', conversationId } };
}

function replyEnded({ userId, conversationId, generationId }: Running): ChangeEvent[] {
  return [
    { userId, hint: { type: 'reply-ended', conversationId, generationId } },
    conversation(userId, conversationId),
    usage(userId),
  ];
}
