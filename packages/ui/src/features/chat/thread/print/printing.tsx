import { conversationIdAt } from '@parley/core';
import { useEffect } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { hasCommandKey, letterOf } from '../../../../kit/controls/shortcut.ts';
import { useChatStore } from '../../../../stores/client.ts';
import { printConversation } from './print-conversation.ts';

/**
 * Prints the whole conversation on Ctrl+P or Cmd+P. The browser's own menu prints the messages that are loaded, with
 * what is folded left out.
 */
export function Printing(): null {
  const conversationId = conversationIdAt(usePathname());
  const chat = useChatStore();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isPrint = hasCommandKey(event) && !event.altKey && !event.shiftKey && letterOf(event) === 'p';
      if (!isPrint || event.defaultPrevented || conversationId === undefined) return;
      event.preventDefault();
      if (!event.repeat) void printConversation(chat, conversationId);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [chat, conversationId]);
  return null;
}
