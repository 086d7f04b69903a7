import { t } from '@parley/core';
/** Scrolling down to within this many pixels of the end starts following again. */
const FOLLOW_WITHIN = 150;
/** Beyond this many pixels from the end, the button that scrolls there is shown. */
const BUTTON_BEYOND = 50;
/** Milliseconds for which the notice says that following stopped. */
export const NOTICE_FOR = 3000;

/**
 * The reader's scroll state, and whether the page follows new content. The reader owns the scroll: only intent changes
 * it.
 */
export interface Follow {
  following: boolean;
  /** Pixels from the bottom of the view to the end. */
  distance: number;
  /** Whether content arrived below while the reader was elsewhere. */
  unseen: boolean;
  /** When the reader scrolled away from a running reply, in milliseconds of the clock of `now`; null if none. */
  leftAt: number | null;
}

export type FollowEvent =
  /** The reader scrolled up by wheel, touch, key or scroll bar. */
  | { type: 'up'; distance: number; streaming: boolean; now: number }
  /** The reader scrolled down. */
  | { type: 'down'; distance: number }
  /** The page changed its height or moved without the reader, so the distance changed. */
  | { type: 'resized'; distance: number; grew: boolean }
  /** The reader jumped to the end, by the button or by sending a message. */
  | { type: 'end' };

export const AT_END: Follow = { following: true, distance: 0, unseen: false, leftAt: null };

export function follow(state: Follow, event: FollowEvent): Follow {
  switch (event.type) {
    case 'up':
      return {
        ...state,
        following: false,
        distance: event.distance,
        leftAt: state.following && event.streaming ? event.now : state.leftAt,
      };
    case 'down':
      return event.distance <= FOLLOW_WITHIN
        ? { ...AT_END, distance: event.distance }
        : { ...state, distance: event.distance };
    case 'resized': {
      const unseen = state.unseen || (event.grew && !state.following && event.distance > BUTTON_BEYOND);
      return { ...state, distance: event.distance, unseen: unseen && event.distance > 0 };
    }
    case 'end':
      return AT_END;
  }
}

/** The notice above the composer: none, the button, or the button with a sentence. */
export function noticeOf(state: Follow, now: number): string | 'button' | null {
  if (state.following || state.distance <= BUTTON_BEYOND) return null;
  if (state.leftAt !== null && now - state.leftAt < NOTICE_FOR) {
    return t`Auto-scroll disabled - new content available below`;
  }
  return state.unseen ? t`New content available below` : 'button';
}
