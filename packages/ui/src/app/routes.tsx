import type { RouteObject } from 'react-router-dom';
import { ChatScreen } from './chat-screen.tsx';
import { lazyPage } from './lazy-page.tsx';
import type { Authenticate } from './authenticate.ts';

const BillingScreen = lazyPage('billing', async () => (await import('./billing-screen.tsx')).BillingScreen);
const AdminScreen = lazyPage('admin', async () => (await import('./admin-screen.tsx')).AdminScreen);

/** Every page for those who are signed in, a row each; a visitor gets the landing page at every address. */
export function routes(onAuthenticate: Authenticate): RouteObject[] {
  const chat = <ChatScreen onAuthenticate={onAuthenticate} />;
  const billing = <BillingScreen onAuthenticate={onAuthenticate} />;
  return [
    { path: '/', element: chat },
    { path: '/c/:conversationId', element: chat },
    { path: '/premium', element: billing },
    { path: '/pricing', element: billing },
    { path: '/payment-success', element: billing },
    { path: '/payment-cancel', element: billing },
    { path: '/admin', element: <AdminScreen otherwise={chat} /> },
    { path: '/landing', element: chat },
    { path: '*', element: chat },
  ];
}
