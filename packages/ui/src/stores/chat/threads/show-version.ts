import { AppError } from '@parley/core';
import { bumpRevision, notify, CONVERSATION_LIST, type ChatContext } from '../chat-context.ts';
import { applyThreadPage } from './load-thread.ts';
import { trackMutation } from '../conversations/pending-mutations.ts';
import { problemText } from '../../problem-text.ts';

/** Switches to the branch of a message. Returns false on failure, which a notice reports. */
export async function showVersion(ctx: ChatContext, conversationId: string, messageId: string): Promise<boolean> {
  const { workspace } = ctx;
  const isBusy = (): boolean =>
    Boolean(ctx.get().threads[conversationId]?.reply) || workspace.outgoing.pendingRequests.has(conversationId);
  try {
    if (isBusy()) throw new AppError('reply-in-progress');
    const page = await trackMutation(ctx, conversationId, ctx.api.showVersion(conversationId, messageId));
    if (workspace !== ctx.workspace || workspace.conversations.deletedIds.has(conversationId)) return false;
    bumpRevision(ctx, conversationId, CONVERSATION_LIST);
    // A message was sent meanwhile: the next load shows its branch.
    if (isBusy()) return false;
    applyThreadPage(ctx, conversationId, page);
    return true;
  } catch (error) {
    if (workspace === ctx.workspace) notify(ctx, 'version-failed', conversationId, problemText(error));
    return false;
  }
}
