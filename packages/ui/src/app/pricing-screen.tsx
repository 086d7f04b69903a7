import { useNavigate } from 'react-router-dom';
import { PricingPage } from '../features/billing/pricing-page.tsx';
import { useClient } from '../stores/client.ts';

export function PricingScreen() {
  const { productName } = useClient().platform.settings;
  const navigate = useNavigate();
  return <PricingPage productName={productName} onClose={() => void navigate('/')} />;
}
