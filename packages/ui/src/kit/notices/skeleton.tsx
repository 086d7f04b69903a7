import { useDelayed } from '../hooks/use-delayed.ts';

/** Milliseconds before it shows, so that short waits show nothing. */
const SHOWN_AFTER = 300;
const WIDTHS = ['w-11/12', 'w-3/4', 'w-5/6', 'w-2/3'];

/** Static bars in place of text that is loading. */
export function Skeleton({ lines, className = '' }: { lines: number; className?: string }) {
  const shown = useDelayed(true, SHOWN_AFTER);
  if (!shown) return null;
  return (
    <div aria-hidden="true" className={`grid animate-appear gap-5 ${className}`}>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={`h-3.5 rounded-xs bg-hover ${WIDTHS[line % WIDTHS.length]}`} />
      ))}
    </div>
  );
}
