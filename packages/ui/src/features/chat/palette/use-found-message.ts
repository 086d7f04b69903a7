import { useEffect, type RefObject } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { useChat } from '../../../stores/client.ts';
import type { FollowedScroller } from '../scroll/follow-scroller.ts';
import { readFoundMessage } from './found-message.ts';

/** Scrolls to the message that the URL points to and highlights the matched words until the user leaves the page. */
export function useFoundMessage(
  conversationId: string,
  scroller: RefObject<FollowedScroller | null>,
  rows: ReadonlyMap<string, HTMLElement>,
): void {
  // Overlays change the state of the history around it.
  const state: unknown = useHistoryState();
  const stored = JSON.stringify(readFoundMessage(state));
  const findMessage = useChat((chat) => chat.findMessage);
  useEffect(() => {
    const found = readFoundMessage(JSON.parse(stored));
    if (found?.conversationId !== conversationId) return;
    const left = new AbortController();
    const show = (element: HTMLElement) => scroller.current?.show(element);
    // Without the chunk, the conversation opens at its end.
    import('./show-found-message.ts')
      .then(({ showFoundMessage }) => showFoundMessage(found, findMessage, rows, show, left.signal))
      .catch(() => {});
    return () => left.abort();
  }, [conversationId, findMessage, scroller, rows, stored]);
}
