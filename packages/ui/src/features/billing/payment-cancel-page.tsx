import { useEffect, useEffectEvent } from 'react';
import { PlainPage } from '../../kit/layout/plain-page.tsx';

/** Where people come back to who have not paid; it sends them on at once. */
export function PaymentCancelPage({ onLeave }: { onLeave: () => void }) {
  const leave = useEffectEvent(onLeave);
  useEffect(() => leave(), []);
  return (
    <PlainPage title="Payment Cancelled">
      <p role="status" className="mt-3 text-body leading-[1.625rem] text-muted">
        Redirecting to chat...
      </p>
    </PlainPage>
  );
}
