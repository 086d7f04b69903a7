import { lazy, Suspense, useCallback, useState } from 'react';
import type { AuthMode } from '../features/session/auth-dialog.tsx';
import { useClient, useSession } from '../stores/client.ts';
import { ChatScreen } from './chat-screen.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { loadLanding } from './preload.ts';
import { useForgetCurrent } from './use-current-conversation.ts';
import { useExpired } from './use-expired.ts';

const LandingPage = lazy(async () => ({ default: (await loadLanding()).LandingPage }));
const AuthDialog = lazy(async () => ({ default: (await import('../features/session/auth-dialog.tsx')).AuthDialog }));

/** The chat for those who are signed in, the landing page for everyone else. */
export function HomeScreen() {
  const { settings } = useClient().platform;
  const signedIn = useSession((session) => session.status === 'signed-in');
  const [auth, setAuth] = useState<AuthMode | null>(null);
  const expired = useExpired(useCallback(() => setAuth('login'), []));
  useForgetCurrent();
  return (
    <Suspense fallback={<LoadingScreen productName={settings.productName} />}>
      {signedIn || expired ? (
        <ChatScreen onAuthenticate={setAuth} />
      ) : (
        <LandingPage settings={settings} onSignIn={() => setAuth('login')} onRegister={() => setAuth('register')} />
      )}
      <Suspense>{auth && <AuthDialog mode={auth} onModeChange={setAuth} onClose={() => setAuth(null)} />}</Suspense>
    </Suspense>
  );
}
