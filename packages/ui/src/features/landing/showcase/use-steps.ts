import { useEffect, useState, type RefObject } from 'react';
import { useMedia } from '../../../kit/hooks/use-media.ts';

interface Steps {
  count: number;
  /** Returns the delay after this many steps in milliseconds. */
  delayAfter: (steps: number) => number;
  isPlaying: boolean;
  /** Called after the delay that follows the last step; never with reduced motion. */
  onEnd: () => void;
}

/**
 * Counts steps over time, only while they play and the element is in view. With reduced motion, all steps come at once.
 */
export function useSteps(element: RefObject<Element | null>, { count, delayAfter, isPlaying, onEnd }: Steps): number {
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const isInView = useInView(element);
  const [steps, setSteps] = useState(0);
  useEffect(() => {
    if (!isPlaying || !isInView || isStill) return;
    const next = () => (steps < count ? setSteps(steps + 1) : onEnd());
    const timer = setTimeout(next, delayAfter(steps));
    return () => clearTimeout(timer);
  }, [isPlaying, isInView, isStill, steps, count, delayAfter, onEnd]);
  return isStill ? count : steps;
}

function useInView(element: RefObject<Element | null>): boolean {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const watcher = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? false));
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [element]);
  return isInView;
}
