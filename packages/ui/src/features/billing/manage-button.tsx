import { useBilling } from '../../stores/billing/use-billing.ts';
import { Button } from '../../kit/controls/button.tsx';

/** Opens the billing portal in a new tab, and shows an error if that fails. */
export function ManageButton() {
  const manage = useBilling((billing) => billing.manage);
  const isOpening = useBilling((billing) => billing.isOpeningPortal);
  const problem = useBilling((billing) => billing.portalProblem);
  return (
    <>
      <Button variant="secondary" size="lg" className="w-full" disabled={isOpening} onClick={() => void manage()}>
        Manage subscription
      </Button>
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </>
  );
}
