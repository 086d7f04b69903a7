import { t } from '@parley/core';
import type { ReadPositions } from './read-positions.ts';

const BLOCKS = '.prose:not([data-reasoning] .prose) > .prose__chunk > *';
/** Share of a block that must be in view for it to count as read, and for how many milliseconds (`DWELL`). */
const SHARE = 0.6;
const DWELL = 600;
const LOOK_EVERY = 100;
/**
 * Milliseconds after the page becomes visible again in which blocks still count as having arrived while it was hidden.
 */
const CATCHES_UP_IN = 500;

export interface UnreadMarkers {
  /** Marks the unread blocks of a reply while it is shown; returns a function that stops. */
  watch(key: string, reply: HTMLElement): () => void;
  /** Listens for the page becoming visible again; returns a function that stops. */
  follow(): () => void;
}

/**
 * Sets `data-unread` on blocks of replies that arrived while the reader was elsewhere: further up, in another tab or in
 * another conversation. The value of the first one is `first`. A block loses it once it was read. Never scrolls.
 * `hasBegun`: whether a reply has any text yet.
 */
export function createUnreadMarkers(memory: ReadPositions, hasBegun: (key: string) => boolean): UnreadMarkers {
  const marked = new Map<Element, () => void>();
  const since = new Map<Element, number>();
  const inView = new Set<Element>();
  let look: ReturnType<typeof setTimeout> | undefined;
  let catchesUpUntil = 0;

  const isElsewhere = () => document.hidden || performance.now() < catchesUpUntil;
  const onVisibility = () => {
    since.clear();
    if (!document.hidden) catchesUpUntil = performance.now() + CATCHES_UP_IN;
  };

  const nameFirst = () => {
    let first: Element | null = null;
    for (const block of marked.keys()) {
      const isBefore = first && first.compareDocumentPosition(block) & Node.DOCUMENT_POSITION_PRECEDING;
      if (!first || isBefore) first = block;
    }
    first?.setAttribute('data-new', t`New`);
    for (const block of marked.keys()) {
      const value = block === first ? 'first' : '';
      if (block.getAttribute('data-unread') !== value) block.setAttribute('data-unread', value);
    }
  };
  const unmark = (block: Element) => {
    marked.delete(block);
    since.delete(block);
    inView.delete(block);
    block.removeAttribute('data-unread');
  };
  const scheduleCheck = () => {
    look ??= inView.size > 0 ? setTimeout(countDwell, LOOK_EVERY) : undefined;
  };
  const countDwell = () => {
    look = undefined;
    const now = performance.now();
    for (const block of inView) {
      if (document.hidden || !isMostlyInView(block)) since.delete(block);
      else if (!since.has(block)) since.set(block, now);
      else if (now - (since.get(block) ?? now) >= DWELL) marked.get(block)?.();
    }
    nameFirst();
    scheduleCheck();
  };

  return {
    watch(key, reply) {
      const reading = memory.get(key);
      if (!reading) return () => {};
      const seen = new WeakSet<Element>();
      // Blocks present when the reply is first shown arrived earlier.
      let isFirstLook = hasBegun(key);
      /** The place of each observed block. */
      const places = new WeakMap<Element, number>();
      const unobserve = (block: Element) => {
        places.delete(block);
        views.unobserve(block);
      };
      const mark = (block: Element, place: number) => {
        reading.unread.add(place);
        marked.set(block, () => {
          reading.unread.delete(place);
          unmark(block);
          unobserve(block);
        });
      };
      const views = new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting, boundingClientRect, rootBounds } of entries) {
            const place = places.get(target);
            // A busy page gets several reports of a block at once. An earlier one may have ended its observation.
            if (place === undefined) continue;
            if (!marked.has(target)) {
              // The first report gives the block's position when it arrived.
              const isBelow = !isIntersecting && boundingClientRect.top >= (rootBounds?.bottom ?? innerHeight) - 1;
              if (isBelow) mark(target, place);
              else unobserve(target);
            } else if (isIntersecting) inView.add(target);
            else {
              inView.delete(target);
              since.delete(target);
            }
          }
          nameFirst();
          scheduleCheck();
        },
        { root: reply.closest('[data-thread]') },
      );
      const scan = () => {
        const blocks = [...reply.querySelectorAll(BLOCKS)];
        if (blocks.length === 0) return;
        reading.known ??= blocks.length;
        for (const block of marked.keys()) if (!block.isConnected) unmark(block);
        for (const [place, block] of blocks.entries()) {
          if (seen.has(block)) continue;
          seen.add(block);
          if (place >= reading.known && (isFirstLook || isElsewhere())) reading.unread.add(place);
          if (reading.unread.has(place)) mark(block, place);
          if (reading.unread.has(place) || place >= reading.known) {
            places.set(block, place);
            views.observe(block);
          }
        }
        reading.known = Math.max(reading.known, blocks.length);
        isFirstLook = false;
        nameFirst();
      };
      const changes = new MutationObserver(scan);
      changes.observe(reply, { childList: true, subtree: true });
      scan();
      return () => {
        changes.disconnect();
        views.disconnect();
        for (const block of marked.keys()) if (reply.contains(block) || !block.isConnected) unmark(block);
      };
    },
    follow() {
      document.addEventListener('visibilitychange', onVisibility);
      return () => {
        clearTimeout(look);
        look = undefined;
        document.removeEventListener('visibilitychange', onVisibility);
      };
    },
  };
}

/** Whether enough of a block is in view to read it; for a block higher than the window, enough of the window. */
function isMostlyInView(block: Element): boolean {
  const view = block.closest('[data-thread]')?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
  const { top, bottom } = block.getBoundingClientRect();
  const shown = Math.min(bottom, view.bottom) - Math.max(top, view.top);
  return shown >= SHARE * Math.min(bottom - top, view.bottom - view.top);
}
