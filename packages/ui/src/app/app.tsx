import { infoPageAt } from '@parley/core';
import { useEffect, useState } from 'react';
import type { Platform } from '../platform.ts';
import { ClientContext, useClient, usePreferences, useSession, type Client } from '../stores/client.ts';
import { createStores } from '../stores/create-stores.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { preloadFor } from './preload.ts';
import { ProblemPage } from './problem-page.tsx';
import { Gate } from './gate.tsx';

/** The whole client; makes its stores once, when it is mounted. */
export function App({ platform }: { platform: Platform }) {
  const [client] = useState(() => createClient(platform));
  return (
    <ErrorBoundary>
      <ClientContext value={client}>
        <Start />
      </ClientContext>
    </ErrorBoundary>
  );
}

function createClient(platform: Platform): Client {
  const systemTheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const stores = createStores(platform, systemTheme);
  preloadFor(stores.session.getState().token !== null);
  return { platform, ...stores };
}

/** Finds out who is here before any page is shown, but those that are the same for everyone. */
function Start() {
  const { session, platform } = useClient();
  const status = useSession((state) => state.status);
  const problem = useSession((state) => state.problem);
  const theme = usePreferences((preferences) => preferences.theme);
  useEffect(() => {
    void session.getState().start();
  }, [session]);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);

  if (infoPageAt(location.pathname)) return <Gate />;
  if (status === 'loading') return <LoadingScreen productName={platform.settings.productName} />;
  if (status === 'unreachable') {
    return (
      <ProblemPage title="No connection" action="Try again" onAction={() => void session.getState().start()}>
        {problem}
      </ProblemPage>
    );
  }
  return <Gate />;
}
