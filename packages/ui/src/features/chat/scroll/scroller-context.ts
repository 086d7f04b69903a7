import { createContext, type RefObject } from 'react';
import type { FollowedScroller } from './follow-scroller.ts';

/** What keeps the thread around where its reader wants it; null where nothing scrolls. */
export const ScrollerContext = createContext<RefObject<FollowedScroller | null>>({ current: null });
