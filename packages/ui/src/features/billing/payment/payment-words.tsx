import { isManaged, isPremium, standingOf, t } from '@parley/core';
import { standingWords } from '../../../kit/plans/standing-words.ts';
import { useBilling } from '../../../stores/billing/use-billing.ts';
import { useClient, useSession } from '../../../stores/client.ts';

/** Welcomes the user after a payment. It promises nothing until the server confirms Premium. */
export function PaymentWords() {
  const { settings } = useClient().platform;
  const user = useSession((session) => session.user);
  const isLate = useBilling((billing) => billing.confirmation === 'late');
  return <>{`${t`Welcome to Premium.`} ${rest()}`}</>;

  function rest(): string {
    if (!user) return t`Sign in to use it.`;
    if (isPremium(user) && settings.sellsOwnPlans) return t`Your plan has started.`;
    if (isPremium(user)) return t`You now have unlimited messages in every mode.`;
    if (!isLate) return t`We’re confirming your payment. This takes a moment.`;
    const standing = standingOf(user);
    const isExplained = isManaged(standing) || standing === 'unpaid-first';
    const note = isExplained ? standingWords(user, settings).note : null;
    return note ?? t`Your payment isn’t confirmed yet. Your plan will start as soon as it is.`;
  }
}
