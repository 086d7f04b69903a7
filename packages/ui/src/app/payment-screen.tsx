import { useNavigate } from 'react-router-dom';
import { PaymentPage } from '../features/billing/payment-page.tsx';

export function PaymentScreen({ outcome }: { outcome: 'success' | 'cancel' }) {
  const navigate = useNavigate();
  return <PaymentPage outcome={outcome} onLeave={() => void navigate('/', { replace: true })} />;
}
