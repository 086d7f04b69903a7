import { AppError } from '@parley/core';
import { bump, notify, THE_LIST, type ChatContext } from '../chat-context.ts';
import { takeThread } from './load-thread.ts';
import { whileChanging } from '../conversations/pending-mutations.ts';
import { problemText } from '../../problem-text.ts';

/** Shows the branch of a message instead of the current one. False when that did not work, and a notice says why. */
export async function showVersion(ctx: ChatContext, conversationId: string, messageId: string): Promise<boolean> {
  const { session } = ctx;
  const isBusy = (): boolean =>
    Boolean(ctx.get().threads[conversationId]?.reply) || session.pending.has(conversationId);
  try {
    if (isBusy()) throw new AppError('reply-in-progress');
    const page = await whileChanging(ctx, conversationId, ctx.api.showVersion(conversationId, messageId));
    if (session !== ctx.session || session.deleted.has(conversationId)) return false;
    bump(ctx, conversationId, THE_LIST);
    // What was asked meanwhile is told by the server when it is read again.
    if (isBusy()) return false;
    takeThread(ctx, conversationId, page);
    return true;
  } catch (error) {
    if (session === ctx.session) notify(ctx, 'version-failed', conversationId, problemText(error));
    return false;
  }
}
