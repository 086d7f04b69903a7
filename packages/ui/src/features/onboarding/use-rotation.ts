import { useEffect, useState } from 'react';
import { useMedia } from '../../kit/hooks/use-media.ts';

interface Rotation {
  /** Index of what is shown. */
  shown: number;
  show: (index: number) => void;
  /** Nothing moves by itself for those who asked for less motion, so that there is nothing to pause. */
  isStill: boolean;
  isPaused: boolean;
  setPaused: (isPaused: boolean) => void;
  /** For the element that holds it all: nothing moves under somebody's hand or focus. */
  hold: {
    onPointerEnter: () => void;
    onPointerLeave: () => void;
    onFocus: () => void;
    onBlur: () => void;
  };
}

/** Shows one of `count` things after the other, each for `interval` milliseconds, unless its reader is at them. */
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
