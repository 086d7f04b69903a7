import { AppError } from '@parley/core';
import { bumpRevision, notify, CONVERSATION_LIST, type ChatContext } from '../chat-context.ts';
import { applyThreadPage } from './load-thread.ts';
import { trackMutation } from '../conversations/pending-mutations.ts';
import { problemText } from '../../problem-text.ts';

/** Shows the branch of a message instead of the current one. False when that did not work, and a notice says why. */
export async function showVersion(ctx: ChatContext, conversationId: string, messageId: string): Promise<boolean> {
  const { workspace } = ctx;
  const isBusy = (): boolean =>
    Boolean(ctx.get().threads[conversationId]?.reply) || workspace.outgoing.pendingRequests.has(conversationId);
  try {
    if (isBusy()) throw new AppError('reply-in-progress');
    const page = await trackMutation(ctx, conversationId, ctx.api.showVersion(conversationId, messageId));
    if (workspace !== ctx.workspace || workspace.conversations.deletedIds.has(conversationId)) return false;
    bumpRevision(ctx, conversationId, CONVERSATION_LIST);
    // What was asked meanwhile is told by the server when it is read again.
    if (isBusy()) return false;
    applyThreadPage(ctx, conversationId, page);
    return true;
  } catch (error) {
    if (workspace === ctx.workspace) notify(ctx, 'version-failed', conversationId, problemText(error));
    return false;
  }
}
