import { useEffect, useState } from 'react';
import { useMedia } from '../../../kit/hooks/use-media.ts';

interface Rotation {
  /** Index of the item shown. */
  shown: number;
  show: (index: number) => void;
  /** True with reduced motion: nothing rotates, so there is nothing to pause. */
  isStill: boolean;
  isPaused: boolean;
  setPaused: (isPaused: boolean) => void;
  /** Props for the container: hovering or focusing it holds the rotation. */
  hold: {
    onPointerEnter: () => void;
    onPointerLeave: () => void;
    onFocus: () => void;
    onBlur: () => void;
  };
}

/**
 * Rotates through `count` items, each shown for `interval` milliseconds; pauses while the reader hovers or focuses
 * them.
 */
export function useRotation(count: number, interval: number): Rotation {
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const [shown, show] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const rests = isStill || isPaused || isPointed || isFocused;
  useEffect(() => {
    if (rests) return;
    const timer = setTimeout(() => show((shown + 1) % count), interval);
    return () => clearTimeout(timer);
  }, [rests, shown, count, interval]);
  return {
    shown,
    show,
    isStill,
    isPaused,
    setPaused,
    hold: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
}
