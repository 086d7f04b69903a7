import type { ChatContext } from '../chat-context.ts';
import { loadThread } from '../threads/load-thread.ts';

/** Opens the conversations in which a reply is being written, so that it is read on from where its history ends. */
export async function resumeActiveReplies(ctx: ChatContext): Promise<void> {
  const { workspace } = ctx;
  try {
    const replies = await ctx.api.activeReplies();
    if (workspace !== ctx.workspace) return;
    await Promise.all(replies.map(({ conversationId }) => loadThread(ctx, conversationId)));
  } catch {
    // Each thread finds its own reply when it is opened.
  }
}

/** Conversations about which the server has to be asked again: an answer was lost, or a reply is not told any more. */
export function conversationsToReload({ get, workspace }: ChatContext): string[] {
  const { threads, messages } = get();
  const lost = [...workspace.outbox.all(), ...workspace.edits.all()].filter(({ status }) => status === 'unsure');
  const orphaned = Object.entries(threads).filter(([, thread]) => {
    const last = thread.messageIds.at(-1);
    return (
      thread.status === 'failed' || (!thread.reply && last !== undefined && messages[last]?.status === 'streaming')
    );
  });
  const unread = [...workspace.cachedThreads].filter(([, isFailed]) => isFailed).map(([id]) => id);
  return [...new Set([...lost.map(({ conversationId }) => conversationId), ...orphaned.map(([id]) => id), ...unread])];
}
