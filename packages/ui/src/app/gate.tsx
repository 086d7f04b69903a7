import { infoPageAt } from '@parley/core';
import { lazy, Suspense, useCallback, useState } from 'react';
import type { AuthMode } from '../features/session/auth-dialog.tsx';
import { useClient, useSession } from '../stores/client.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { loadInfo, loadLanding, loadPages } from './preload.ts';
import { useExpired } from './use-expired.ts';

const LandingPage = lazy(async () => ({ default: (await loadLanding()).LandingPage }));
const Pages = lazy(async () => ({ default: (await loadPages()).Pages }));
const InfoPage = lazy(async () => ({ default: (await loadInfo()).InfoPage }));
const BillingPage = lazy(async () => ({ default: (await import('../features/billing/billing-page.tsx')).BillingPage }));
const AuthDialog = lazy(async () => ({ default: (await import('../features/session/auth-dialog.tsx')).AuthDialog }));

/**
 * The information pages for everyone, the others for those who are signed in, the landing page, the plans and the ways
 * back from paying for everyone else, and the way from one to the other.
 */
export function Gate() {
  const { settings } = useClient().platform;
  const signedIn = useSession((session) => session.status === 'signed-in');
  const [auth, setAuth] = useState<AuthMode | null>(null);
  const info = infoPageAt(location.pathname);
  const isBilling = /^\/(?:pricing|premium|payment-success|payment-cancel)\/?$/.test(location.pathname);
  const signIn = () => setAuth('login');
  const register = () => setAuth('register');
  const expired = useExpired(useCallback(() => setAuth('login'), []));
  return (
    <Suspense fallback={<LoadingScreen productName={settings.productName} />}>
      {info ? (
        <InfoPage page={info} onSignIn={signIn} onRegister={register} />
      ) : signedIn || expired ? (
        <Pages onAuthenticate={setAuth} />
      ) : isBilling ? (
        <BillingPage onSignIn={signIn} onLeave={(isReplaced) => location[isReplaced ? 'replace' : 'assign']('/')} />
      ) : (
        <LandingPage settings={settings} onSignIn={signIn} onRegister={register} />
      )}
      <Suspense>{auth && <AuthDialog mode={auth} onModeChange={setAuth} onClose={() => setAuth(null)} />}</Suspense>
    </Suspense>
  );
}
