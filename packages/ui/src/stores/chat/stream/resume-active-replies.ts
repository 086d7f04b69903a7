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
