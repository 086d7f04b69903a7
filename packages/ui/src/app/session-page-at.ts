import { DESKTOP_SIGN_IN_PATH, MAILED_PAGES } from '@parley/core';
import type { SessionPageId } from '../features/session/session-page.tsx';

const PATHS = new Map<string, SessionPageId>([
  ['/auth/apple/callback', 'apple'],
  [DESKTOP_SIGN_IN_PATH, 'desktop'],
  [MAILED_PAGES.verify, 'verify'],
  [MAILED_PAGES.reset, 'reset'],
]);

/** The page at this path that people come to from Apple, a mail or the desktop app, or null. */
export function sessionPageAt(path: string): SessionPageId | null {
  return PATHS.get(path.replace(/\/$/, '')) ?? null;
}
