import { PaymentCancelPage } from './payment-cancel-page.tsx';
import { PaymentSuccessPage } from './payment-success-page.tsx';
import { PricingPage } from './pricing-page.tsx';

interface BillingPageProps {
  onSignIn: () => void;
  /** Goes to the start of the product. `isReplaced`: nobody is to come back here by the browser's Back. */
  onLeave: (isReplaced: boolean) => void;
}

/** The page about paying that stands at this address: back from having paid, from not having paid, or the plans. */
export function BillingPage({ onSignIn, onLeave }: BillingPageProps) {
  const { pathname } = location;
  if (pathname.startsWith('/payment-success')) return <PaymentSuccessPage onClose={() => onLeave(true)} />;
  if (pathname.startsWith('/payment-cancel')) return <PaymentCancelPage onLeave={() => onLeave(true)} />;
  return <PricingPage onSignIn={onSignIn} onClose={() => onLeave(false)} />;
}
