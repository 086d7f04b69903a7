import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

interface AppLinkProps extends ComponentProps<'a'> {
  to: string;
}

/** A link to a page of this app. The router's own comes with ways to load ahead that no page here has a use for. */
export function AppLink({ to, onClick, children, ...props }: AppLinkProps) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to);
  return (
    <a
      {...props}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    >
      {children}
    </a>
  );
}
