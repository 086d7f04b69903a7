import { AppError, type ModeId, type SearchHit, type UserEvent } from '@parley/core';
import { TransportError } from '../../api/transport-error.ts';
import type { LocalCache } from '../offline/local-cache.ts';
import { CONVERSATIONS_KEY } from '../offline/conversations-key.ts';
import type * as Offline from '../offline/offline.chunk.ts';
import { readPrompts } from '../onboarding/suggested-prompts.ts';
import type * as Sync from '../sync/handle-user-event.ts';
import { attachFiles } from './attachments/attach-files.ts';
import { forgetPreviews, readAttachments } from './attachments/draft-attachments.ts';
import { failUploads } from './attachments/fail-uploads.ts';
import { EMPTY_THREAD, forgetDeleted, patchThread, setDraft, type ChatContext } from './chat-context.ts';
import { openWorkspace, reopenWorkspace, SIGNED_OUT } from './chat-workspace.ts';
import { createConversationActions } from './conversations/conversation-actions.ts';
import { loadHistory, loadMoreHistory } from './conversations/load-history.ts';
import { beginEdit, readEditing, setEditing, setEditText } from './edit/editing.ts';
import { initialChat } from './initial-chat.ts';
import { UNFINISHED_KEY } from '../dictation/unfinished-key.ts';
import { MODE_KEY, storeMode } from './send/mode-of.ts';
import type * as LazyActions from './lazy-actions.chunk.ts';
import { createRunLazily } from './run-lazily.ts';
import { refreshCapabilities } from './refresh-capabilities.ts';
import { readStoredTexts } from '../storage/stored-json.ts';
import { setStartsNewImage } from './send/new-image-flag.ts';
import { repostMessage } from './send/post-message.ts';
import { queueIfUnreachable, queueMessage } from './send/queue/queue-message.ts';
import { queuePause } from './send/queue/queue-pause.ts';
import { restoreQueue } from './send/queue/restore-queue.ts';
import { isBusy, sendMessage } from './send/send-message.ts';
import { isServerRejection } from './send/send-outcome.ts';
import type { RetryOptions } from './stream/regenerate-reply.ts';
import { resumeActiveReplies } from './stream/resume-active-replies.ts';
import { stopReply } from './stream/stop-reply.ts';
import { loadOlder, loadThread, preloadThread, takePreloaded } from './threads/load-thread.ts';
import { refreshUsage } from './usage/refresh-usage.ts';

interface ChatActionParts {
  cache: LocalCache;
  /** Each of these loads a chunk and rejects if the server is unreachable. */
  loadLazyActions: () => Promise<typeof LazyActions>;
  loadSync: () => Promise<typeof Sync>;
  loadOffline: () => Promise<typeof Offline>;
}

/** None of these reject unless documented: an error becomes a `Notice` or a status. */
export type ChatActions = ReturnType<typeof createChatActions>;

