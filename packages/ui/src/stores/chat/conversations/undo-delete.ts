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

/** Brings the conversation that was deleted last back to its place, with what was in its box. When that fails, it can be tried again. */
export async function undoDelete(ctx: ChatContext): Promise<void> {
  const { session } = ctx;
  const { removed } = session;
  if (!removed) return;
  const { conversation, index, draft, attachments, done } = removed;
  const { id } = conversation;
  forgetDeleted(ctx);
  session.deleted.delete(id);
  const { [id]: gone, ...threads } = ctx.get().threads;
  if (gone) ctx.set({ threads });
  placeByTime(ctx, conversation, index);
  bump(ctx, id, THE_LIST);
  try {
    const restored = await whileChanging(
      ctx,
      id,
      done.then((isDeleted) => (isDeleted ? ctx.api.restoreConversation(id) : null)),
    );
    if (!restored) return;
    if (session !== ctx.session) return;
    placeByTime(ctx, { ...restored, lastText: conversation.lastText });
    if (draft !== '') setDraft(ctx, id, draft);
    if (attachments.length > 0) setAttachments(ctx, id, attachments);
    bump(ctx, id, THE_LIST);
    await ctx.reload(id);
  } catch (error) {
    if (session !== ctx.session) return;
    session.deleted.add(id);
    session.removed = removed;
    removeConversation(ctx, id);
    ctx.set({ deleted: conversation });
    bump(ctx, THE_LIST);
    notify(ctx, 'change-failed', id, problemText(error));
  }
}
