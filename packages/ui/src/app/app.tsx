import { isSameForEveryone, pageAt } from '@parley/core';
import { useEffect, useState } from 'react';
import type { Platform } from '../platform.ts';
import { ClientContext, useClient, usePreferences, useSession, type Client } from '../stores/client.ts';
import { createStores } from '../stores/create-stores.ts';
import { ErrorBoundary } from './fallbacks/error-boundary.tsx';
import { LoadingScreen } from './fallbacks/loading-screen.tsx';
import { Gate } from './gate.tsx';
import { preloadPage } from './page-parts.tsx';
import { recoverChunks } from './fallbacks/recover-chunks.ts';
import { UnreachablePage } from './fallbacks/unreachable-page.tsx';
// Nearly every page needs it. Imported here, it needs no file of its own.
import '../kit/icons/wordmark.tsx';

interface AppProps {
  platform: Platform;
  /** Whether a page that throws shows the error, for developers. */
  showsDetails?: boolean;
}

const DARK = '(prefers-color-scheme: dark)';

/** The whole client. It creates its stores once, when it is mounted. */
export function App({ platform, showsDetails = false }: AppProps) {
  const [client] = useState(() => createClient(platform));
  return (
    <ErrorBoundary showsDetails={showsDetails}>
      <ClientContext value={client}>
        <Start />
      </ClientContext>
    </ErrorBoundary>
  );
}

function createClient(platform: Platform): Client {
  const systemTheme = matchMedia(DARK).matches ? 'dark' : 'light';
  const stores = createStores(platform, systemTheme);
  recoverChunks(stores.connection);
  preloadPage(location.pathname, stores.session.getState().token === null ? 'signed-out' : 'signed-in');
  return { platform, ...stores };
}

/** Checks the session before any page is shown, except pages that are the same for everyone. */
function Start() {
  const { session, connection, preferences, platform } = useClient();
  const status = useSession((state) => state.status);
  const theme = usePreferences((preferences) => preferences.theme);
  useEffect(() => {
    void session.getState().start();
  }, [session]);
  useEffect(() => connection.getState().follow(), [connection]);
  useEffect(
    () =>
      connection.subscribe(({ reach }) => {
        if (reach === 'reached' && session.getState().isFromCache) void session.getState().start();
      }),
    [connection, session],
  );
  useEffect(() => {
    const dark = matchMedia(DARK);
    const follow = () => preferences.getState().setSystemTheme(dark.matches ? 'dark' : 'light');
    follow();
    dark.addEventListener('change', follow);
    return () => dark.removeEventListener('change', follow);
  }, [preferences]);
  useEffect(() => {
    const root = document.documentElement;
    root.dataset.theme = theme;
    const surface = getComputedStyle(root).getPropertyValue('--color-surface');
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = surface;
  }, [theme]);

  if (isSameForEveryone(pageAt(location.pathname, 'signed-out'))) return <Gate />;
  if (status === 'loading') return <LoadingScreen productName={platform.settings.productName} />;
  if (status === 'unreachable') return <UnreachablePage />;
  return <Gate />;
}
