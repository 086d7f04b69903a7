import { MAILED_PAGES } from '@parley/core';
import type { SessionPageId } from '../features/session/session-page.tsx';

const PATHS = new Map<string, SessionPageId>([
  ['/auth/apple/callback', 'apple'],
  [MAILED_PAGES.verify, 'verify'],
  [MAILED_PAGES.reset, 'reset'],
]);

/** The page at this path that people come back to from Apple or a mail, or null. */
export function sessionPageAt(path: string): SessionPageId | null {
  return PATHS.get(path.replace(/\/$/, '')) ?? null;
}
