import { createStore } from 'zustand/vanilla';
import { DEFAULT_MODE, isModeId, type Message } from '@parley/core';
import type { ApiClient } from '../api/api-client.ts';
import {
  EMPTY_THREAD,
  openSession,
  patchThread,
  putMessages,
  reopenSession,
  setDraft,
  type ChatContext,
} from './chat-context.ts';
import type { ChatActions, ChatState, ChatStore } from './chat-state.ts';
import { deleteConversation } from './delete-conversation.ts';
import { readDrafts } from './drafts.ts';
import { createFrameBatch, nextFrame, type Schedule } from './frame-batch.ts';
import { loadHistory, loadMoreHistory } from './load-history.ts';
import { loadOlder, loadThread } from './load-thread.ts';
import { refreshUsage } from './refresh-usage.ts';
import { retryReply } from './retry-reply.ts';
import { resend, sendMessage } from './send-message.ts';
import { stopReply } from './stop-reply.ts';
import type { KeyValueStorage } from './stored-json.ts';

const MODE_KEY = 'selected-tool';
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
}

/** The conversations of the user who is signed in, and the replies being written to them. */
export function createChatStore(dependencies: ChatStoreDependencies): ChatStore {
  const { api, storage, now, newId, random = Math.random, schedule = nextFrame } = dependencies;
  return createStore<ChatState & ChatActions>()((set, get) => {
    const ctx: ChatContext = {
      api,
      storage,
      now,
      newId,
      random,
      get,
      set,
      frame: createFrameBatch<Message>(schedule, (messages) => putMessages(ctx, Object.fromEntries(messages))),
      session: openSession(storage, NOBODY),
      reload: (conversationId) => loadThread(ctx, conversationId),
    };

    let currentUser = NOBODY;
    let expiredUser: string | null = null;

    const endSession = (): void => {
      const { session } = ctx;
      for (const takeBack of session.pending.values()) takeBack();
      for (const follower of session.followers.values()) follower.close();
      ctx.frame.flush();
      for (const id of session.followers.keys()) patchThread(ctx, id, { reply: null });
    };

    return {
      ...initialState(storage),

      async start(userId) {
        endSession();
        const isBack = userId === expiredUser;
        ctx.session = isBack ? reopenSession(storage, userId, ctx.session) : openSession(storage, userId);
        expiredUser = null;
        currentUser = userId;
        if (!isBack) set(initialState(storage));
        set({ drafts: readDrafts(storage, ctx.session.draftsKey), notice: null });
        const onTheirWay = ctx.session.outbox.all().filter(({ status }) => status === 'sending');
        await Promise.all([
          loadHistory(ctx),
          refreshUsage(ctx),
          followActive(ctx),
          ...onTheirWay.map((entry) => resend(ctx, entry)),
        ]);
      },

      loadHistory: () => loadHistory(ctx),
      loadMoreHistory: () => loadMoreHistory(ctx),
      openThread: (id) => loadThread(ctx, id),
      loadOlder: (id) => loadOlder(ctx, id),

      newConversation() {
        const { threads, drafts } = get();
        const isEmpty = (id: string): boolean => threads[id]?.messageIds.length === 0 && drafts[id] === undefined;
        const unused = [...ctx.session.unsent].find(isEmpty);
        if (unused !== undefined) return unused;
        const id = newId();
        ctx.session.unsent.add(id);
        set({ threads: { ...threads, [id]: EMPTY_THREAD } });
        return id;
      },

      send: (id, text) => sendMessage(ctx, id, text),
      retry: (id, messageId) => retryReply(ctx, id, messageId),
      stop: (id) => stopReply(ctx, id),
      deleteConversation: (id) => deleteConversation(ctx, id),
      setDraft: (id, text) => setDraft(ctx, id, text),

      attach: () => [],
      retryUpload() {},
      removeAttachment() {},
      setDrawsAnew() {},
      beginEdit() {},
      setEditText() {},
      cancelEdit() {},
      saveEdit: async () => {},
      showVersion: async () => {},
      undoDelete: async () => {},
      forgetDeleted() {},
      rename: async () => {},
      setPinned: async () => {},
      search: (query, signal) => api.search(query, signal),
      findMessage: async () => null,
      refreshCapabilities: async () => {},

      setMode(mode) {
        storage.set(MODE_KEY, mode);
        set({ mode });
      },

      dismissNotice: () => set({ notice: null }),
      refreshUsage: () => refreshUsage(ctx),

      wake() {
        for (const follower of ctx.session.followers.values()) follower.wake();
        for (const id of unsettled(ctx)) void loadThread(ctx, id);
        if (get().historyStatus === 'failed') void loadHistory(ctx);
      },

      reset(why) {
        endSession();
        const { draftsKey, outboxKey } = ctx.session;
        if (why === 'expired') {
          expiredUser = currentUser;
          ctx.session = reopenSession(storage, currentUser, ctx.session);
          return;
        }
        for (const key of [draftsKey, outboxKey, MODE_KEY]) storage.remove(key);
        currentUser = NOBODY;
        ctx.session = openSession(storage, NOBODY);
        set(initialState(storage));
      },
    };
  });
}

function initialState(storage: KeyValueStorage): ChatState {
  const mode = storage.get(MODE_KEY);
  return {
    historyStatus: 'loading',
    conversations: [],
    nextBefore: null,
    threads: {},
    messages: {},
    usage: null,
    mode: isModeId(mode) ? mode : DEFAULT_MODE,
    drafts: {},
    attachments: {},
    editing: null,
    drawsAnew: {},
    capabilities: null,
    deleted: null,
    notice: null,
  };
}

/** Opens the conversations in which a reply is being written, so that it is read on from where its history ends. */
async function followActive(ctx: ChatContext): Promise<void> {
  const { session } = ctx;
  try {
    const replies = await ctx.api.activeReplies();
    if (session !== ctx.session) return;
    await Promise.all(replies.map(({ conversationId }) => loadThread(ctx, conversationId)));
  } catch {
    // Each thread finds its own reply when it is opened.
  }
}

/** Conversations about which the server has to be asked again: an answer was lost, or a reply is not told any more. */
function unsettled({ get, session }: ChatContext): string[] {
  const { threads, messages } = get();
  const lost = session.outbox.all().filter(({ status }) => status === 'unsure');
  const orphaned = Object.entries(threads).filter(([, thread]) => {
    const last = thread.messageIds.at(-1);
    return (
      thread.status === 'failed' || (!thread.reply && last !== undefined && messages[last]?.status === 'streaming')
    );
  });
  return [...new Set([...lost.map(({ conversationId }) => conversationId), ...orphaned.map(([id]) => id)])];
}
