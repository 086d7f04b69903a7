import { PaymentCancelPage } from './payment-cancel-page.tsx';
import { PaymentSuccessPage } from './payment-success-page.tsx';

interface PaymentPageProps {
  outcome: 'success' | 'cancel';
  /** Goes to the start of the product, in place of this page. */
  onLeave: () => void;
}

/** Where people come back to from paying. */
export function PaymentPage({ outcome, onLeave }: PaymentPageProps) {
  return outcome === 'success' ? <PaymentSuccessPage onClose={onLeave} /> : <PaymentCancelPage onLeave={onLeave} />;
}
