import { createContext, type RefObject } from 'react';
import type { FollowedScroller } from './follow-scroller.ts';

/** The scroller of the thread around; null where nothing scrolls. */
export const ScrollerContext = createContext<RefObject<FollowedScroller | null>>({ current: null });
