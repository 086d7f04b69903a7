import { useEffect, type RefObject } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { useChat } from '../../../stores/client.ts';
import type { FollowedScroller } from '../scroll/follow-scroller.ts';
import { readFoundMessage } from './found-message.ts';
import { markWords } from './mark-words.ts';

/** Frames that a loaded message may take to be rendered. */
const PATIENCE = 180;

/** Brings the message that the address leads to into view and marks what was found in it, until another page is shown. */
export function useFoundMessage(
  conversationId: string,
  scroller: RefObject<FollowedScroller | null>,
  rows: ReadonlyMap<string, HTMLElement>,
): void {
  const state: unknown = useHistoryState();
  const findMessage = useChat((chat) => chat.findMessage);
  useEffect(() => {
    const found = readFoundMessage(state);
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
      // What was not drawn so far has another height than was thought, so the place is only right the second time.
      scroller.current?.show(element);
      unmark = markWords(element, found.words);
    };
    void show();
    return () => {
      left = true;
      unmark();
    };
  }, [conversationId, findMessage, scroller, rows, state]);
}

/** Waits until a row with these words is on screen; undefined when the page is left before, or the row never comes. */
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

/** Waits until a row that has come into view is rendered whole. */
async function renderedWhole(turn: Element, hasLeft: () => boolean): Promise<void> {
  for (let frame = 0; frame < PATIENCE && !hasLeft(); frame++) {
    await new Promise(requestAnimationFrame);
    if (!turn.hasAttribute('data-far')) return;
  }
}
