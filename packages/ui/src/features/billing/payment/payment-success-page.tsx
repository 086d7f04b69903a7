import { isManaged, isPremium, standingOf, t } from '@parley/core';
import { useEffect } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { useBilling } from '../../../stores/billing/use-billing.ts';
import { useSession } from '../../../stores/client.ts';
import { BillingHeader } from '../billing-header.tsx';
import { remedyOf } from '../../../kit/plans/standing-words.ts';
import { ManageButton } from '../manage-button.tsx';
import { PaymentWords } from './payment-words.tsx';
import { leaveReturn } from './leave-return.ts';
import { SuccessMark } from './success-mark.tsx';
import '../../../kit/all-utilities.css';

/** The page that a paid checkout returns to. Only the server decides whether the user has Premium. */
export function PaymentSuccessPage({ onClose }: { onClose: () => void }) {
  const signedIn = useSession((session) => session.status === 'signed-in');
  const user = useSession((session) => session.user);
  const { confirmation, confirm } = useBilling((billing) => billing);
  const isStalled = user !== null && confirmation === 'late' && !isPremium(user) && isManaged(standingOf(user));
  useEffect(() => leaveReturn(location.search), []);
  useEffect(() => {
    if (signedIn) void confirm();
  }, [signedIn, confirm]);
  return (
    <div className="flex min-h-dvh flex-col bg-surface">
      <BillingHeader onClose={onClose} />
      <main className="mx-auto flex w-full max-w-120 flex-1 flex-col items-start justify-center px-6 pb-[12vh]">
        <SuccessMark phase="complete" />
        <h1 className="mt-6 text-[2rem]/9 font-strong tracking-display text-balance md:text-3xl">{t`Payment Successful!`}</h1>
        <p role="status" className="mt-3 mb-8 text-body leading-[1.625rem] text-muted">
          <PaymentWords />
        </p>
        <div className="flex flex-wrap gap-3">
          <a
            href="/"
            className="inline-flex h-12 items-center rounded-sm bg-accent px-5 text-note font-medium text-accent-contrast hover:bg-accent-hover active:bg-accent-active"
          >{t`Go to Dashboard`}</a>
          {isStalled && <ManageButton>{remedyOf(user)}</ManageButton>}
          {confirmation === 'late' && (
            <Button variant="secondary" size="lg" onClick={() => void confirm()}>{t`Check again`}</Button>
          )}
        </div>
      </main>
    </div>
  );
}
