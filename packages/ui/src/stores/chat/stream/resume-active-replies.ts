import type { ChatContext } from '../chat-context.ts';
import { loadThread } from '../threads/load-thread.ts';

/** Loads the conversations in which a reply is running, and resumes its stream. */
export async function resumeActiveReplies(ctx: ChatContext): Promise<void> {
  const { workspace } = ctx;
  try {
    const replies = await ctx.api.activeReplies();
    if (workspace !== ctx.workspace) return;
    await Promise.all(replies.map(({ conversationId }) => loadThread(ctx, conversationId)));
  } catch {
    // Each thread resumes its own reply when it is opened.
  }
}

/** Conversations to reload: an answer of the server was lost, or a reply is marked as running without a stream. */
export function conversationsToReload({ get, workspace }: ChatContext): string[] {
  const { threads, messages } = get();
  const failed = workspace.outgoing.queue.unconfirmed().filter(({ status }) => status === 'failed');
  const orphaned = Object.entries(threads).filter(([, thread]) => {
    const last = thread.messageIds.at(-1);
    return (
      thread.status === 'failed' || (!thread.reply && last !== undefined && messages[last]?.status === 'streaming')
    );
  });
  const unread = [...workspace.threads.cached].filter(([, isFailed]) => isFailed).map(([id]) => id);
  return [
    ...new Set([...failed.map(({ conversationId }) => conversationId), ...orphaned.map(([id]) => id), ...unread]),
  ];
}
