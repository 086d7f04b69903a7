import type { ChatContext } from '../chat-context.ts';
import { loadThread } from '../threads/load-thread.ts';

/** Opens the conversations in which a reply is being written, so that it is read on from where its history ends. */
export async function followActive(ctx: ChatContext): Promise<void> {
  const { session } = ctx;
  try {
    const replies = await ctx.api.activeReplies();
    if (session !== ctx.session) return;
    await Promise.all(replies.map(({ conversationId }) => loadThread(ctx, conversationId)));
  } catch {
    // Each thread finds its own reply when it is opened.
  }
}

/** Conversations about which the server has to be asked again: an answer was lost, or a reply is not told any more. */
export function unsettled({ get, session }: ChatContext): string[] {
  const { threads, messages } = get();
  const lost = [...session.outbox.all(), ...session.edits.all()].filter(({ status }) => status === 'unsure');
  const orphaned = Object.entries(threads).filter(([, thread]) => {
    const last = thread.messageIds.at(-1);
    return (
      thread.status === 'failed' || (!thread.reply && last !== undefined && messages[last]?.status === 'streaming')
    );
  });
  const unread = [...session.remembered].filter(([, isFailed]) => isFailed).map(([id]) => id);
  return [...new Set([...lost.map(({ conversationId }) => conversationId), ...orphaned.map(([id]) => id), ...unread])];
}
