import { isCounted } from '@parley/core';
import { useBilling } from '../../stores/billing/use-billing.ts';
import { useSession } from '../../stores/client.ts';

/** Welcomes the user after a payment. It promises nothing until the server confirms Premium. */
export function PaymentWords() {
  const user = useSession((session) => session.user);
  const isLate = useBilling((billing) => billing.confirmation === 'late');
  return <>Welcome to Premium. {rest()}</>;

  function rest(): string {
    if (!user) return 'Sign in to use it.';
    if (!isCounted(user)) return 'You now have unlimited messages in every mode.';
    if (isLate) return 'Your payment isn’t confirmed yet. Your plan will start as soon as it is.';
    return 'We’re confirming your payment. This takes a moment.';
  }
}
