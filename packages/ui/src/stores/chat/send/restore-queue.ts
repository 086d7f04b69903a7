import { EMPTY_THREAD, type ChatContext } from '../chat-context.ts';
import { readWaiting } from './queued-messages.ts';

/** Takes up what an earlier visit left waiting; the server knows nothing of conversations that begin with it. */
export function restoreQueue(ctx: ChatContext): void {
  const { workspace } = ctx;
  const queued = readWaiting(ctx.storage, workspace.storageKeys.waiting);
  const threads = { ...ctx.get().threads };
  for (const [id, [first]] of Object.entries(queued)) {
    if (!first?.isFirst) continue;
    workspace.localOnlyIds.add(id);
    threads[id] ??= EMPTY_THREAD;
  }
  ctx.set({ queued, threads });
}
