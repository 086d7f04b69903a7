import { useEffect, useState, type RefObject } from 'react';
import { useMedia } from '../../../kit/hooks/use-media.ts';

interface Playing {
  steps: number;
  again: () => void;
}

/**
 * Counts a script's steps over time, only while the element is in view. With reduced motion, all steps come at once.
 */
export function useSteps(
  element: RefObject<Element | null>,
  length: number,
  delayBefore: (step: number) => number,
): Playing {
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const [stepsTaken, setStepsTaken] = useState(0);
  const isInView = useInView(element);
  useEffect(() => {
    if (!isInView || isStill || stepsTaken >= length) return;
    const timer = setTimeout(() => setStepsTaken(stepsTaken + 1), delayBefore(stepsTaken));
    return () => clearTimeout(timer);
  }, [isInView, isStill, stepsTaken, length, delayBefore]);
  return { steps: isStill ? length : stepsTaken, again: () => setStepsTaken(0) };
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
