import { AppError } from '@parley/core';
import { notify, patchReply, type ChatContext } from '../chat-context.ts';
import { problemText } from '../../problem-text.ts';
import { holdQueue } from '../send/queue/queue-pause.ts';

/** Milliseconds to wait for the last event of a stopped reply. */
const LAST_EVENT = 1000;

/**
 * Stops the running reply, and pauses the queue of its conversation. The reply ends with the last event of its stream,
 * or else with its stored message.
 */
export async function stopReply(ctx: ChatContext, conversationId: string): Promise<void> {
  const reply = ctx.get().threads[conversationId]?.reply;
  if (!reply || reply.stopping) return;
  patchReply(ctx, conversationId, { stopping: true });
  holdQueue(ctx, conversationId);
  // Before acceptance there is nothing to stop; `stopIfRequested` stops it then.
  if (reply.generationId !== null) await requestStop(ctx, conversationId, reply.generationId);
}

/** Stops a reply that has just been accepted if the user pressed Stop before that. */
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
    // Another instance runs the reply and has not stopped it yet: its stream ends it.
    if (status === 'stopping') return;
  } catch (error) {
    const isUnknown = error instanceof AppError && error.code === 'not-found';
    if (isRunning() && !isUnknown) {
      patchReply(ctx, conversationId, { stopping: false });
      notify(ctx, 'stop-failed', conversationId, problemText(error));
      return;
    }
  }
  // The reply is stored by now. If its stream does not say so, the stored one is loaded.
  await new Promise((resolve) => setTimeout(resolve, LAST_EVENT));
  if (isRunning()) await ctx.reload(conversationId);
}
