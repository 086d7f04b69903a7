import { t } from '@parley/core';
import { useBilling } from '../../stores/billing/use-billing.ts';
import { usePortalProblem } from '../../stores/billing/use-portal-problem.ts';
import { Button } from '../../kit/controls/button.tsx';

interface ManageButtonProps {
  variant?: 'primary' | 'secondary';
  children?: string;
}

/** Opens the billing portal in a new tab, and shows an error if that fails. */
export function ManageButton({ variant = 'secondary', children = t`Manage subscription` }: ManageButtonProps) {
  const manage = useBilling((billing) => billing.manage);
  const isOpening = useBilling((billing) => billing.isOpeningPortal);
  const problem = usePortalProblem();
  return (
    <>
      <Button variant={variant} size="lg" className="w-full" disabled={isOpening} onClick={() => void manage()}>
        {children}
      </Button>
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </>
  );
}
