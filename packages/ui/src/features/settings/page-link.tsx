import { Button } from '../../kit/controls/button.tsx';
import { focusOnMount } from '../../kit/overlays/focus-on-mount.ts';

export type SettingsPage = 'email' | 'password' | 'sessions' | 'deletion';

/** Leads to the pages behind the list, and knows which of them was left last. */
export interface PageLinks {
  left: SettingsPage | null;
  open: (page: SettingsPage) => void;
}

interface PageLinkProps extends PageLinks {
  page: SettingsPage;
  /** The whole of what it does, for those who do not see the row that it stands in. */
  name: string;
  isDisabled?: boolean;
  isDangerous?: boolean;
  children: string;
}

/** The way to a page; has the focus when one comes back from there. */
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
