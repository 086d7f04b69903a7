import { useDelayed } from '../hooks/use-delayed.ts';

/** Milliseconds before it shows, so that a fast response does not flash. */
const SHOWN_AFTER = 150;

/** Placeholder with the height of the plans. */
export function LoadingPlans() {
  const shown = useDelayed(true, SHOWN_AFTER);
  return (
    <p
      role="status"
      className={`flex min-h-80 items-center gap-2.5 text-muted ${shown ? 'animate-appear' : 'invisible'}`}
    >
      <span className="h-3.5 w-0.5 animate-breathe rounded-[1px] bg-line still:animate-none" />
      Loading Plans...
    </p>
  );
}
