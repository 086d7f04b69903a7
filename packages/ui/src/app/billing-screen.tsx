import { useNavigate } from 'react-router-dom';
import { BillingPage } from '../features/billing/billing-page.tsx';
import type { Authenticate } from './authenticate.ts';

export function BillingScreen({ onAuthenticate }: { onAuthenticate: Authenticate }) {
  const navigate = useNavigate();
  return (
    <BillingPage onSignIn={() => onAuthenticate('login')} onLeave={(replace) => void navigate('/', { replace })} />
  );
}
