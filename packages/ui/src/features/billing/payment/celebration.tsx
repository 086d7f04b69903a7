import { t } from '@parley/core';
import { Dialog } from 'radix-ui';
import { useEffect, useEffectEvent, useState } from 'react';
import { DialogFrame } from '../../../kit/overlays/dialog-frame.tsx';
import { useBilling } from '../../../stores/billing/use-billing.ts';
import { PaymentWords } from './payment-words.tsx';
import { leaveReturn } from './leave-return.ts';
import { SuccessMark, type SuccessPhase } from './success-mark.tsx';
import '../../../kit/all-utilities.css';

/** Start of each phase, in milliseconds after the celebration opens. */
const PHASES: [SuccessPhase, number][] = [
  ['checkmark', 300],
  ['celebration', 1200],
  ['complete', 2500],
];
const CLOSED_AT = 4500;

interface CelebrationProps {
  /** The query string that the payment returned with. */
  search: string;
  onClose: () => void;
}

/** Overlay that thanks the user after a payment and closes by itself. */
export function Celebration({ search, onClose }: CelebrationProps) {
  const [phase, setPhase] = useState<SuccessPhase>('initial');
  const confirm = useBilling((billing) => billing.confirm);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    leaveReturn(search);
    void confirm();
  }, [search, confirm]);
  useEffect(() => {
    const timers = PHASES.map(([next, at]) => setTimeout(() => setPhase(next), at));
    timers.push(setTimeout(() => close(), CLOSED_AT));
    return () => timers.forEach(clearTimeout);
  }, []);
  return (
    <DialogFrame placement="center" onClose={onClose} className="w-full max-w-100 rounded-lg px-8 pt-10 pb-8">
      <SuccessMark phase={phase} />
      <Dialog.Title className="mt-6 text-2xl font-strong tracking-title">{t`Payment Successful!`}</Dialog.Title>
      <Dialog.Description className="mt-2 text-body leading-[1.625rem] text-muted">
        <PaymentWords />
      </Dialog.Description>
    </DialogFrame>
  );
}
