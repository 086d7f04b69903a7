export const loadLanding = () => import('../features/landing/landing-page.tsx');
export const loadPages = () => import('./pages.tsx');

/** Begins to load what this visitor will most likely see, while the session is still being checked. */
export function preloadFor(isSignedIn: boolean): void {
  void (isSignedIn ? loadPages() : loadLanding());
}
