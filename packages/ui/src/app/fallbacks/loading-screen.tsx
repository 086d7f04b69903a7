import { useDelayed } from '../../kit/hooks/use-delayed.ts';

/** Milliseconds before it shows, so that a fast start does not flash. */
const SHOWN_AFTER = 150;

export function LoadingScreen({ productName }: { productName: string }) {
  const shown = useDelayed(true, SHOWN_AFTER);
  return (
    <main className="grid min-h-dvh place-items-center bg-surface">
      <p role="status" className={`flex items-center gap-2.5 text-muted ${shown ? 'animate-appear' : 'invisible'}`}>
        <span className="h-3.5 w-0.5 animate-breathe rounded-[1px] bg-line still:animate-none" />
        Loading {productName}...
      </p>
    </main>
  );
}
