import { DESKTOP_SIGN_IN_PATH, parseDesktopSignIn } from '@parley/core';
import { attempt } from '../../stores/storage/attempt.ts';

const KEY = 'sign-in-return-path';

/** Stores, for this tab, the path to return to after a provider's page: the desktop sign-in if the user is there. */
export function storeReturnPath(): void {
  const isDesktop = location.pathname.replace(/\/$/, '') === DESKTOP_SIGN_IN_PATH;
  attempt(() => (isDesktop ? sessionStorage.setItem(KEY, location.search) : sessionStorage.removeItem(KEY)));
}

/** Returns and removes the stored path; null, also where storage is blocked, means the start page. */
export function takeReturnPath(): string | null {
  const query = attempt(() => sessionStorage.getItem(KEY)) ?? '';
  attempt(() => sessionStorage.removeItem(KEY));
  return parseDesktopSignIn(query) ? DESKTOP_SIGN_IN_PATH + query : null;
}
