import type { ConversationResponse } from '@parley/core';
import { problemText } from '../../problem-text.ts';
import { setAttachments } from '../attachments/draft-attachments.ts';
import {
  dismissNoticeOf,
  EMPTY_THREAD,
  isAwaitingAcceptance,
  notify,
  patchThread,
  placeByTime,
  putMessages,
  removeConversation,
  revision,
  setDraft,
  type ChatContext,
} from '../chat-context.ts';
import { setEditing } from '../edit/editing.ts';
import { UNFINISHED_KEY } from '../../dictation/unfinished-key.ts';
import { prependToDraft } from '../send/drafts.ts';
import { markDelivered } from '../send/send-outcome.ts';
import { isStoredIn } from '../send/queue/send-queue.ts';
import { detachReply, readReply } from '../stream/read-reply.ts';
import { refreshUsage } from '../usage/refresh-usage.ts';
import {
  mergeOlder,
  reconcileConversation,
  type LocalConversation,
  type Reconciliation,
} from './reconcile-conversation.ts';

const PAGE = 50;
/** Milliseconds for which a preloaded conversation counts as up to date. */
const PRELOADED_FOR = 2000;

/**
 * Loads the newest messages of a conversation, and resumes a running reply. Concurrent calls share one request.
 * Resolves to whether the server's state is shown.
 */
export function loadThread(ctx: ChatContext, id: string): Promise<boolean> {
  const { deletedIds, localOnlyIds } = ctx.workspace.conversations;
  const { inFlight } = ctx.workspace.threads;
  if (deletedIds.has(id)) {
    ctx.set({ threads: { ...ctx.get().threads, [id]: { ...EMPTY_THREAD, status: 'not-found' } } });
    return Promise.resolve(true);
  }
  const isLocalOnly = localOnlyIds.has(id);
  if (isLocalOnly || isAwaitingAcceptance(ctx, id)) return Promise.resolve(isLocalOnly);
  const loading =
    (inFlight.get(id) as Promise<boolean> | undefined) ?? load(ctx, id).finally(() => inFlight.delete(id));
  inFlight.set(id, loading);
  return loading;
}

/** Loads a conversation that is probably opened next, unless the server is away. */
export function preloadThread(ctx: ChatContext, id: string): void {
  if (!ctx.isReached()) return;
  const { threads } = ctx.workspace;
  void loadThread(ctx, id).then((isShown) => {
    if (isShown) threads.preloaded = { id, revision: revision(ctx, id), time: ctx.now() };
  });
}

/** Whether the conversation was preloaded a moment ago and has not changed since. Forgets the preload. */
export function takePreloaded(ctx: ChatContext, id: string): boolean {
  const { threads } = ctx.workspace;
  const { preloaded } = threads;
  threads.preloaded = null;
  if (preloaded?.id !== id || ctx.get().threads[id]?.status !== 'ready') return false;
  return preloaded.revision === revision(ctx, id) && ctx.now() - preloaded.time < PRELOADED_FOR;
}

async function load(ctx: ChatContext, id: string): Promise<boolean> {
  const { workspace } = ctx;
  const { pendingMutations } = workspace.conversations;
  const { threads } = ctx.get();
  if (threads[id]?.status !== 'ready') {
    ctx.set({ threads: { ...threads, [id]: { ...EMPTY_THREAD, status: 'loading' } } });
  }
  for (;;) {
    // A request made before the server has answered a change could show the state before that change.
    while (pendingMutations.has(id)) await pendingMutations.get(id);
    const requestRevision = revision(ctx, id);
    const remote = await ctx.api.conversation(id, { limit: PAGE }).then(
      (page) => ({ page }),
      (error: unknown) => ({ error }),
    );
    if (workspace !== ctx.workspace) return true;
    ctx.frame.flush();
    const reconciliation = reconcileConversation(localConversation(ctx, id, requestRevision), remote);
    if (reconciliation.type === 'stale') continue;
    applyReconciliation(ctx, id, reconciliation);
    if (reconciliation.type === 'merged' && 'page' in remote) clearDeliveredMessages(ctx, id, remote.page);
    return reconciliation.type !== 'overtaken' && reconciliation.type !== 'unreachable';
  }
}

/** Shows the newest page of a conversation that came with another answer. */
export function applyThreadPage(ctx: ChatContext, id: string, page: ConversationResponse): void {
  ctx.frame.flush();
  applyReconciliation(ctx, id, reconcileConversation(localConversation(ctx, id, revision(ctx, id)), { page }));
  clearDeliveredMessages(ctx, id, page);
}

function localConversation(ctx: ChatContext, id: string, requestRevision: number): LocalConversation {
  const { outgoing, streams, threads, conversations } = ctx.workspace;
  const state = ctx.get();
  const isBegunHere =
    state.startsIn[id] !== undefined ||
    state.drafts[id] !== undefined ||
    state.attachments[id] !== undefined ||
    ctx.storage.get(UNFINISHED_KEY)?.includes(id) === true ||
    outgoing.queue.findUnconfirmed(id, 'new') !== undefined ||
    state.queued[id]?.[0]?.startsConversation === true;
  return {
    thread: state.threads[id] ?? EMPTY_THREAD,
    messages: state.messages,
    keyOf: (messageId) => threads.keyByServerId.get(messageId) ?? messageId,
    isExpired: (generationId) => streams.expiredGenerationIds.has(generationId),
    isCached: threads.cached.has(id),
    isDeletedHere: conversations.deletedIds.has(id),
    isAwaitingAcceptance: isAwaitingAcceptance(ctx, id),
    hasChangedSince: requestRevision !== revision(ctx, id),
    isUnsentHere: isBegunHere && !conversations.knownToServer.has(id),
  };
}

