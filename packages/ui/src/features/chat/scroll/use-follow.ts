import { useCallback, useEffect, useRef, useState, type RefCallback, type RefObject } from 'react';
import { followScroller, START, type FollowedScroller, type Place } from './follow-scroller.ts';

interface Following {
  place: Place;
  /** Ref for the scrolling element, whose only child is its content. */
  scrollerRef: RefCallback<HTMLElement>;
  scroller: RefObject<FollowedScroller | null>;
}

/** Attaches `followScroller` to an element that React creates. */
export function useFollow(streaming: boolean): Following {
  const [place, setPlace] = useState(START);
  const scroller = useRef<FollowedScroller | null>(null);
  const isStreaming = useRef(streaming);
  useEffect(() => {
    isStreaming.current = streaming;
  }, [streaming]);
  const scrollerRef = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const followed = followScroller(element, () => isStreaming.current, setPlace);
    scroller.current = followed;
    return () => {
      scroller.current = null;
      followed.dispose();
    };
  }, []);
  return { place, scrollerRef, scroller };
}
