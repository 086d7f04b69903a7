import { infoPageAt } from '@parley/core';
import { Suspense, useCallback, useState } from 'react';
import type { AuthMode } from '../features/session/auth-forms.tsx';
import { ConnectionBanner } from '../kit/connection-banner.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { useClient, useReach, useSession } from '../stores/client.ts';
import { isBillingPage } from './is-billing-page.ts';
import { lazyPage } from './lazy-page.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { loadInfo, loadLanding, loadPages, loadSessionPage } from './preload.ts';
import { sessionPageAt } from './session-page-at.ts';
import { useExpired } from './use-expired.ts';

const LandingPage = lazyPage('landing', async () => (await loadLanding()).LandingPage);
const Pages = lazyPage('chat', async () => (await loadPages()).Pages);
const InfoPage = lazyPage('info', async () => (await loadInfo()).InfoPage);
const SessionPage = lazyPage('session', async () => (await loadSessionPage()).SessionPage);
const BillingPage = lazyPage('billing', async () => (await import('../features/billing/billing-page.tsx')).BillingPage);
const AuthDialog = lazyPart('sign-in', async () => (await import('../features/session/auth-dialog.tsx')).AuthDialog);
const BrowserReturn = lazyPart('browser', async () => (await import('./browser-return.tsx')).BrowserReturn);
const Farewell = lazyPart('farewell', async () => (await import('./farewell.tsx')).Farewell);

/** In place of the page that is left: nobody goes back to a code or a token that works once. */
const leave = (address = '/') => location.replace(address);

/**
 * The information pages and the pages that Apple, mails and the desktop app lead to for everyone, the others for those who
 * are signed in, the landing page, the plans and the ways back from paying for everyone else, and the way from one to the
 * other.
 */
export function Gate() {
  const { settings, browserSignIn } = useClient().platform;
  const signedIn = useSession((session) => session.status === 'signed-in');
  const farewell = useSession((session) => session.accountDeletedNotice);
  const [auth, setAuth] = useState<AuthMode | null>(null);
  const info = infoPageAt(location.pathname);
  const sessionPage = sessionPageAt(location.pathname);
  const isBilling = isBillingPage(location.pathname);
  const signIn = () => setAuth('login');
  const register = () => setAuth('register');
  const reach = useReach();
  const expired = useExpired(useCallback(() => setAuth('login'), []));
  const isChat = !info && !sessionPage && (signedIn || expired);
  return (
    <Suspense fallback={<LoadingScreen productName={settings.productName} />}>
      {!isChat && (
        <div className="sticky top-0 z-10">
          <ConnectionBanner reach={reach} />
        </div>
      )}
      {info ? (
        <InfoPage page={info} onSignIn={signIn} onRegister={register} />
      ) : sessionPage ? (
        <SessionPage page={sessionPage} onAuthenticate={setAuth} onLeave={leave} />
      ) : isChat ? (
        <Pages onAuthenticate={setAuth} />
      ) : isBilling ? (
        <BillingPage onSignIn={signIn} onLeave={(isReplaced) => location[isReplaced ? 'replace' : 'assign']('/')} />
      ) : (
        <LandingPage settings={settings} onSignIn={signIn} onRegister={register} />
      )}
      <Suspense>{browserSignIn && <BrowserReturn way={browserSignIn} isShown={auth === null} />}</Suspense>
      <Suspense>{farewell !== null && <Farewell words={farewell} />}</Suspense>
      <Suspense>{auth && <AuthDialog mode={auth} onModeChange={setAuth} onClose={() => setAuth(null)} />}</Suspense>
    </Suspense>
  );
}
