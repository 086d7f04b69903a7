import type { ReactNode } from 'react';

interface LinkProps {
  /** Empty if the address is not allowed. */
  href?: string | undefined;
  title?: string | undefined;
  children?: ReactNode;
}

/** A link in Markdown. It opens in a new tab, except a fragment or, in the product's own texts, an internal page. */
export function Link({ href, title, children }: LinkProps): ReactNode {
  if (!href) return <span title={title}>{children}</span>;
  const elsewhere = /^[#/]/.test(href) ? {} : { target: '_blank', rel: 'noopener noreferrer nofollow' };
  return (
    <a href={href} title={title} {...elsewhere}>
      {children}
    </a>
  );
}
