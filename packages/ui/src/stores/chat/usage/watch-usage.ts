import type { ChatStore } from '../chat-store.ts';
import { onPageVisible } from '../../connection/on-page-visible.ts';

/** Milliseconds after the end of a window at which the server is asked about the next one. */
const AFTER = 1000;
/** Milliseconds after which it is asked again where its clock is later than this one, or it did not answer. */
const AGAIN = 60_000;
/** The longest time a timer can be set to. */
const LONGEST = 2 ** 31 - 1;

/**
 * Asks how much is used once the window has ended in which messages were counted, since nobody tells of that, and at the
 * limit whenever somebody looks at the page again, since a machine that sleeps is late. Returns what ends it.
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
