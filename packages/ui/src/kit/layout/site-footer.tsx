import { INFO_PAGES, t } from '@parley/core';
import type { ReactNode } from 'react';
import { Wordmark } from '../icons/wordmark.tsx';

const LINK = 'block rounded-xs hover:text-ink hover:underline hover:underline-offset-3 max-md:py-1.5';

interface SiteFooterProps {
  productName: string;
  /** Scrolls to the features, on the page that has them. */
  onFeatures?: () => void;
}

/** Footer of every page that visitors see. */
export function SiteFooter({ productName, onFeatures }: SiteFooterProps) {
  return (
    <footer className="border-t border-hairline pt-10 pb-12 text-muted">
      <div className="mx-auto flex w-full max-w-300 items-start justify-between gap-8 px-5 max-md:flex-col md:px-8">
        <Wordmark productName={productName} />
        <ul className="flex max-w-184 flex-wrap gap-x-6 gap-y-2 md:justify-end">
          <Entry>
            {onFeatures ? (
              <button type="button" className={LINK} onClick={onFeatures}>{t`Features`}</button>
            ) : (
              <a href="/#features" className={LINK}>{t`Features`}</a>
            )}
          </Entry>
          <Entry>
            <a href="/pricing" className={LINK}>{t`Pricing`}</a>
          </Entry>
          {footerPages.map(({ id, label }) => (
            <Entry key={id}>
              <a href={`/${id}`} className={LINK}>
                {label}
              </a>
            </Entry>
          ))}
        </ul>
      </div>
    </footer>
  );
}

const [help, api, ...others] = INFO_PAGES;
const footerPages = [api, help, ...others.filter(({ id }) => id !== 'ios')];

function Entry({ children }: { children: ReactNode }) {
  return <li>{children}</li>;
}
