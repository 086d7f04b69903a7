import { Button } from '../../kit/controls/button.tsx';
import { useDelayed } from '../../kit/hooks/use-delayed.ts';
import { focusOnMount } from '../../kit/overlays/focus-on-mount.ts';

export type SettingsPage =
  | 'instructions'
  | 'memories'
  | 'bring-memories'
  | 'email'
  | 'password'
  | 'ways'
  | 'two-steps'
  | 'api-keys'
  | 'sessions'
  | 'receipts'
  | 'conversations'
  | 'archived'
  | 'deleted'
  | 'shares'
  | 'library'
  | 'import'
  | 'export'
  | 'deletion';

/** Opens the pages behind the list, and remembers which one was left last. */
export interface PageLinks {
  left: SettingsPage | null;
  open: (page: SettingsPage) => void;
}

/** Milliseconds before a button that waits for an answer looks disabled, so that a quick answer does not flash. */
export const PATIENCE = 500;
/** The look of a button that is not disabled. */
export const PENDING = 'disabled:bg-inherit! disabled:text-inherit! disabled:inset-shadow-edge!';

interface PageLinkProps extends PageLinks {
  page: SettingsPage;
  /** Full accessible name, for users who do not see the row around it. */
  name: string;
  /** What opening it requires is not known yet. */
  isPending?: boolean;
  isDangerous?: boolean;
  children: string;
}

/** Opens a page; takes the focus when the user returns from it. */
export function PageLink({ page, name, left, open, isPending = false, isDangerous = false, children }: PageLinkProps) {
  const isLate = useDelayed(isPending, PATIENCE);
  return (
    <Button
      ref={left === page ? focusOnMount : undefined}
      variant={isDangerous ? 'quiet-danger' : 'secondary'}
      size="sm"
      aria-label={name}
      disabled={isPending}
      className={`max-md:min-h-11 ${isPending && !isLate ? PENDING : ''} ${isDangerous ? '-me-[min(0.75rem,3vw)] max-w-none!' : ''}`}
      onClick={() => open(page)}
    >
      {children}
    </Button>
  );
}
