import type { ReactNode } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { StepFrame } from './step-frame.tsx';

interface StalledStepProps {
  title: string;
  /** Where the subscription stands, and what to do. */
  lead: string;
  out: { label: string; onLeave: () => void };
  /** Link to the billing portal. */
  manage: ReactNode;
  onPrevious?: (() => void) | undefined;
}

/** Replaces the plans for a user whose subscription exists but gives no Premium. */
export function StalledStep({ title, lead, out, manage, onPrevious }: StalledStepProps) {
  return (
    <StepFrame
      title={title}
      lead={lead}
      onPrevious={onPrevious}
      action={
        <Button variant="secondary" onClick={out.onLeave}>
          {out.label}
        </Button>
      }
    >
      <div className="mt-6 grid gap-3">{manage}</div>
    </StepFrame>
  );
}
