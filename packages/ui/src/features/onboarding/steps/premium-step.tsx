import { t } from '@parley/core';
import type { ReactNode } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { LoadingPlans } from '../../../kit/plans/loading-plans.tsx';
import { PlansProblem } from '../../../kit/plans/plans-problem.tsx';
import { PlanChoice } from '../../../kit/plans/plan-choice.tsx';
import { ProblemLine } from '../../../kit/notices/problem-line.tsx';
import { usePlanOrder } from '../../../stores/billing/use-plan-order.ts';
import { StepFrame } from './step-frame.tsx';

interface PremiumStepProps {
  title: string;
  lead: string;
  /** The button that continues without a plan. */
  out: { label: string; onLeave: () => void } | null;
  /** Link to the billing portal, for users who already have a subscription. */
  manage: ReactNode;
  onPrevious?: (() => void) | undefined;
}

/** The plans, with a button that opens the checkout directly. */
export function PremiumStep({ title, lead, out, manage, onPrevious }: PremiumStepProps) {
  const { offer, plans, chosen, pitch, problem, isLeaving, load, choose, order } = usePlanOrder();
  return (
    <StepFrame
      title={title}
      lead={lead}
      onPrevious={onPrevious}
      action={
        <>
          {out && (
            <Button variant="secondary" onClick={out.onLeave}>
              {out.label}
            </Button>
          )}
          <Button
            disabled={offer.status !== 'ready' || isLeaving}
            aria-describedby="onboarding-checkout"
            onClick={order}
          >
            {isLeaving ? t`Redirecting...` : t`Upgrade to Premium`}
          </Button>
        </>
      }
    >
      <div className="mt-6 grid gap-3">
        {offer.status === 'loading' && <LoadingPlans />}
        {offer.status === 'failed' && <PlansProblem problem={offer.problem} onAgain={load} />}
        {offer.status === 'ready' && (
          <>
            <PlanChoice plans={plans} chosen={chosen} isCompact isDisabled={isLeaving} onChoose={choose} />
            {problem && <ProblemLine>{problem.text}</ProblemLine>}
            {problem?.isSubscribed && manage}
            <p id="onboarding-checkout" className="text-sm text-subtle">
              {pitch && <span className="text-muted">{pitch} </span>}
              {t`You’ll pay on a secure checkout page.`}
            </p>
          </>
        )}
      </div>
    </StepFrame>
  );
}
