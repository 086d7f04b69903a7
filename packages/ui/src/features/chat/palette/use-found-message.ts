import { useEffect, type RefObject } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { useChat } from '../../../stores/client.ts';
import type { FollowedScroller } from '../scroll/follow-scroller.ts';
import { readFoundMessage } from './found-message.ts';
import { markWords } from './mark-words.ts';

/** Animation frames to wait for a loaded message to render. */
const PATIENCE = 180;

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
    let left = false;
    let unmark = () => {};
    const show = async () => {
      const messageKey = await findMessage(conversationId, found.messageId);
      if (messageKey === null) return;
      const element = await rendered(
        () => rows.get(messageKey),
        found.words,
        () => left,
      );
      if (!element) return;
      scroller.current?.show(element);
      await renderedWhole(element, () => left);
      if (left) return;
      // Rows that were not rendered before had an estimated height, so the position is correct only the second time.
      scroller.current?.show(element);
      unmark = markWords(element, found.words);
    };
    void show();
    return () => {
      left = true;
      unmark();
    };
  }, [conversationId, findMessage, scroller, rows, stored]);
}

/**
 * Waits until a row with these words is rendered. Resolves to undefined if the user leaves first or the row never
 * appears.
 */
async function rendered(
  find: () => HTMLElement | undefined,
  words: string[],
  hasLeft: () => boolean,
): Promise<HTMLElement | undefined> {
  for (let frame = 0; frame < PATIENCE && !hasLeft(); frame++) {
    const element = find();
    const text = element?.textContent.toLowerCase() ?? '';
    if (element && words.every((word) => text.includes(word.toLowerCase()))) return element;
    await new Promise(requestAnimationFrame);
  }
  return hasLeft() ? undefined : find();
}

/** Waits until a row that has come into view is fully rendered. */
async function renderedWhole(turn: Element, hasLeft: () => boolean): Promise<void> {
  for (let frame = 0; frame < PATIENCE && !hasLeft(); frame++) {
    await new Promise(requestAnimationFrame);
    if (!turn.hasAttribute('data-far')) return;
  }
}
