import type { Usage } from '@parley/core';
import { revision, type ChatContext } from '../chat-context.ts';

/** Key of the revision that counts the usage events of the server. */
export const USAGE = 'usage';

/** Fetches the usage. Keeps the last known numbers on failure. */
export async function refreshUsage(ctx: ChatContext): Promise<void> {
  const { workspace } = ctx;
  try {
    let revisionBefore: number;
    let usage: Usage;
    do {
      revisionBefore = revision(ctx, USAGE);
      usage = await ctx.api.usage();
      if (workspace !== ctx.workspace) return;
      // An event arrived meanwhile, and the two numbers cannot be ordered.
    } while (revisionBefore !== revision(ctx, USAGE));
    ctx.set({ usage });
  } catch {
    // The next reply includes the numbers.
  }
}

/**
 * Applies the numbers that came with the end of a reply. Fetches them again if they differ, since either may be older.
 */
export function applyUsage(ctx: ChatContext, usage: Usage): void {
  const known = ctx.get().usage;
  ctx.set({ usage });
  const isSame = known?.messagesUsed === usage.messagesUsed && known.periodEnd === usage.periodEnd;
  if (known && !isSame) void refreshUsage(ctx);
}

/**
 * Counts a message optimistically when it is accepted; the end of its reply brings the server's numbers.
 * `revisionBefore` is the revision when it was sent: an event since then has counted it already.
 */
export function countMessage(ctx: ChatContext, revisionBefore: number): void {
  const { usage } = ctx.get();
  if (!usage || revisionBefore !== revision(ctx, USAGE)) return;
  const isOpen = Date.parse(usage.periodEnd) > ctx.now();
  const messagesUsed = Math.min(usage.messagesLimit, (isOpen ? usage.messagesUsed : 0) + 1);
  ctx.set({ usage: { ...usage, messagesUsed } });
}
