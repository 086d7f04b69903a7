import {
  bumpRevision,
  forgetDeleted,
  notify,
  placeByTime,
  removeConversation,
  setDraft,
  CONVERSATION_LIST,
  type ChatContext,
} from '../chat-context.ts';
import { setArchived } from './change-conversation.ts';
import { setAttachments } from '../attachments/draft-attachments.ts';
import { trackMutation } from './pending-mutations.ts';
import { problemText } from '../../problem-text.ts';

/** Restores the last deleted conversation with its draft, or the last archived one. A failure can be retried. */
export async function undoDelete(ctx: ChatContext): Promise<void> {
  const { workspace } = ctx;
  const { deleted } = ctx.get();
  const { lastDeleted } = workspace.conversations;
  if (!lastDeleted && deleted) {
    forgetDeleted(ctx);
    return setArchived(ctx, deleted.id, false);
  }
  if (!lastDeleted) return;
  const { conversation, index, draft, attachments, done } = lastDeleted;
  const { id } = conversation;
  forgetDeleted(ctx);
  workspace.conversations.deletedIds.delete(id);
  const { [id]: stale, ...threads } = ctx.get().threads;
  if (stale) ctx.set({ threads });
  placeByTime(ctx, conversation, index);
  bumpRevision(ctx, id, CONVERSATION_LIST);
  try {
    const restored = await trackMutation(
      ctx,
      id,
      done.then((isDeleted) => (isDeleted ? ctx.api.restoreConversation(id) : null)),
    );
    if (!restored) return;
    if (workspace !== ctx.workspace) return;
    placeByTime(ctx, { ...restored, lastText: conversation.lastText });
    if (draft !== '') setDraft(ctx, id, draft);
    if (attachments.length > 0) setAttachments(ctx, id, attachments);
    bumpRevision(ctx, id, CONVERSATION_LIST);
    await ctx.reload(id);
  } catch (error) {
    if (workspace !== ctx.workspace) return;
    workspace.conversations.deletedIds.add(id);
    workspace.conversations.lastDeleted = lastDeleted;
    removeConversation(ctx, id);
    ctx.set({ deleted: conversation });
    bumpRevision(ctx, CONVERSATION_LIST);
    notify(ctx, 'change-failed', id, problemText(error));
  }
}
