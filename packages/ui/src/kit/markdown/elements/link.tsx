import type { ReactNode } from 'react';

interface LinkProps {
  /** Empty when the address may not be followed. */
  href?: string | undefined;
  title?: string | undefined;
  children?: ReactNode;
}

/** A link of a text: opens in a new tab unless it leads to a place on this page or, from the product's own texts, to a page here. */
export function Link({ href, title, children }: LinkProps): ReactNode {
  if (!href) return <span title={title}>{children}</span>;
  const elsewhere = /^[#/]/.test(href) ? {} : { target: '_blank', rel: 'noopener noreferrer nofollow' };
  return (
    <a href={href} title={title} {...elsewhere}>
      {children}
    </a>
  );
}
