import type { ChatContext } from './chat-context.ts';

/** Asks what the server's model can do. When that fails, what was known stays. */
export async function refreshCapabilities(ctx: ChatContext): Promise<void> {
  const { workspace } = ctx;
  try {
    const capabilities = await ctx.api.capabilities();
    if (workspace === ctx.workspace) ctx.set({ capabilities });
  } catch {
    // What is not known is not greyed; the server says it when it is asked for.
  }
}
