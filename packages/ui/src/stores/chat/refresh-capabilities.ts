import type { ChatContext } from './chat-context.ts';

/** Fetches the capabilities of the server's model. Keeps the last known answer on failure. */
export async function refreshCapabilities(ctx: ChatContext): Promise<void> {
  const { workspace } = ctx;
  try {
    const capabilities = await ctx.api.capabilities();
    if (workspace === ctx.workspace) ctx.set({ capabilities });
  } catch {
    // Unknown capabilities stay enabled: the server rejects unsupported requests.
  }
}
