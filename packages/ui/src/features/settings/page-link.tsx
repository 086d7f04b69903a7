import { Button } from '../../kit/controls/button.tsx';
import { focusOnMount } from '../../kit/overlays/focus-on-mount.ts';

export type SettingsPage = 'email' | 'password' | 'sessions' | 'receipts' | 'deletion';

/** Opens the pages behind the list, and remembers which one was left last. */
export interface PageLinks {
  left: SettingsPage | null;
  open: (page: SettingsPage) => void;
}

interface PageLinkProps extends PageLinks {
  page: SettingsPage;
  /** Full accessible name, for users who do not see the row around it. */
  name: string;
  isDisabled?: boolean;
  isDangerous?: boolean;
  children: string;
}

/** Opens a page; takes the focus when the user returns from it. */
export function PageLink({ page, name, left, open, isDisabled = false, isDangerous = false, children }: PageLinkProps) {
  return (
    <Button
      ref={left === page ? focusOnMount : undefined}
      variant={isDangerous ? 'quiet-danger' : 'secondary'}
      size="sm"
      aria-label={name}
      disabled={isDisabled}
      className={`max-md:h-10 ${isDangerous ? '-mr-3' : ''}`}
      onClick={() => open(page)}
    >
      {children}
    </Button>
  );
}
