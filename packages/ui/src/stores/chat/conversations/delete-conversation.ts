import { AppError } from '@parley/core';
import {
  bump,
  forgetDeleted,
  notify,
  placeByTime,
  removeConversation,
  setDraft,
  THE_LIST,
  type ChatContext,
} from '../chat-context.ts';
import { setAttachments } from '../attachments/draft-attachments.ts';
import { whileChanging } from './pending-mutations.ts';
import { problemText } from '../../problem-text.ts';
import { letGo } from '../stream/reply-stream-binding.ts';
import { dropUploads } from '../attachments/upload-queue.ts';

const DELETE_FAILED = 'Failed to delete conversation';

/** Deletes a conversation: from the screen at once, then on the server. When that fails it is back. */
export async function deleteConversation(ctx: ChatContext, id: string): Promise<void> {
  const { session } = ctx;
  session.pending.get(id)?.();
  letGo(ctx, id);
  const { conversations, threads, drafts, attachments } = ctx.get();
  const index = conversations.findIndex((item) => item.id === id);
  const conversation = conversations[index];
  const { [id]: thread, ...others } = threads;
  session.deleted.add(id);
  removeConversation(ctx, id);
  ctx.set({ threads: others, deleted: conversation ?? null });
  bump(ctx, id, THE_LIST);
  const { promise: done, resolve } = Promise.withResolvers<boolean>();
  const inBox = (attachments[id] ?? []).filter(({ status }) => status === 'ready');
  session.removed = conversation ? { conversation, index, draft: drafts[id] ?? '', attachments: inBox, done } : null;
  let isDeleted = true;
  try {
    if (!session.unsent.has(id)) await whileChanging(ctx, id, ctx.api.deleteConversation(id));
  } catch (error) {
    const isGone = error instanceof AppError && error.code === 'not-found';
    isDeleted = isGone;
    if (session !== ctx.session) return;
    if (!isGone) {
      session.deleted.delete(id);
      if (ctx.get().deleted?.id === id) forgetDeleted(ctx);
      if (conversation) placeByTime(ctx, conversation, index);
      if (thread) ctx.set({ threads: { ...ctx.get().threads, [id]: thread } });
      console.error(DELETE_FAILED);
      notify(ctx, 'delete-failed', id, `${DELETE_FAILED}. ${problemText(error)}`);
      if (thread) void ctx.reload(id);
      return;
    }
  } finally {
    // A list that was read before the server had deleted it is outdated.
    if (session === ctx.session) bump(ctx, id, THE_LIST);
    resolve(isDeleted);
  }
  if (session !== ctx.session) return;
  session.outbox.remove(id);
  session.edits.remove(id);
  setDraft(ctx, id, '');
  dropUploads(ctx, id);
  setAttachments(ctx, id, []);
}
