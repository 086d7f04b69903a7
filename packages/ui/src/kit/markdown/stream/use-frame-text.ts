import { useEffect, useRef, useState } from 'react';

/**
 * The growing text as of the last frame: however often it grows, dependents render at most once a frame, and not before
 * `restsUntil`, a `performance.now()` time.
 */
export function useFrameText(text: string, streaming: boolean, restsUntil: () => number): string {
  const [shown, setShown] = useState(text);
  const latest = useRef(text);
  const frame = useRef(0);
  useEffect(() => {
    latest.current = text;
    if (frame.current || text === shown) return;
    const show = (): void => {
      const rests = performance.now() < restsUntil();
      frame.current = rests ? requestAnimationFrame(show) : 0;
      if (!rests) setShown(latest.current);
    };
    frame.current = requestAnimationFrame(show);
  }, [text, shown, restsUntil]);
  useEffect(
    () => () => {
      cancelAnimationFrame(frame.current);
      frame.current = 0;
    },
    [],
  );
  return streaming && text.startsWith(shown) ? shown : text;
}
