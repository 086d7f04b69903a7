import type { ChatContext } from '../chat-context.ts';
import { showVersion } from './show-version.ts';

/** Shows the version `by` places further, counted from the one shown after earlier steps. */
export function stepVersion(ctx: ChatContext, conversationId: string, messageId: string, by: number): Promise<void> {
  const { inFlight } = ctx.workspace.threads;
  const name = `step ${conversationId}`;
  const before = inFlight.get(name) ?? Promise.resolve();
  const step = before.then(async () => {
    const next = neighbor(ctx, conversationId, messageId, by);
    if (next !== undefined) await showVersion(ctx, conversationId, next);
    if (inFlight.get(name) === step) inFlight.delete(name);
  });
  inFlight.set(name, step);
  return step;
}

/** The id of the version; undefined if it does not exist. */
function neighbor(ctx: ChatContext, conversationId: string, messageId: string, by: number): string | undefined {
  const { messages, threads } = ctx.get();
  const keys = threads[conversationId]?.messageIds ?? [];
  const shown = keys.map((key) => messages[key]).find((message) => message?.versionIds?.includes(messageId));
  return shown?.versionIds?.[shown.versionIds.indexOf(shown.id) + by];
}
