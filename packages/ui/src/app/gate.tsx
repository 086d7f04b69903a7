import { pageAt } from '@parley/core';
import { Suspense, useCallback, useState } from 'react';
import type { AuthMode } from '../features/session/sign-in/auth-forms.tsx';
import { ConnectionBanner } from '../kit/notices/connection-banner.tsx';
import { lazyPart } from '../kit/lazy/lazy-part.tsx';
import { loadDocument } from '../kit/overlays/open-overlays.ts';
import { useClient, useIsIncompatible, useReach, useSession } from '../stores/client.ts';
import { LoadingScreen } from './fallbacks/loading-screen.tsx';
import { renderPage } from './page-parts.tsx';
import { useExpired } from './use-expired.ts';
import { usePageTitle } from './use-page-title.ts';

const AuthDialog = lazyPart(
  'sign-in',
  async () => (await import('../features/session/sign-in/auth-dialog.tsx')).AuthDialog,
);
const Notices = lazyPart('notices', async () => (await import('./notices.tsx')).Notices);

/** Shows the page that the route table names for this address and visitor, and the sign-in dialog over it. */
export function Gate() {
  const { settings, browserSignIn } = useClient().platform;
  const signedIn = useSession((session) => session.status === 'signed-in');
  const hasNotice = useSession(
    ({ accountDeletedNotice, user }) => accountDeletedNotice ?? settings.brand ?? user?.brand,
  );
  const [auth, setAuth] = useState<AuthMode | null>(null);
  const reach = useReach();
  const isIncompatible = useIsIncompatible();
  const expired = useExpired(useCallback(() => setAuth('login'), []));
  const page = pageAt(location.pathname, signedIn || expired ? 'signed-in' : 'signed-out');
  const isInChat = page.inChat && (signedIn || expired);
  usePageTitle(isInChat ? null : page.title);
  return (
    <Suspense fallback={<LoadingScreen productName={settings.productName} />}>
      {!isInChat && (
        <div className="sticky top-0 z-10">
          <ConnectionBanner reach={reach} />
        </div>
      )}
      {isInChat
        ? renderPage('chat', { page: 'chat', onAuthenticate: setAuth, onLeave: loadDocument })
        : renderPage(page.chunk, { page: page.id, onAuthenticate: setAuth, onLeave: loadDocument })}
      <Suspense>{(browserSignIn || hasNotice || isIncompatible) && <Notices isSigningIn={auth !== null} />}</Suspense>
      <Suspense>{auth && <AuthDialog mode={auth} onModeChange={setAuth} onClose={() => setAuth(null)} />}</Suspense>
    </Suspense>
  );
}
