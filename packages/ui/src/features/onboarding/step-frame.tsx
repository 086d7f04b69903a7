import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '../../kit/controls/button.tsx';
import { focusOnMount } from '../../kit/overlays/focus-on-mount.ts';

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
      <div className="onboarding__body scrollbar-quiet">
        {mark !== undefined && <div className="onboarding__mark">{mark}</div>}
        {eyebrow !== undefined && <p className="mb-2 text-subtle tabular-nums">{eyebrow}</p>}
        <Dialog.Title key={title} ref={focusOnMount} tabIndex={-1} className="onboarding__title">
          {title}
        </Dialog.Title>
        {lead !== undefined && <p className="onboarding__lead">{lead}</p>}
        {children}
      </div>
      <div className="onboarding__foot">
        {onPrevious && (
          <Button variant="quiet" className="onboarding__previous" onClick={onPrevious}>
            Previous
          </Button>
        )}
        {action}
      </div>
    </>
  );
}
