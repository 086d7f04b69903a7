import { lazy, Suspense, useCallback, useState } from 'react';
import type { AuthMode } from '../features/session/auth-dialog.tsx';
import { useClient, useSession } from '../stores/client.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { loadLanding, loadPages } from './preload.ts';
import { useExpired } from './use-expired.ts';

const LandingPage = lazy(async () => ({ default: (await loadLanding()).LandingPage }));
const Pages = lazy(async () => ({ default: (await loadPages()).Pages }));
const AuthDialog = lazy(async () => ({ default: (await import('../features/session/auth-dialog.tsx')).AuthDialog }));

/** The pages for those who are signed in, the landing page for everyone else, and the way from one to the other. */
export function Gate() {
  const { settings } = useClient().platform;
  const signedIn = useSession((session) => session.status === 'signed-in');
  const [auth, setAuth] = useState<AuthMode | null>(null);
  const expired = useExpired(useCallback(() => setAuth('login'), []));
  return (
    <Suspense fallback={<LoadingScreen productName={settings.productName} />}>
      {signedIn || expired ? (
        <Pages onAuthenticate={setAuth} />
      ) : (
        <LandingPage settings={settings} onSignIn={() => setAuth('login')} onRegister={() => setAuth('register')} />
      )}
      <Suspense>{auth && <AuthDialog mode={auth} onModeChange={setAuth} onClose={() => setAuth(null)} />}</Suspense>
    </Suspense>
  );
}
