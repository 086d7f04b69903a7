import { APPLE_CALLBACK_PATH, CONTINUE_PATH, DESKTOP_SIGN_IN_PATH, PROVIDER_CALLBACK_PATH } from '@parley/core';
import { attempt } from '../../stores/storage/attempt.ts';

export const RETURN_PATH_KEY = 'sign-in-return-path';
const PAGES: string[] = [CONTINUE_PATH, DESKTOP_SIGN_IN_PATH];
const CALLBACKS: string[] = [APPLE_CALLBACK_PATH, PROVIDER_CALLBACK_PATH];

/**
 * Stores, for this tab, the path to return to after a provider's page: that of a shared conversation or of the desktop
 * sign-in, if the user is there. Another try after a failed sign-in keeps the stored path.
 */
export function storeReturnPath(): void {
  const { pathname, search, hash } = location;
  const page = pathname.replace(/\/$/, '');
  if (CALLBACKS.includes(page)) return;
  attempt(() =>
    PAGES.includes(page)
      ? sessionStorage.setItem(RETURN_PATH_KEY, pathname + search + hash)
      : sessionStorage.removeItem(RETURN_PATH_KEY),
  );
}
