import { conversationIdAt } from '@parley/core';
import { useEffect } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { hasCommandKey } from '../../../../kit/controls/shortcut.ts';
import { useChatStore } from '../../../../stores/client.ts';
import type { ChatStore } from '../../../../stores/chat/chat-store.ts';
import './print.css';

/** Milliseconds for diagrams and formulas of rows that were just rendered, before the page is printed. */
const SETTLES_IN = 500;

/**
 * Prints the whole conversation on Ctrl+P or Cmd+P: loads its older messages and renders every row first. The browser's
 * own menu prints the messages that are loaded.
 */
export function Printing(): null {
  const conversationId = conversationIdAt(usePathname());
  const chat = useChatStore();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isPrint = hasCommandKey(event) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'p';
      if (!isPrint || event.defaultPrevented || conversationId === undefined) return;
      event.preventDefault();
      if (!event.repeat) void print(chat, conversationId);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [chat, conversationId]);
  return null;
}

async function print(chat: ChatStore, conversationId: string): Promise<void> {
  const beforeAll = (): string | null => chat.getState().threads[conversationId]?.nextBefore ?? null;
  for (let next = beforeAll(); next !== null;) {
    await chat.getState().loadOlder(conversationId);
    const now = beforeAll();
    // Without an answer, what is loaded is printed.
    next = now === next ? null : now;
  }
  const root = document.documentElement;
  const { theme } = root.dataset;
  // Diagrams are drawn in the colors of the page.
  root.dataset.theme = 'light';
  dispatchEvent(new Event('beforeprint'));
  await new Promise((resolve) => setTimeout(resolve, SETTLES_IN));
  window.print();
  if (theme !== undefined) root.dataset.theme = theme;
}
