import type { RouteObject } from 'react-router-dom';
import { ChatScreen } from './chat-screen.tsx';
import type { Authenticate } from './authenticate.ts';

/** Every page for those who are signed in, a row each; a visitor gets the landing page at every address. */
export function routes(onAuthenticate: Authenticate): RouteObject[] {
  const chat = <ChatScreen onAuthenticate={onAuthenticate} />;
  return [
    { path: '/', element: chat },
    { path: '/c/:conversationId', element: chat },
    { path: '/landing', element: chat },
    { path: '*', element: chat },
  ];
}
