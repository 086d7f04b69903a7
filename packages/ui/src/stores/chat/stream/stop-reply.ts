import { AppError } from '@parley/core';
import { notify, patchReply, type ChatContext } from '../chat-context.ts';
import { problemText } from '../../problem-text.ts';

/** Milliseconds in which the last event of a stopped reply arrives where its stream is alive. */
const LAST_EVENT = 1000;

/** Stops the reply being written. It ends by its own stream, or by what the server has stored of it. */
export async function stopReply(ctx: ChatContext, conversationId: string): Promise<void> {
  const reply = ctx.get().threads[conversationId]?.reply;
  if (!reply || reply.stopping) return;
  patchReply(ctx, conversationId, { stopping: true });
  // Before the server has accepted there is nothing to stop; `stopIfAsked` comes back to it then.
  if (reply.generationId !== null) await requestStop(ctx, conversationId, reply.generationId);
}

/** Call when a reply has been accepted: somebody may have pressed Stop before. */
export function stopIfRequested(ctx: ChatContext, conversationId: string): void {
  const reply = ctx.get().threads[conversationId]?.reply;
  if (reply?.stopping && reply.generationId !== null) void requestStop(ctx, conversationId, reply.generationId);
}

async function requestStop(ctx: ChatContext, conversationId: string, generationId: string): Promise<void> {
  const { workspace } = ctx;
  const isRunning = (): boolean =>
    workspace === ctx.workspace && ctx.get().threads[conversationId]?.reply?.generationId === generationId;
  try {
    const { status } = await ctx.api.stop(generationId);
    // Written by a server that has not answered yet: the reply's own stream tells when it is over, and until then it is not.
    if (status === 'stopping') return;
  } catch (error) {
    const isUnknown = error instanceof AppError && error.code === 'not-found';
    if (isRunning() && !isUnknown) {
      patchReply(ctx, conversationId, { stopping: false });
      notify(ctx, 'stop-failed', conversationId, problemText(error));
      return;
    }
  }
  // The reply is stored by now, and its stream is about to say so; where it does not, the stored one is read.
  await new Promise((resolve) => setTimeout(resolve, LAST_EVENT));
  if (isRunning()) await ctx.reload(conversationId);
}
