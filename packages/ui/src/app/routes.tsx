import type { RouteObject } from 'react-router-dom';
import { ChatScreen } from './chat-screen.tsx';
import { lazyPage } from './lazy-page.tsx';
import type { Authenticate } from './authenticate.ts';

const PricingScreen = lazyPage('pricing', async () => (await import('./pricing-screen.tsx')).PricingScreen);

/** Every page for those who are signed in, a row each; a visitor gets the landing page at every address. */
export function routes(onAuthenticate: Authenticate): RouteObject[] {
  const chat = <ChatScreen onAuthenticate={onAuthenticate} />;
  return [
    { path: '/', element: chat },
    { path: '/c/:conversationId', element: chat },
    { path: '/premium', element: <PricingScreen /> },
    { path: '/pricing', element: <PricingScreen /> },
    { path: '/landing', element: chat },
    { path: '*', element: chat },
  ];
}
