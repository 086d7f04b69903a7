import { lazy } from 'react';
import type { RouteObject } from 'react-router-dom';
import { ChatScreen } from './chat-screen.tsx';
import type { Authenticate } from './authenticate.ts';

const PricingScreen = lazy(async () => ({ default: (await import('./pricing-screen.tsx')).PricingScreen }));
const PaymentScreen = lazy(async () => ({ default: (await import('./payment-screen.tsx')).PaymentScreen }));

/** Every page for those who are signed in, a row each; a visitor gets the landing page at every address. */
export function routes(onAuthenticate: Authenticate): RouteObject[] {
  const chat = <ChatScreen onAuthenticate={onAuthenticate} />;
  const pricing = <PricingScreen onAuthenticate={onAuthenticate} />;
  return [
    { path: '/', element: chat },
    { path: '/c/:conversationId', element: chat },
    { path: '/premium', element: pricing },
    { path: '/pricing', element: pricing },
    { path: '/payment-success', element: <PaymentScreen outcome="success" /> },
    { path: '/payment-cancel', element: <PaymentScreen outcome="cancel" /> },
    { path: '/landing', element: chat },
    { path: '*', element: chat },
  ];
}
