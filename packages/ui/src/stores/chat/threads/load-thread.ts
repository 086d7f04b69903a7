import { AppError, type ConversationResponse } from '@parley/core';
import {
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
import { setAttachments } from '../attachments/draft-attachments.ts';
import { prependToDraft } from '../send/drafts.ts';
import { setEditing } from '../edit/editing.ts';
import { mergeNewest, mergeOlder } from './merge-thread.ts';
import { isAmong } from '../send/outbox.ts';
import { problemText } from '../../problem-text.ts';
import { refreshUsage } from '../usage/refresh-usage.ts';
import { detachReply, readReply } from '../stream/reply-stream-binding.ts';
import { markDelivered } from '../send/send-outcome.ts';

const PAGE = 50;

/**
 * Reads the newest messages of a conversation, and follows a reply being written. Calls at the same time share one answer.
 * Resolves to whether the server's answer is shown.
 */
export function loadThread(ctx: ChatContext, id: string): Promise<unknown> {
  const { workspace } = ctx;
  if (workspace.deletedIds.has(id)) {
    ctx.set({ threads: { ...ctx.get().threads, [id]: { ...EMPTY_THREAD, status: 'not-found' } } });
    return Promise.resolve(true);
  }
  if (workspace.localOnlyIds.has(id) || isAwaitingAcceptance(ctx, id))
    return Promise.resolve(workspace.localOnlyIds.has(id));
  const loading = workspace.loadsInFlight.get(id) ?? load(ctx, id).finally(() => workspace.loadsInFlight.delete(id));
  workspace.loadsInFlight.set(id, loading);
  return loading;
}

async function load(ctx: ChatContext, id: string): Promise<boolean> {
  const { workspace } = ctx;
  const { threads } = ctx.get();
  if (threads[id]?.status !== 'ready') {
    ctx.set({ threads: { ...threads, [id]: { ...EMPTY_THREAD, status: 'loading' } } });
  }
  for (;;) {
    // The server may answer with how it was before.
    if (workspace.pendingMutations.has(id)) await workspace.pendingMutations.get(id);
    const asked = revision(ctx, id);
    const answer = await ctx.api.conversation(id, { limit: PAGE }).then(
      (page) => ({ page }),
      (error: unknown) => ({ error }),
    );
    if (workspace !== ctx.workspace || workspace.deletedIds.has(id)) return true;
    if (isAwaitingAcceptance(ctx, id)) return false;
    // An answer to a question from before the thread changed here would take that change back.
    if (asked !== revision(ctx, id)) continue;
    if ('page' in answer) applyThreadPage(ctx, id, answer.page);
    else fail(ctx, id, answer.error);
    return 'page' in answer || isNotFound(answer.error);
  }
}

/** Shows the end of a conversation as the server has it, in place of what was there of it. */
export function applyThreadPage(ctx: ChatContext, id: string, page: ConversationResponse): void {
  const { workspace } = ctx;
  ctx.frame.flush();
  workspace.knownToServer.add(id);
  const { messages, threads } = ctx.get();
  const thread = threads[id] ?? EMPTY_THREAD;
  // What was remembered may have a gap before this page.
  const isRemembered = workspace.cachedThreads.delete(id);
  const merged = mergeNewest(
    {
      thread: isRemembered ? EMPTY_THREAD : thread,
      messages,
      keyOf: (key) => keyOf(ctx, key),
      isGone: (run) => workspace.expiredGenerationIds.has(run),
    },
    page,
  );
  const { messageIds, nextBefore } = merged;
  putMessages(ctx, merged.messages);
  patchThread(ctx, id, { status: 'ready', messageIds, nextBefore });

  const lastText = page.messages.at(-1)?.text ?? '';
  if (page.messages.length > 0) placeByTime(ctx, { ...page.conversation, lastText });
  settleOutboxes(ctx, id, page);
  followRunningReply(ctx, id, Object.keys(merged.messages));
}

/** A question whose answer was lost, and that the server has after all, leaves the box or the editor. */
function settleOutboxes(ctx: ChatContext, id: string, page: ConversationResponse): void {
  const { outbox, edits } = ctx.workspace;
  for (const entry of [outbox.get(id), edits.get(id)]) {
    if (entry?.status !== 'unsure' || !isAmong(entry, page.messages)) continue;
    markDelivered(ctx, entry);
    if (ctx.get().notice?.conversationId === id) ctx.set({ notice: null });
  }
}

/** Follows the reply that the newest page shows as being written, and lets go of one that it shows as ended. */
function followRunningReply(ctx: ChatContext, id: string, keys: string[]): void {
  const { messages, threads } = ctx.get();
  const writing = keys.findLast((key) => messages[key]?.status === 'streaming');
  const reply = threads[id]?.reply;
  if (reply?.messageId === writing) return;
  if (reply) {
    detachReply(ctx, id);
    void refreshUsage(ctx);
  }
  if (writing !== undefined) readReply(ctx, id, writing);
}

function fail(ctx: ChatContext, id: string, error: unknown): void {
  const { workspace } = ctx;
  const { drafts, attachments, threads, queued } = ctx.get();
  if (
    isNotFound(error) &&
    !workspace.knownToServer.has(id) &&
    (drafts[id] !== undefined || attachments[id] || workspace.outbox.get(id) || queued[id]?.[0]?.isFirst)
  ) {
    // Begun here before a reload, and never sent.
    workspace.localOnlyIds.add(id);
    patchThread(ctx, id, { ...EMPTY_THREAD });
  } else if (isNotFound(error)) {
    removeDeletedElsewhere(ctx, id);
  } else if (threads[id]?.status === 'loading') {
    patchThread(ctx, id, { status: 'failed' });
  } else if (workspace.cachedThreads.has(id)) {
    workspace.cachedThreads.set(id, true);
  }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not-found';
}

/** Takes a conversation off the screen that the server has no more. What stands in its box goes on in a new one. */
export function removeDeletedElsewhere(ctx: ChatContext, id: string): void {
  const { workspace } = ctx;
  workspace.cachedThreads.delete(id);
  detachReply(ctx, id);
  removeConversation(ctx, id);
  const movedTo = workspace.openConversationId === id ? moveDraftToNewConversation(ctx, id) : null;
  workspace.outbox.remove(id);
  workspace.edits.remove(id);
  patchThread(ctx, id, { ...EMPTY_THREAD, status: 'not-found', movedTo });
}

function moveDraftToNewConversation(ctx: ChatContext, id: string): string | null {
  const { workspace } = ctx;
  const { drafts, attachments, threads, editing, messages } = ctx.get();
  const { [id]: typed = '' } = drafts;
  const { [id]: files = [] } = attachments;
  const isEdited = editing?.conversationId === id && editing.text !== messages[editing.messageId]?.text;
  const text = isEdited ? prependToDraft(editing.text, typed) : typed;
  if (isEdited) setEditing(ctx, null);
  if (text === '' && files.length === 0) return null;
  const to = ctx.newId();
  workspace.localOnlyIds.add(to);
  ctx.set({ threads: { ...threads, [to]: EMPTY_THREAD } });
  setDraft(ctx, to, text);
  setAttachments(ctx, to, files);
  for (const upload of workspace.uploads.values()) if (upload.conversationId === id) upload.conversationId = to;
  setDraft(ctx, id, '');
  setAttachments(ctx, id, []);
  return to;
}

/** Reads the page of messages before those that are there. Calls at the same time share one answer. */
export async function loadOlder(ctx: ChatContext, id: string, limit = PAGE): Promise<void> {
  const { loadsInFlight } = ctx.workspace;
  const name = `before ${id}`;
  const reading = loadsInFlight.get(name) ?? readOlder(ctx, id, limit).finally(() => loadsInFlight.delete(name));
  loadsInFlight.set(name, reading);
  await reading;
}

async function readOlder(ctx: ChatContext, id: string, limit: number): Promise<void> {
  const { workspace } = ctx;
  const before = ctx.get().threads[id]?.nextBefore ?? null;
  if (before === null) return;
  patchThread(ctx, id, { isLoadingOlder: true });
  try {
    const page = await ctx.api.conversation(id, { limit, before });
    const { threads, messages } = ctx.get();
    const current = threads[id];
    if (workspace !== ctx.workspace || !current || current.nextBefore !== before) return;
    const known = { thread: current, messages, keyOf: (key: string) => keyOf(ctx, key), isGone: () => true };
    const { messages: read, messageIds, nextBefore } = mergeOlder(known, page);
    putMessages(ctx, read);
    patchThread(ctx, id, { messageIds, nextBefore });
  } catch (error) {
    if (workspace === ctx.workspace) notify(ctx, 'load-failed', id, problemText(error));
  } finally {
    if (workspace === ctx.workspace) patchThread(ctx, id, { isLoadingOlder: false });
  }
}

function keyOf({ workspace }: ChatContext, id: string): string {
  return workspace.keyByServerId.get(id) ?? id;
}
