/** Within this many pixels of the end a reader who scrolls down is taken along again. */
const FOLLOW_WITHIN = 150;
/** Further than this from the end there is a button that leads there. */
const BUTTON_BEYOND = 50;
/** Milliseconds for which the page says that it has stopped following. */
export const NOTICE_FOR = 3000;

/** Where the reader is, and whether the page moves with what arrives. The reader owns the scroll: only intent changes it. */
export interface Follow {
  following: boolean;
  /** Pixels between what is in view and the end. */
  distance: number;
  /** Something arrived below while the reader was elsewhere. */
  unseen: boolean;
  /** When a running reply was left, in milliseconds of the clock that `now` is read from; null when none was. */
  leftAt: number | null;
}

export type FollowEvent =
  /** The reader moved up by wheel, touch, key or scroll bar. */
  | { type: 'up'; distance: number; streaming: boolean; now: number }
  /** The reader moved down. */
  | { type: 'down'; distance: number }
  /** The page changed its height, or moved without the reader: the distance is another one. */
  | { type: 'resized'; distance: number; grew: boolean }
  /** The reader asked for the end: by the button, or by sending a message. */
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

/** What stands above the composer: nothing, the button alone, or the button with a sentence. */
export function noticeOf(state: Follow, now: number): string | 'button' | null {
  if (state.following || state.distance <= BUTTON_BEYOND) return null;
  if (state.leftAt !== null && now - state.leftAt < NOTICE_FOR) {
    return 'Auto-scroll disabled - new content available below';
  }
  return state.unseen ? 'New content available below' : 'button';
}
