import type { Usage } from '@parley/core';
import { revision, type ChatContext } from '../chat-context.ts';

/** Under this name revisions count what the server told of the usage by itself. */
export const USAGE = 'usage';

/** Asks how much is used. When that fails, the last known numbers stay. */
export async function refreshUsage(ctx: ChatContext): Promise<void> {
  const { workspace } = ctx;
  try {
    let asked: number;
    let usage: Usage;
    do {
      asked = revision(ctx, USAGE);
      usage = await ctx.api.usage();
      if (workspace !== ctx.workspace) return;
      // Which of the two is older nobody can tell.
    } while (asked !== revision(ctx, USAGE));
    ctx.set({ usage });
  } catch {
    // The next reply brings the numbers along.
  }
}

/** Takes the numbers that came with the end of a reply; where they are others than those known, either may be older. */
export function applyUsage(ctx: ChatContext, usage: Usage): void {
  const known = ctx.get().usage;
  ctx.set({ usage });
  const isSame = known?.messagesUsed === usage.messagesUsed && known.periodEnd === usage.periodEnd;
  if (known && !isSame) void refreshUsage(ctx);
}

/**
 * Shows a message as counted from the moment it is accepted; the end of its reply brings the server's own numbers. `asked`
 * is the revision when it was sent: where the server has told since, it has counted.
 */
export function countMessage(ctx: ChatContext, asked: number): void {
  const { usage } = ctx.get();
  if (!usage || asked !== revision(ctx, USAGE)) return;
  const isOpen = Date.parse(usage.periodEnd) > ctx.now();
  const messagesUsed = Math.min(usage.messagesLimit, (isOpen ? usage.messagesUsed : 0) + 1);
  ctx.set({ usage: { ...usage, messagesUsed } });
}
