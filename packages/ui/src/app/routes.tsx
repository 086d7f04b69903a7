import type { RouteObject } from 'react-router-dom';
import { HomeScreen } from './home-screen.tsx';

/** Every page, a row each. */
export const ROUTES: RouteObject[] = [
  { path: '/', element: <HomeScreen /> },
  { path: '/c/:conversationId', element: <HomeScreen /> },
  { path: '/landing', element: <HomeScreen /> },
  { path: '*', element: <HomeScreen /> },
];
