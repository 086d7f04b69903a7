import { infoPageAt } from '@parley/core';
import { sessionPageAt } from './session-page-at.ts';

export const loadLanding = () => import('../features/landing/landing-page.tsx');
export const loadPages = () => import('./pages.tsx');

export const loadInfo = () => import('../features/info/info-page.tsx');

export const loadSessionPage = () => import('../features/session/session-page.tsx');

/** Begins to load what this visitor will most likely see, while the session is still being checked. */
export function preloadFor(isSignedIn: boolean): void {
  const { pathname } = location;
  const load = infoPageAt(pathname)
    ? loadInfo
    : sessionPageAt(pathname)
      ? loadSessionPage
      : isSignedIn
        ? loadPages
        : loadLanding;
  // Whoever shows the page asks again, and says so when it does not come.
  load().catch(() => {});
}
