import type { ChatContext } from './chat-context.ts';

/** Asks how much is used. When that fails, the last known numbers stay. */
export async function refreshUsage(ctx: ChatContext): Promise<void> {
  const { session } = ctx;
  try {
    const usage = await ctx.api.usage();
    if (session === ctx.session) ctx.set({ usage });
  } catch {
    // The next reply brings the numbers along.
  }
}
