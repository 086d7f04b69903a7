import { conversationIdAt } from '@parley/core';
import type { ChatState } from '../chat-state.ts';
import type { ChatStore } from '../chat-store.ts';

/**
 * Marks the conversation on screen as read, on every device, once its reply has ended and the page is visible. Reports
 * the number of other unread conversations, now and after every change. Returns a function that ends it.
 */
export function watchUnread(chat: ChatStore, onCount: (count: number) => void): () => void {
  const marking = new Set<string>();
  const mark = async (id: string): Promise<void> => {
    if (marking.has(id)) return;
    marking.add(id);
    await chat.getState().markRead(id);
    marking.delete(id);
  };
  const check = (): void => {
    const state = chat.getState();
    const isVisible = document.visibilityState === 'visible';
    const shownId = isVisible ? conversationIdAt(location.pathname) : undefined;
    const unread = state.conversations.filter((each) => each.unread && !isReplying(state, each.id));
    const read = unread.find(({ id }) => id === shownId && state.threads[id]?.status === 'ready');
    if (read) void mark(read.id);
    onCount(unread.filter(({ id, archived }) => id !== shownId && !archived).length);
  };
  const forget = chat.subscribe((now, before) => {
    if (now.conversations !== before.conversations || now.threads !== before.threads) check();
  });
  document.addEventListener('visibilitychange', check);
  check();
  return () => {
    forget();
    document.removeEventListener('visibilitychange', check);
    onCount(0);
  };
}

function isReplying({ threads }: ChatState, id: string): boolean {
  return threads[id]?.reply != null;
}
