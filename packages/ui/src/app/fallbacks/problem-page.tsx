import { t } from '@parley/core';
import type { ReactNode } from 'react';
import { Button } from '../../kit/controls/button.tsx';
import { PlainPage } from '../../kit/layout/plain-page.tsx';

interface ProblemPageProps {
  title: string;
  children: ReactNode;
  action: string;
  onAction: () => void;
  /** False if the start page failed to load too. */
  leadsHome?: boolean;
  /** Error details for developers. */
  details?: string | false;
}

/** A page with only a problem, an action and a link to the start page. */
export function ProblemPage({ title, children, action, onAction, leadsHome = true, details }: ProblemPageProps) {
  return (
    <PlainPage title={title}>
      <p className="mt-3 mb-8 text-body leading-[1.625rem] text-muted">{children}</p>
      <p className="flex flex-wrap gap-2">
        <Button onClick={onAction}>{action}</Button>
        {/* A plain link, so that the page reloads whatever state this one is in. */}
        {leadsHome && (
          <a
            href="/"
            className="inline-flex h-10 items-center rounded-sm px-4 font-medium text-muted transition-colors hover:bg-hover hover:text-ink"
          >{t`Go to home page`}</a>
        )}
      </p>
      {details && (
        <pre
          role="group"
          tabIndex={0}
          aria-label={t`Error details`}
          className="mt-8 max-w-full overflow-auto rounded-lg bg-sunken p-4 font-mono text-sm"
        >
          {details}
        </pre>
      )}
    </PlainPage>
  );
}
