import { useEffect, useRef } from 'react';

/** Milliseconds between two updates of the level. Drawing in each frame would cost the tab 40 MB in five minutes. */
const DRAW_MS = 100;

/** Shows that the microphone records, and how loud it is. */
export function LevelMeter({ level }: { level: () => number }) {
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const timer = setInterval(() => {
      if (bar.current) bar.current.style.transform = `scaleX(${level().toFixed(2)})`;
    }, DRAW_MS);
    return () => clearInterval(timer);
  }, [level]);
  return (
    <span aria-hidden="true" className="flex items-center gap-2">
      <span className="size-2 rounded-full bg-danger" />
      <span className="block h-2.5 w-9 overflow-hidden rounded-full bg-hover mirrored">
        <span
          ref={bar}
          style={{ transform: 'scaleX(0)' }}
          className="block h-full origin-left rounded-full bg-accent"
        />
      </span>
    </span>
  );
}
