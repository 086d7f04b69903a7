import { t } from '@parley/core';
import { useEffect, useEffectEvent } from 'react';
import { PlainPage } from '../../../kit/layout/plain-page.tsx';
import '../../../kit/all-utilities.css';

/** The page that a canceled checkout returns to. It leaves at once. */
export function PaymentCancelPage({ onLeave }: { onLeave: () => void }) {
  const leave = useEffectEvent(onLeave);
  useEffect(() => leave(), []);
  return (
    <PlainPage title={t`Payment Cancelled`}>
      <p role="status" className="mt-3 text-body leading-[1.625rem] text-muted">{t`Redirecting to chat...`}</p>
    </PlainPage>
  );
}
