import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

interface PageLinkProps extends ComponentProps<'a'> {
  to: string;
}

/** A link to a page of this app. The router's own comes with ways to load ahead that no page here has a use for. */
export function PageLink({ to, onClick, children, ...props }: PageLinkProps) {
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
