import { PaymentCancelPage } from '../../features/billing/payment/payment-cancel-page.tsx';
import { PaymentSuccessPage } from '../../features/billing/payment/payment-success-page.tsx';
import { PricingPage } from '../../features/billing/pricing-page.tsx';
import type { PageProps } from '../page-props.ts';

export function Page({ page, onAuthenticate, onLeave }: PageProps<'billing'>) {
  // The browser's Back must not return to the result of a payment.
  const returnHome = () => onLeave('/', { replace: true });
  switch (page) {
    case 'pricing':
      return <PricingPage onSignIn={() => onAuthenticate('login')} onClose={() => onLeave('/')} />;
    case 'payment-success':
      return <PaymentSuccessPage onClose={returnHome} />;
    case 'payment-cancel':
      return <PaymentCancelPage onLeave={returnHome} />;
  }
}
