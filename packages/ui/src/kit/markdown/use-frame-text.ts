import { useEffect, useRef, useState } from 'react';

/** The growing text as of the last frame: however often it grows, what depends on it is done again at most once a frame. */
export function useFrameText(text: string, streaming: boolean): string {
  const [shown, setShown] = useState(text);
  const latest = useRef(text);
  const frame = useRef(0);
  useEffect(() => {
    latest.current = text;
    if (!streaming || frame.current || text === shown) return;
    frame.current = requestAnimationFrame(() => {
      frame.current = 0;
      setShown(latest.current);
    });
  }, [text, shown, streaming]);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  return streaming && text.startsWith(shown) ? shown : text;
}
