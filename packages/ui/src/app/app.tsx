import { useEffect, useState, type ReactNode } from 'react';
import { BrowserRouter, useRoutes } from 'react-router-dom';
import type { Platform } from '../platform.ts';
import { ClientContext, useClient, usePreferences, useSession, type Client } from '../stores/client.ts';
import { createStores } from '../stores/create-stores.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { preloadFor } from './preload.ts';
import { ProblemPage } from './problem-page.tsx';
import { ROUTES } from './routes.tsx';

/** The whole client; makes its stores once, when it is mounted. */
export function App({ platform }: { platform: Platform }) {
  const [client] = useState(() => createClient(platform));
  return (
    <ErrorBoundary>
      <ClientContext value={client}>
        <Session>
          <BrowserRouter>
            <Pages />
          </BrowserRouter>
        </Session>
      </ClientContext>
    </ErrorBoundary>
  );
}

function createClient(platform: Platform): Client {
  const stores = createStores(platform, {
    systemTheme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    isWide: matchMedia('(min-width: 48rem)').matches,
  });
  preloadFor(stores.session.getState().token !== null);
  return { platform, ...stores };
}

function Pages() {
  return useRoutes(ROUTES);
}

/** What has to be known before any page: who is here, and in which light. */
function Session({ children }: { children: ReactNode }) {
  const { session, chat, platform } = useClient();
  const status = useSession((state) => state.status);
  const problem = useSession((state) => state.problem);
  const theme = usePreferences((preferences) => preferences.theme);
  useEffect(() => {
    void session.getState().start();
  }, [session]);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  useEffect(() => {
    const wake = () => chat.getState().wake();
    const onVisibility = () => document.visibilityState === 'visible' && wake();
    const listening = new AbortController();
    const options = { signal: listening.signal };
    document.addEventListener('visibilitychange', onVisibility, options);
    for (const event of ['online', 'focus', 'pageshow']) addEventListener(event, wake, options);
    return () => listening.abort();
  }, [chat]);

  if (status === 'loading') return <LoadingScreen productName={platform.settings.productName} />;
  if (status === 'unreachable') {
    return (
      <ProblemPage title="No connection" action="Try again" onAction={() => void session.getState().start()}>
        {problem}
      </ProblemPage>
    );
  }
  return children;
}