function applyReconciliation(ctx: ChatContext, id: string, reconciliation: Reconciliation): void {
  const { threads, conversations } = ctx.workspace;
  switch (reconciliation.type) {
    case 'deleted-here':
    case 'overtaken':
    case 'stale':
      return;
    case 'local-only':
      conversations.localOnlyIds.add(id);
      patchThread(ctx, id, { ...EMPTY_THREAD });
      return;
    case 'deleted-elsewhere':
      removeDeletedElsewhere(ctx, id);
      return;
    case 'unreachable':
      if (ctx.get().threads[id]?.status === 'loading') patchThread(ctx, id, { status: 'failed' });
      else if (threads.cached.has(id)) threads.cached.set(id, true);
      return;
    case 'merged': {
      const { messages, messageIds, nextBefore } = reconciliation.thread;
      conversations.knownToServer.add(id);
      threads.cached.delete(id);
      putMessages(ctx, messages);
      patchThread(ctx, id, { status: 'ready', messageIds, nextBefore });
      if (reconciliation.summary) placeByTime(ctx, reconciliation.summary);
      followRunningReply(ctx, id, Object.keys(messages));
      return;
    }
    default:
      reconciliation satisfies never;
  }
}

/** Removes an unconfirmed message that the server has after all from the composer or the editor. */
function clearDeliveredMessages(ctx: ChatContext, id: string, { messages }: ConversationResponse): void {
  for (const message of ctx.workspace.outgoing.queue.unconfirmed()) {
    const isHere = message.conversationId === id && message.status === 'failed';
    if (!isHere || !isStoredIn(messages, message)) continue;
    markDelivered(ctx, message);
    dismissNoticeOf(ctx, id);
  }
}

/** Reads the reply that the newest page shows as running, and detaches from one that it shows as ended. */
function followRunningReply(ctx: ChatContext, id: string, keys: string[]): void {
  const { messages, threads } = ctx.get();
  const running = keys.findLast((key) => messages[key]?.status === 'streaming');
  const reply = threads[id]?.reply;
  if (reply?.messageId === running) return;
  if (reply) {
    detachReply(ctx, id);
    void refreshUsage(ctx);
  }
  if (running !== undefined) readReply(ctx, id, running);
}

/** Removes a conversation that the server no longer has. Its draft moves to a new one. */
export function removeDeletedElsewhere(ctx: ChatContext, id: string): void {
  const { outgoing, threads } = ctx.workspace;
  threads.cached.delete(id);
  detachReply(ctx, id);
  removeConversation(ctx, id);
  const movedTo = threads.openId === id ? moveDraftToNewConversation(ctx, id) : null;
  outgoing.queue.removeUnconfirmed(id);
  patchThread(ctx, id, { ...EMPTY_THREAD, status: 'not-found', movedTo });
}

/** Returns the id of the new conversation; null when there was nothing to move. */
function moveDraftToNewConversation(ctx: ChatContext, id: string): string | null {
  const { conversations, uploads } = ctx.workspace;
  const { drafts, attachments, threads, editing, messages } = ctx.get();
  const { [id]: draft = '' } = drafts;
  const { [id]: files = [] } = attachments;
  const isEdited = editing?.conversationId === id && editing.text !== messages[editing.messageId]?.text;
  const text = isEdited ? prependToDraft(editing.text, draft) : draft;
  if (isEdited) setEditing(ctx, null);
  if (text === '' && files.length === 0) return null;
  const to = ctx.newId();
  conversations.localOnlyIds.add(to);
  ctx.set({ threads: { ...threads, [to]: EMPTY_THREAD } });
  setDraft(ctx, to, text);
  setAttachments(ctx, to, files);
  for (const upload of uploads.files.values()) if (upload.conversationId === id) upload.conversationId = to;
  setDraft(ctx, id, '');
  setAttachments(ctx, id, []);
  return to;
}

/** Loads the page before the loaded messages. Concurrent calls share one request. */
export async function loadOlder(ctx: ChatContext, id: string, limit = PAGE): Promise<void> {
  const { inFlight } = ctx.workspace.threads;
  const name = `before ${id}`;
  const loading = inFlight.get(name) ?? requestOlder(ctx, id, limit).finally(() => inFlight.delete(name));
  inFlight.set(name, loading);
  await loading;
}

async function requestOlder(ctx: ChatContext, id: string, limit: number): Promise<void> {
  const { workspace } = ctx;
  const before = ctx.get().threads[id]?.nextBefore ?? null;
  if (before === null) return;
  patchThread(ctx, id, { isLoadingOlder: true });
  try {
    const page = await ctx.api.conversation(id, { limit, before });
    if (workspace !== ctx.workspace || ctx.get().threads[id]?.nextBefore !== before) return;
    const merged = mergeOlder(localConversation(ctx, id, revision(ctx, id)), page);
    putMessages(ctx, merged.messages);
    patchThread(ctx, id, { messageIds: merged.messageIds, nextBefore: merged.nextBefore });
  } catch (error) {
    if (workspace === ctx.workspace) notify(ctx, 'load-failed', id, problemText(error));
  } finally {
    if (workspace === ctx.workspace) patchThread(ctx, id, { isLoadingOlder: false });
  }
}
