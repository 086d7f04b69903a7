import type { ChatContext } from './chat-context.ts';

/** Fetches what the server's model can do. Keeps the last known answer when that fails. */
export async function refreshCapabilities(ctx: ChatContext): Promise<void> {
  const { workspace } = ctx;
  try {
    const capabilities = await ctx.api.capabilities();
    if (workspace === ctx.workspace) ctx.set({ capabilities });
  } catch {
    // Unknown capabilities are not disabled: the server rejects what it cannot do.
  }
}
