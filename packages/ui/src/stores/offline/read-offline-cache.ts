import type { ChatContext } from '../chat/chat-context.ts';
import { showKept } from './read-snapshot.ts';
import type { Shelf } from './offline-cache.ts';

/** Lists what is kept on this device, until the server has told what there is. */
export async function showShelvedList(ctx: ChatContext, shelf: Shelf): Promise<void> {
  const { workspace } = ctx;
  const summaries = await shelf.summaries();
  if (workspace === ctx.workspace && ctx.get().historyStatus !== 'ready') showKept(ctx, summaries);
}

/** Shows a conversation as it is kept on this device, until the server answers. */
export async function showShelvedThread(ctx: ChatContext, shelf: Shelf, id: string): Promise<void> {
  const { workspace } = ctx;
  const messages = await shelf.messages(id);
  const summary = (await shelf.summaries()).find((kept) => kept.id === id);
  if (workspace !== ctx.workspace || !summary || workspace.conversations.deletedIds.has(id)) return;
  const { threads } = ctx.get();
  if (['loading', 'failed'].includes(threads[id]?.status ?? 'loading')) showKept(ctx, [{ ...summary, messages }]);
}
