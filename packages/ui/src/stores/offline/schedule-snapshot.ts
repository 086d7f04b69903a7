import type { ChatContext } from '../chat/chat-context.ts';
import { evictThreads } from '../chat/threads/evict-threads.ts';
import { remember } from './write-snapshot.ts';

/** Milliseconds without a change after which what is there is kept. */
const QUIET = 2000;
const LONGEST_WAIT = 10_000;

/**
 * Keeps the newest conversations for the next start, once their list is known, and no more of the others in memory than
 * there is room for: some time after they last changed, when the page has nothing else to do, and never while a reply is
 * being written. `mayWrite` as for `createShelf`. Returns what ends it.
 */
export function keepRemembering(ctx: ChatContext, userId: string, mayWrite: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;
  let { conversations, threads } = ctx.get();
  const recent = new Set<string>();

  const write = async (): Promise<void> => {
    await idle();
    const state = ctx.get();
    const isWriting = Object.values(state.threads).some(({ reply }) => reply !== null);
    // The end of a reply is a change, and begins this again.
    if (isEnded || isWriting || state.historyStatus !== 'ready') return;
    if (mayWrite()) remember(ctx.storage, userId, state);
    evictThreads(ctx, recent);
  };
  const noteShown = (): void => {
    const { openId } = ctx.workspace.threads;
    if (openId === null) return;
    recent.delete(openId);
    recent.add(openId);
  };
  const forget = ctx.subscribe(() => {
    const state = ctx.get();
    if (state.conversations === conversations && state.threads === threads) return;
    noteShown();
    ({ conversations, threads } = state);
    clearTimeout(timer);
    timer = setTimeout(() => void write(), QUIET);
  });
  void write();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    forget();
  };
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT });
    else setTimeout(resolve, 0);
  });
}
