import { EMPTY_THREAD, type ChatContext } from '../chat-context.ts';
import { readWaiting } from './queued-messages.ts';

/** Takes up what an earlier visit left waiting; the server knows nothing of conversations that begin with it. */
export function openWaiting(ctx: ChatContext): void {
  const { session } = ctx;
  const waiting = readWaiting(ctx.storage, session.stored.waiting);
  const threads = { ...ctx.get().threads };
  for (const [id, [first]] of Object.entries(waiting)) {
    if (!first?.isFirst) continue;
    session.unsent.add(id);
    threads[id] ??= EMPTY_THREAD;
  }
  ctx.set({ waiting, threads });
}
