import type { ChatStore } from '../chat-store.ts';
import { onPageVisible } from '../../connection/on-page-visible.ts';

/** Milliseconds after the end of a window before the next one is fetched. */
const AFTER = 1000;
/** Milliseconds before a retry, if the server's clock is behind or it did not answer. */
const AGAIN = 60_000;
/** Maximum delay of a timer. */
const LONGEST = 2 ** 31 - 1;

/**
 * Fetches the usage when its window ends, which has no event, and at the limit whenever the page becomes visible,
 * since the timers of a sleeping machine are late. Returns a function that ends it.
 */
export function watchUsage(chat: ChatStore): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;

  const ask = async (): Promise<void> => {
    await chat.getState().refreshUsage();
    plan();
  };
  const plan = (): void => {
    clearTimeout(timer);
    const { usage } = chat.getState();
    if (isEnded || !usage || usage.messagesUsed === 0) return;
    const left = Date.parse(usage.periodEnd) - Date.now();
    timer = setTimeout(() => void ask(), left > 0 ? Math.min(left + AFTER, LONGEST) : AGAIN);
  };

  const forget = chat.subscribe((now, before) => now.usage !== before.usage && plan());
  const leave = onPageVisible(() => chat.getState().usage?.isLimitReached && void ask());
  plan();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    forget();
    leave();
  };
}
