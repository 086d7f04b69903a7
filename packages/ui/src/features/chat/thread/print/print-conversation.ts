import { conversationIdAt } from '@parley/core';
import { navigate } from '../../../../kit/overlays/navigate.ts';
import { mainElement } from '../../chat-elements.ts';
import type { ChatStore } from '../../../../stores/chat/chat-store.ts';
import './print.css';

/**
 * Milliseconds without a change of the page after which it is complete: diagrams, formulas and folded parts load when they
 * are first rendered.
 */
const SETTLES_IN = 500;
/** Longest wait for that. A running reply changes the page all the time. */
const SETTLES_BY = 5_000;
/** Longest wait, and time between looks, for the rows of a conversation that was just opened. */
const RENDERS_IN = 2_000;
const STEP = 50;

/**
 * Opens a conversation and prints the whole of it: loads its older messages first, and lets every row and folded part
 * render (`beforeprint`). Does nothing if it cannot be loaded.
 */
export async function printConversation(chat: ChatStore, conversationId: string): Promise<void> {
  if (!(await isOpened(chat, conversationId))) return;
  const beforeAll = (): string | null => chat.getState().threads[conversationId]?.nextBefore ?? null;
  for (let next = beforeAll(); next !== null;) {
    await chat.getState().loadOlder(conversationId);
    const now = beforeAll();
    // Without an answer, what is loaded is printed.
    next = now === next ? null : now;
  }
  await untilRendered(() => chat.getState().threads[conversationId]?.messageIds.length ?? 0);
  const root = document.documentElement;
  const { theme } = root.dataset;
  // Diagrams are drawn in the colors of the page.
  root.dataset.theme = 'light';
  const thread = shownThread();
  const top = thread?.scrollTop ?? 0;
  dispatchEvent(new Event('beforeprint'));
  await untilSettled();
  window.print();
  dispatchEvent(new Event('afterprint'));
  if (thread) thread.scrollTop = top;
  if (theme !== undefined) root.dataset.theme = theme;
}

const shownThread = () => mainElement.current?.querySelector('[data-thread]');

/** Opens the conversation. Resolves to whether its messages are there. */
async function isOpened(chat: ChatStore, conversationId: string): Promise<boolean> {
  if (conversationIdAt(location.pathname) !== conversationId) navigate(`/c/${conversationId}`);
  const status = () => chat.getState().threads[conversationId]?.status ?? 'loading';
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = () => status() !== 'loading' && resolve();
  const unsubscribe = chat.subscribe(check);
  check();
  await promise;
  unsubscribe();
  return status() === 'ready';
}

/** Waits until the page has this many messages, for two seconds at most. */
async function untilRendered(count: () => number): Promise<void> {
  const isRendered = () => (shownThread()?.querySelectorAll('[data-message]').length ?? 0) >= count();
  for (let waited = 0; waited < RENDERS_IN && !isRendered(); waited += STEP)
    await new Promise((resolve) => setTimeout(resolve, STEP));
}

/** Waits until nothing in the page has changed for `SETTLES_IN`, at most until `SETTLES_BY`. */
async function untilSettled(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let quiet = setTimeout(resolve, SETTLES_IN);
  const latest = setTimeout(resolve, SETTLES_BY);
  const observer = new MutationObserver(() => {
    clearTimeout(quiet);
    quiet = setTimeout(resolve, SETTLES_IN);
  });
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  await promise;
  observer.disconnect();
  clearTimeout(quiet);
  clearTimeout(latest);
}
