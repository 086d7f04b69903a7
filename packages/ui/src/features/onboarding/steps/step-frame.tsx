import { t } from '@parley/core';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { focusOnMount } from '../../../kit/overlays/focus-on-mount.ts';

interface StepFrameProps {
  /** Mark above the title. */
  mark?: ReactNode;
  title: string;
  /** Short line above the title. */
  eyebrow?: string;
  lead?: ReactNode;
  /** Undefined on the first step. */
  onPrevious?: (() => void) | undefined;
  children: ReactNode;
  /** The button that continues. */
  action: ReactNode;
}

/** Layout of one step. Its title takes the focus, so that screen readers read it. */
export function StepFrame({ mark, title, eyebrow, lead, onPrevious, children, action }: StepFrameProps) {
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto px-8 pt-6 pb-8 scrollbar-quiet max-md:px-5 max-md:pt-3 max-md:pb-6">
        {mark !== undefined && <div className="mb-6 -ms-2">{mark}</div>}
        {eyebrow !== undefined && <p className="mb-2 text-subtle tabular-nums">{eyebrow}</p>}
        <Dialog.Title
          key={title}
          ref={focusOnMount}
          tabIndex={-1}
          className="text-2xl font-strong tracking-title text-balance outline-none max-md:text-[1.5rem]/8"
        >
          {title}
        </Dialog.Title>
        {lead !== undefined && <p className="mt-2 max-w-120 text-body/6.5 text-balance text-muted">{lead}</p>}
        {children}
      </div>
      <div className="flex flex-none items-center justify-end gap-2 border-t border-hairline px-8 py-4 max-md:px-5 max-md:pt-3 max-md:pb-[max(0.75rem,var(--safe-bottom))]">
        {onPrevious && <Button variant="quiet" className="me-auto -ms-4" onClick={onPrevious}>{t`Previous`}</Button>}
        {action}
      </div>
    </>
  );
}