/** Creates the actions of the chat. Those that a first visit does not need load on first use. */
export function createChatActions(ctx: ChatContext, parts: ChatActionParts) {
  const { storage, get, set } = ctx;
  const { cache, loadLazyActions, loadSync, loadOffline } = parts;
  let currentUser = SIGNED_OUT;
  let expiredUser: string | null = null;

  const closeWorkspace = (): void => {
    const { outgoing, streams, timers } = ctx.workspace;
    cache.stop();
    for (const timer of timers) clearTimeout(timer);
    failUploads(ctx, new AppError('unauthorized'));
    for (const withdraw of outgoing.pendingRequests.values()) withdraw();
    for (const follower of streams.followers.values()) follower.close();
    ctx.frame.flush();
    for (const id of streams.followers.keys()) patchThread(ctx, id, { reply: null });
  };

  /** Shows the send queue, and starts to send it if the server is reachable. */
  const flushQueue = async (): Promise<void> => {
    const { workspace } = ctx;
    const isStored = storage.get(workspace.storageKeys.sendQueue) !== null;
    if (!isStored && Object.keys(get().queued).length === 0) return;
    // Without the chunk the messages stay stored; `wake` tries again.
    const offline = await loadOffline().catch(() => null);
    if (!offline || workspace !== ctx.workspace) return;
    offline.showQueue(ctx);
    if (ctx.isReached()) void offline.flushQueue(ctx);
  };

  const runLazily = createRunLazily(ctx, loadLazyActions);

  return {
    /** Loads the lazy actions before their first use. An action that needs them reports a failure. */
    preloadActions: (): void => void loadLazyActions().catch(() => {}),

    /** Starts a signed-in session: loads the user's drafts and unsent messages, history, usage and running replies. */
    async start(userId: string, { isNew = false } = {}): Promise<void> {
      if (['outbox', 'edits', 'waiting'].some((old) => storage.get(`${old}:${userId}`) !== null)) {
        await loadOffline().then(
          ({ migrateSendQueue }) => migrateSendQueue(storage, userId),
          () => {}, // The next start tries again.
        );
      }
      closeWorkspace();
      const isBack = userId === expiredUser;
      if (!isBack) forgetPreviews(ctx);
      ctx.workspace = isBack ? reopenWorkspace(storage, userId, ctx.workspace) : openWorkspace(storage, userId);
      expiredUser = null;
      currentUser = userId;
      const { workspace } = ctx;
      if (!isBack) {
        set({ ...initialChat(storage), attachments: readAttachments(storage, workspace), editing: readEditing(ctx) });
      }
      set({
        drafts: readStoredTexts(storage, workspace.storageKeys.drafts),
        startsIn: readStoredTexts(storage, workspace.storageKeys.startsIn),
        prompts: readPrompts(storage, userId),
        notice: null,
      });
      restoreQueue(ctx);
      cache.start(userId);
      const interrupted = workspace.outgoing.queue.unconfirmed().filter(({ status }) => status === 'sending');
      await Promise.all([
        isNew ? set({ historyStatus: 'ready' }) : loadHistory(ctx),
        refreshUsage(ctx),
        refreshCapabilities(ctx),
        resumeActiveReplies(ctx),
        ...interrupted.map((message) => repostMessage(ctx, message)),
        flushQueue(),
      ]);
    },

    /** Reloads the first page of conversations and keeps newer local state. */
    async loadHistory(): Promise<void> {
      await loadHistory(ctx);
    },
    loadMoreHistory: (): Promise<void> => loadMoreHistory(ctx),

    /** Loads the end of a conversation, or brings it up to date, and resumes a running reply. */
    async openThread(conversationId: string): Promise<void> {
      ctx.workspace.threads.openId = conversationId;
      cache.showThread(conversationId);
      if (!takePreloaded(ctx, conversationId)) await loadThread(ctx, conversationId);
    },
    /** Loads a conversation whose link is pressed, so that a click right after finds it loaded. */
    preloadThread: (conversationId: string): void => preloadThread(ctx, conversationId),
    loadOlder: (conversationId: string): Promise<void> => loadOlder(ctx, conversationId),

    /** Creates an empty conversation, or finds one that is still empty, and returns its id. Sends nothing. */
    newConversation(): string {
      const { localOnlyIds } = ctx.workspace.conversations;
      const { threads, drafts, attachments, startsIn, queued } = get();
      const unused = [...localOnlyIds].find(
        (id) => threads[id]?.messageIds.length === 0 && !drafts[id] && !attachments[id] && !startsIn[id] && !queued[id],
      );
      if (unused) return unused;
      const id = ctx.newId();
      localOnlyIds.add(id);
      set({ threads: { ...threads, [id]: EMPTY_THREAD } });
      return id;
    },

    /**
     * Sends a message with its attachments; does nothing while the thread is not ready or an upload is under way.
     * Resolves once the server has accepted or rejected it. Queues it while the server is not reachable, a reply is
     * running, or earlier messages are queued; a new message overtakes a paused queue.
     */
    async send(conversationId: string, text: string): Promise<void> {
      const isBehindQueue = get().queued[conversationId] !== undefined && queuePause(get(), conversationId) === null;
      if (!ctx.isReached() || isBusy(ctx, conversationId) || isBehindQueue) {
        queueMessage(ctx, conversationId, text);
        return flushQueue();
      }
      const outcome = await sendMessage(ctx, conversationId, text);
      const isLost = outcome?.type === 'rejected' && !isServerRejection(outcome.error);
      if (isLost) await queueIfUnreachable(ctx, conversationId);
    },

    /** Puts a queued message back into the composer. */
    unqueueMessage(conversationId: string, clientMessageId: string): void {
      loadOffline().then(
        ({ unqueueMessage }) => unqueueMessage(ctx, conversationId, clientMessageId),
        () => {}, // The chunk is loaded before a message can be queued.
      );
    },

    /** Stops the running reply, keeps what it has, and sends a queued message next. */
    sendNow(conversationId: string, clientMessageId: string): Promise<void> {
      return runLazily('send-failed', conversationId, async () => {
        (await loadOffline()).sendNow(ctx, conversationId, clientMessageId);
        await flushQueue();
      });
    },

    /** Adds files to the next message and uploads them. Returns a sentence for each reason to refuse some of them. */
    attach(conversationId: string, files: readonly File[]): string[] {
      const alerts = attachFiles(ctx, conversationId, files);
      const { workspace } = ctx;
      loadLazyActions().then(
        ({ uploadNext }) => workspace === ctx.workspace && uploadNext(ctx),
        () => workspace === ctx.workspace && failUploads(ctx, new TransportError()),
      );
      return alerts;
    },
    retryUpload: (conversationId: string, key: string): void =>
      void runLazily('load-failed', conversationId, async ({ retryUpload }) => retryUpload(ctx, conversationId, key)),
    removeAttachment: (conversationId: string, key: string): void =>
      void runLazily('load-failed', conversationId, async ({ removeAttachment }) =>
        removeAttachment(ctx, conversationId, key),
      ),
    /** Moves the text of an attached file into the composer's text. */
    unpackText: (conversationId: string, key: string): Promise<void> =>
      runLazily('load-failed', conversationId, ({ unpackText }) => unpackText(ctx, conversationId, key)),
    setStartsNewImage: (conversationId: string, startsNewImage: boolean): void =>
      setStartsNewImage(ctx, conversationId, startsNewImage),

    /** Opens a message for editing; without `messageId` the last one, unless another edit is unsaved. */
    beginEdit: (conversationId: string, messageId?: string): void => beginEdit(ctx, conversationId, messageId),
    setEditText: (text: string): void => setEditText(ctx, text),
    cancelEdit: (): void => setEditing(ctx, null),
    /**
     * Posts the edited message: later messages leave the screen and stay as a version. Blank or unchanged text
     * only cancels. When the server rejects it, the old branch and the editor with the text are restored. Resolves like
     * `send`.
     */
    saveEdit: (): Promise<void> => runLazily('edit-failed', SIGNED_OUT, ({ saveEdit }) => saveEdit(ctx)),
    /**
     * Shows another version of a message and its branch: `by` places further among its `versionIds`, counted from the
     * version shown after earlier steps. `messageId` is any of them.
     */
    stepVersion: (conversationId: string, messageId: string, by: number): Promise<void> =>
      runLazily('version-failed', conversationId, ({ stepVersion }) => stepVersion(ctx, conversationId, messageId, by)),

    /** Regenerates the reply under this key and replaces it and later messages. Resolves like `send`. */
    retry: (conversationId: string, messageId: string, options?: RetryOptions): Promise<void> =>
      runLazily('retry-failed', conversationId, ({ regenerateReply }) =>
        regenerateReply(ctx, conversationId, messageId, 'regenerate', options),
      ),
    /** Continues the reply under this key, which ended early. Resolves like `send`. */
    continue: (conversationId: string, messageId: string): Promise<void> =>
      runLazily('retry-failed', conversationId, ({ regenerateReply }) =>
        regenerateReply(ctx, conversationId, messageId, 'continue'),
      ),
    stop: (conversationId: string): Promise<void> => stopReply(ctx, conversationId),

    ...createConversationActions(ctx, runLazily, loadOffline),

    /** Searches all messages and titles. Rejects as the API client does. */
    search: (query: string, signal: AbortSignal): Promise<SearchHit[]> => ctx.api.search(query, signal),
    /** Opens a conversation at a message and its version. Resolves to the message's key; null when it is gone. */
    findMessage: async (conversationId: string, messageId: string): Promise<string | null> =>
      (await runLazily('load-failed', conversationId, ({ findMessage }) =>
        findMessage(ctx, conversationId, messageId),
      )) ?? null,

    setDraft: (conversationId: string, text: string): void => setDraft(ctx, conversationId, text),
    setMode(conversationId: string, mode: ModeId): void {
      storeMode(storage, conversationId, mode);
      set({ modes: { ...get().modes, [conversationId]: mode } });
    },
    dismissNotice: (): void => set({ notice: null }),

    /** Handles a change made elsewhere: refetches the affected state. */
    handleUserEvent(event: UserEvent): void {
      const { workspace } = ctx;
      loadSync().then(
        ({ handleUserEvent }) => workspace === ctx.workspace && handleUserEvent(ctx, event),
        () => {}, // The connection is lost too; reconnecting brings a `user` event, which refetches everything.
      );
    },
    /** Marks a conversation as read on every device. */
    async markRead(conversationId: string): Promise<void> {
      await (await loadSync().catch(() => null))?.markRead(ctx, conversationId);
    },
    refreshUsage: (): Promise<void> => refreshUsage(ctx),
    refreshCapabilities: (): Promise<void> => refreshCapabilities(ctx),

    /**
     * Reconnects, reloads what failed, and shows and sends the queue. Call when the page becomes visible or online, its
     * window gets the focus, the user tries again, or another tab has changed the queue.
     */
    wake(): void {
      for (const follower of ctx.workspace.streams.followers.values()) follower.wake();
      loadLazyActions().then(
        ({ reloadFailed }) => reloadFailed(ctx),
        () => {}, // The server is away again; the next wake follows its return.
      );
      void flushQueue();
    },

    /**
     * Ends the session. `expired` stops reading but keeps shown and unsent content for the same user; `signed-out`
     * removes everything.
     */
    reset(why: 'signed-out' | 'expired'): void {
      closeWorkspace();
      if (why === 'expired') {
        expiredUser = currentUser;
        forgetDeleted(ctx);
        ctx.workspace = reopenWorkspace(storage, currentUser, ctx.workspace);
        return;
      }
      forgetPreviews(ctx);
      for (const key of [...Object.values(ctx.workspace.storageKeys), CONVERSATIONS_KEY, MODE_KEY, UNFINISHED_KEY])
        storage.remove(key);
      currentUser = SIGNED_OUT;
      ctx.workspace = openWorkspace(storage, SIGNED_OUT);
      set(initialChat(storage));
    },
  };
}
