import { t } from '@parley/core';
import type { ReactNode } from 'react';

interface AppRowProps {
  title: string;
  text: string;
  /** Its links, or that it is coming. */
  children: ReactNode;
}

/** An app with its downloads at the right. The room for them is reserved. */
export function AppRow({ title, text, children }: AppRowProps) {
  return (
    <li className="flex flex-col justify-between gap-4 border-t border-hairline py-6 md:flex-row md:items-center md:gap-8">
      <div>
        <h3 className="text-[1.0625rem] leading-6 font-strong tracking-[-0.008em]">{title}</h3>
        <p className="mt-1 text-note text-pretty text-muted">{text}</p>
      </div>
      <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 md:shrink-0">{children}</div>
    </li>
  );
}

export function ComingSoon() {
  return (
    <span className="inline-flex min-h-6 items-center gap-1.5 rounded-full bg-hover px-2.5 text-sm font-medium text-muted before:size-1.5 before:rounded-full before:bg-current">{t`Coming Soon`}</span>
  );
}

export const APP_LINK =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-sm bg-raised px-5 py-1 text-note font-medium inset-shadow-edge transition-colors hover:bg-hover active:bg-active';
