import type { ComponentProps } from 'react';
import { navigate } from '../overlays/navigate.ts';

interface AppLinkProps extends ComponentProps<'a'> {
  to: string;
}

/**
 * A link to a page of this app that navigates without a page load; opening new tabs and windows is left to the browser.
 */
export function AppLink({ to, onClick, children, ...props }: AppLinkProps) {
  return (
    <a
      {...props}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        const isForBrowser = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
        if (event.defaultPrevented || isForBrowser) return;
        event.preventDefault();
        navigate(to, { replace: to === location.pathname });
      }}
    >
      {children}
    </a>
  );
}
