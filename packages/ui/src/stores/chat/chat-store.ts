import { createStore } from 'zustand/vanilla';
import { AppError, type Message } from '@parley/core';
import { TransportError, type ApiClient } from '../../api/api-client.ts';
import { loadChunk } from '../../kit/lazy/load-chunk.ts';
import { repostMessage } from './send/post-message.ts';
import { attachFiles } from './attachments/attach-files.ts';
import {
  EMPTY_THREAD,
  forgetDeleted,
  notify,
  patchThread,
  putMessages,
  setDraft,
  type ChatContext,
} from './chat-context.ts';
import { openWorkspace, reopenWorkspace } from './chat-workspace.ts';
import type { ChatActions, ChatState, ChatStore, Notice } from './chat-state.ts';
import { CONVERSATIONS_KEY } from '../offline/conversations-key.ts';
import { forgetPreviews, readAttachments } from './attachments/draft-attachments.ts';
import { readDrafts } from './send/drafts.ts';
import { setStartsNewImage } from './send/new-image-flag.ts';
import { beginEdit, readEditing, setEditing, setEditText } from './edit/editing.ts';
import { failUploads } from './attachments/fail-uploads.ts';
import { createFrameBatch, nextFrame, type Schedule } from './frame-batch.ts';
import { loadHistory, loadMoreHistory } from './conversations/load-history.ts';
import { loadOlder, loadThread } from './threads/load-thread.ts';
import { problemText } from '../problem-text.ts';
import { refreshCapabilities } from './refresh-capabilities.ts';
import { refreshUsage } from './usage/refresh-usage.ts';
import { regenerateReply } from './stream/regenerate-reply.ts';
import { sendMessage } from './send/send-message.ts';
import { stopReply } from './stream/stop-reply.ts';
import { resumeActiveReplies, conversationsToReload } from './stream/resume-active-replies.ts';
import type { KeyValueStorage } from '../storage/stored-json.ts';
import { readPrompts } from '../onboarding/suggested-prompts.ts';
import { initialChat, MODE_KEY } from './initial-chat.ts';
import type * as Sync from '../sync/handle-user-event.ts';
import type * as Later from './lazy-actions.chunk.ts';
import type * as Offline from '../offline/offline.chunk.ts';
import { restoreQueue } from './send/restore-queue.ts';
import { createOwnDevice } from '../offline/local-cache.ts';
import { queueMessage } from './send/queue-message.ts';

const NOBODY = '';

export interface ChatStoreDependencies {
  api: ApiClient;
  storage: KeyValueStorage;
  /** Epoch milliseconds. */
  now: () => number;
  /** A fresh UUID. */
  newId: () => string;
  /** From 0 to 1, to spread what clients try again. */
  random?: () => number;
  /** When what has arrived of replies is put on screen; by default with the next frame. */
  schedule?: Schedule;
  /** Loads what is needed only some time after the chat is shown; may fail where the server cannot be reached. */
  loadLazyActions?: () => Promise<typeof Later>;
  /** Loads what takes the server's events. */
  loadSync?: () => Promise<typeof Sync>;
  /** Loads what is needed without a network. */
  loadOffline?: () => Promise<typeof Offline>;
  /** See `Platform`. */
  enableOffline?: () => void;
  /** Whether there is a way to the server, as far as is known. */
  isReached?: () => boolean;
}

