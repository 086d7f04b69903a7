import { infoPageAt } from '@parley/core';

export const loadLanding = () => import('../features/landing/landing-page.tsx');
export const loadPages = () => import('./pages.tsx');

export const loadInfo = () => import('../features/info/info-page.tsx');

/** Begins to load what this visitor will most likely see, while the session is still being checked. */
export function preloadFor(isSignedIn: boolean): void {
  if (infoPageAt(location.pathname)) void loadInfo();
  else void (isSignedIn ? loadPages() : loadLanding());
}
