import { useNavigate } from 'react-router-dom';
import { PricingPage } from '../features/billing/pricing-page.tsx';
import type { Authenticate } from './authenticate.ts';

export function PricingScreen({ onAuthenticate }: { onAuthenticate: Authenticate }) {
  const navigate = useNavigate();
  return <PricingPage onSignIn={() => onAuthenticate('login')} onClose={() => void navigate('/')} />;
}