/** The conversations of the user who is signed in, and the replies being written to them. */
export function createChatStore(dependencies: ChatStoreDependencies): ChatStore {
  const { api, storage, now, newId, random = Math.random, schedule = nextFrame } = dependencies;
  const { loadLazyActions = () => loadChunk('later', () => import('./lazy-actions.chunk.ts')) } = dependencies;
  const { loadSync = () => loadChunk('sync', () => import('../sync/handle-user-event.ts')) } = dependencies;
  const {
    loadOffline = () => loadChunk('offline', () => import('../offline/offline.chunk.ts')),
    enableOffline = () => {},
  } = dependencies;
  const { isReached = () => true } = dependencies;
  return createStore<ChatState & ChatActions>()((set, get, store) => {
    const ctx: ChatContext = {
      api,
      storage,
      now,
      newId,
      random,
      get,
      set,
      subscribe: (listener) => store.subscribe(listener),
      frame: createFrameBatch<Message>(schedule, (messages) => putMessages(ctx, Object.fromEntries(messages))),
      workspace: openWorkspace(storage, NOBODY),
      isReached,
      reload: (conversationId) => loadThread(ctx, conversationId),
    };

    let currentUser = NOBODY;
    let expiredUser: string | null = null;
    const device = createOwnDevice(ctx, { loadLazyActions, loadOffline, enableOffline });

    const endSession = (): void => {
      const { workspace } = ctx;
      device.end();
      for (const timer of workspace.timers) clearTimeout(timer);
      failUploads(ctx, new AppError('unauthorized'));
      for (const takeBack of workspace.outgoing.pendingRequests.values()) takeBack();
      for (const follower of workspace.streams.followers.values()) follower.close();
      ctx.frame.flush();
      for (const id of workspace.streams.followers.keys()) patchThread(ctx, id, { reply: null });
    };

    /** Shows what waits, and sends it where there is a way to the server. */
    const deliver = async (): Promise<void> => {
      const { workspace } = ctx;
      if (storage.get(workspace.storageKeys.sendQueue) === null && Object.keys(get().queued).length === 0) return;
      const offline = await loadOffline().catch(() => null);
      if (!offline || workspace !== ctx.workspace) return;
      offline.showQueue(ctx);
      if (isReached()) await offline.flushQueue(ctx);
    };

    /** Runs what is loaded only when it is first needed. */
    const afterwards = async <T>(
      kind: Notice['kind'],
      conversationId: string,
      act: (actions: typeof Later) => Promise<T>,
    ): Promise<T | undefined> => {
      const { workspace } = ctx;
      try {
        const actions = await loadLazyActions();
        return workspace === ctx.workspace ? await act(actions) : undefined;
      } catch {
        if (workspace === ctx.workspace) notify(ctx, kind, conversationId, problemText(new TransportError()));
        return undefined;
      }
    };

    return {
      ...initialChat(storage),

      async start(userId) {
        endSession();
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
          drafts: readDrafts(storage, workspace.storageKeys.drafts),
          prompts: readPrompts(storage, userId),
          notice: null,
        });
        restoreQueue(ctx);
        device.begin(userId);
        const interrupted = workspace.outgoing.queue.unconfirmed().filter(({ status }) => status === 'sending');
        await Promise.all([
          loadHistory(ctx),
          refreshUsage(ctx),
          refreshCapabilities(ctx),
          resumeActiveReplies(ctx),
          ...interrupted.map((message) => repostMessage(ctx, message)),
          deliver(),
        ]);
      },

      loadHistory: async () => void (await loadHistory(ctx)),
      loadMoreHistory: () => loadMoreHistory(ctx),
      async openThread(id) {
        ctx.workspace.threads.openId = id;
        device.showThread(id);
        await loadThread(ctx, id);
      },
      loadOlder: (id) => loadOlder(ctx, id),

      newConversation() {
        const { threads, drafts, attachments } = get();
        const isEmpty = (id: string): boolean =>
          threads[id]?.messageIds.length === 0 && drafts[id] === undefined && attachments[id] === undefined;
        const unused = [...ctx.workspace.conversations.localOnlyIds].find(isEmpty);
        if (unused !== undefined) return unused;
        const id = newId();
        ctx.workspace.conversations.localOnlyIds.add(id);
        set({ threads: { ...threads, [id]: EMPTY_THREAD } });
        return id;
      },

      send(id, text) {
        if (isReached() && get().queued[id] === undefined) return sendMessage(ctx, id, text);
        queueMessage(ctx, id, text);
        return deliver();
      },
      unqueueMessage: (id, clientMessageId) =>
        void loadOffline().then(
          ({ unqueueMessage }) => unqueueMessage(ctx, id, clientMessageId),
          () => {
            // It is loaded where something waits.
          },
        ),
      retry: (id, messageId) => regenerateReply(ctx, id, messageId),
      stop: (id) => stopReply(ctx, id),
      async deleteConversation(id) {
        if (get().queued[id]) (await loadOffline().catch(() => null))?.unqueueAll(ctx, id);
        await afterwards('delete-failed', id, ({ deleteConversation }) => deleteConversation(ctx, id));
      },
      setDraft: (id, text) => setDraft(ctx, id, text),

      attach(id, files) {
        const alerts = attachFiles(ctx, id, files);
        const { workspace } = ctx;
        loadLazyActions().then(
          ({ uploadNext }) => workspace === ctx.workspace && uploadNext(ctx),
          () => workspace === ctx.workspace && failUploads(ctx, new TransportError()),
        );
        return alerts;
      },

      retryUpload: (id, key) =>
        void afterwards('load-failed', id, async ({ retryUpload }) => retryUpload(ctx, id, key)),
      removeAttachment: (id, key) =>
        void afterwards('load-failed', id, async ({ removeAttachment }) => removeAttachment(ctx, id, key)),
      setStartsNewImage: (id, startsNewImage) => setStartsNewImage(ctx, id, startsNewImage),
      beginEdit: (id, messageId) => beginEdit(ctx, id, messageId),
      setEditText: (text) => setEditText(ctx, text),
      cancelEdit: () => setEditing(ctx, null),
      saveEdit: () => afterwards('edit-failed', NOBODY, ({ saveEdit }) => saveEdit(ctx)),
      stepVersion: (id, messageId, by) =>
        afterwards('version-failed', id, ({ stepVersion }) => stepVersion(ctx, id, messageId, by)),
      undoDelete: () => afterwards('change-failed', NOBODY, ({ undoDelete }) => undoDelete(ctx)),
      forgetDeleted: () => forgetDeleted(ctx),
      rename: (id, title) =>
        afterwards('change-failed', id, ({ renameConversation }) => renameConversation(ctx, id, title)),
      setPinned: (id, pinned) => afterwards('change-failed', id, ({ setPinned }) => setPinned(ctx, id, pinned)),
      search: (query, signal) => api.search(query, signal),
      findMessage: async (id, messageId) =>
        (await afterwards('load-failed', id, ({ findMessage }) => findMessage(ctx, id, messageId))) ?? null,
      refreshCapabilities: () => refreshCapabilities(ctx),

      setMode(mode) {
        storage.set(MODE_KEY, mode);
        set({ mode });
      },

      dismissNotice: () => set({ notice: null }),
      handleUserEvent(event) {
        const { workspace } = ctx;
        loadSync().then(
          ({ handleUserEvent }) => workspace === ctx.workspace && handleUserEvent(ctx, event),
          () => {
            // Without the way to the server there are no events either, and its return brings the next one.
          },
        );
      },
      refreshUsage: () => refreshUsage(ctx),

      wake() {
        for (const follower of ctx.workspace.streams.followers.values()) follower.wake();
        for (const id of conversationsToReload(ctx)) void loadThread(ctx, id);
        if (get().historyStatus === 'failed') void loadHistory(ctx);
        void deliver();
      },

      reset(why) {
        endSession();
        if (why === 'expired') {
          expiredUser = currentUser;
          forgetDeleted(ctx);
          ctx.workspace = reopenWorkspace(storage, currentUser, ctx.workspace);
          return;
        }
        forgetPreviews(ctx);
        for (const key of [...Object.values(ctx.workspace.storageKeys), CONVERSATIONS_KEY, MODE_KEY])
          storage.remove(key);
        currentUser = NOBODY;
        ctx.workspace = openWorkspace(storage, NOBODY);
        set(initialChat(storage));
      },
    };
  });
}
