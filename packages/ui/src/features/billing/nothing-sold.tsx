import { t } from '@parley/core';
import { Button } from '../../kit/controls/button.tsx';
import { useClient } from '../../stores/client.ts';
import { PlanChoice } from '../../kit/plans/plan-choice.tsx';

/** Replaces the plans on a server that takes no payments. */
export function NothingSold() {
  const { sellsOwnPlans } = useClient().platform.settings;
  return (
    <>
      {!sellsOwnPlans && <PlanChoice chosen={null} isDisabled onChoose={() => {}} />}
      <Button size="lg" className="mt-6 w-full" disabled aria-describedby="no-payments">{t`Subscribe Now`}</Button>
      <p
        id="no-payments"
        className="mt-3 text-sm text-subtle"
      >{t`Payments aren’t set up on this server, so you can’t buy Premium here.`}</p>
    </>
  );
}
