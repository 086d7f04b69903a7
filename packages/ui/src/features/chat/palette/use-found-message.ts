import { useEffect, type RefObject } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { useChat } from '../../../stores/client.ts';
import type { FollowedScroller } from '../scroll/follow-scroller.ts';
import { readFoundMessage } from './found-message.ts';
import { markWords } from './mark-words.ts';

/** Frames for which a message that is loaded may take to be drawn. */
const PATIENCE = 180;

/** Brings the message that the address leads to into view and marks what was found in it, until another page is shown. */
export function useFoundMessage(conversationId: string, scroller: RefObject<FollowedScroller | null>): void {
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
      const element = await drawn(`[data-message="${CSS.escape(messageKey)}"]`, found.words, () => left);
      if (!element) return;
      scroller.current?.show(element);
      await drawnWhole(element, () => left);
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
  }, [conversationId, findMessage, scroller, state]);
}

/** Waits until an element with these words is on the page; null when it is left before, or never comes. */
async function drawn(selector: string, words: string[], hasLeft: () => boolean): Promise<Element | null> {
  for (let frame = 0; frame < PATIENCE && !hasLeft(); frame++) {
    const element = document.querySelector(selector);
    const text = element?.textContent.toLowerCase() ?? '';
    if (element && words.every((word) => text.includes(word.toLowerCase()))) return element;
    await new Promise(requestAnimationFrame);
  }
  return hasLeft() ? null : document.querySelector(selector);
}

/** Waits until a turn that has come into view is more than its words. */
async function drawnWhole(turn: Element, hasLeft: () => boolean): Promise<void> {
  for (let frame = 0; frame < PATIENCE && !hasLeft(); frame++) {
    await new Promise(requestAnimationFrame);
    if (!turn.hasAttribute('data-far')) return;
  }
}
