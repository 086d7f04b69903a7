import { t } from '@parley/core';
import { Button } from '../../../kit/controls/button.tsx';
import { PlanChoice } from '../../../kit/plans/plan-choice.tsx';
import { useClient } from '../../../stores/client.ts';
import { StepFrame } from './step-frame.tsx';

interface UnsoldStepProps {
  title: string;
  lead: string;
  out: { label: string; onLeave: () => void };
  onPrevious?: (() => void) | undefined;
}

/** Replaces the plans on a server that takes no payments. */
export function UnsoldStep({ title, lead, out, onPrevious }: UnsoldStepProps) {
  const { sellsOwnPlans } = useClient().platform.settings;
  return (
    <StepFrame
      title={title}
      lead={lead}
      onPrevious={onPrevious}
      action={<Button onClick={out.onLeave}>{out.label}</Button>}
    >
      <div className="mt-6 grid gap-3">
        {!sellsOwnPlans && <PlanChoice chosen={null} isCompact isDisabled onChoose={() => {}} />}
        <p className="text-sm text-subtle">{t`Payments aren’t set up on this server, so you can’t buy Premium here.`}</p>
      </div>
    </StepFrame>
  );
}
