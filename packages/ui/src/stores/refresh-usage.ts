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

/** Shows a message as counted from the moment it is accepted; the end of its reply brings the server's own numbers. */
export function countMessage(ctx: ChatContext): void {
  const { usage } = ctx.get();
  if (!usage) return;
  const isOpen = Date.parse(usage.periodEnd) > ctx.now();
  const messagesUsed = Math.min(usage.messagesLimit, (isOpen ? usage.messagesUsed : 0) + 1);
  ctx.set({ usage: { ...usage, messagesUsed } });
}
