import { useEffect, type RefObject } from 'react';

/**
 * Keeps the head of a long table in view while its rows scroll by. For a table in a sideways scroller, whose head
 * cannot be sticky.
 */
export function usePinnedHead(place: RefObject<HTMLElement | null>, isWanted: boolean): void {
  useEffect(() => {
    const head = place.current?.querySelector('thead');
    const bar = place.current?.previousElementSibling;
    if (!isWanted || !head || !bar || !place.current) return;
    const box = place.current;
    const follow = (): void => {
      if (!box.querySelector('tbody > :nth-child(13)')) return;
      const { top, bottom } = box.getBoundingClientRect();
      const hidden = Math.max(0, bar.getBoundingClientRect().bottom - top);
      const room = bottom - top - 2 * head.offsetHeight;
      head.style.translate = `0 ${Math.min(hidden, Math.max(0, room))}px`;
    };
    const listening = new AbortController();
    // Scroll events do not bubble, but the document captures those of every scroller.
    document.addEventListener('scroll', follow, { capture: true, passive: true, signal: listening.signal });
    follow();
    return () => {
      listening.abort();
      head.style.translate = '';
    };
  }, [place, isWanted]);
}
