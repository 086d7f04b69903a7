import { CONTINUE_PATH, DESKTOP_SIGN_IN_PATH, parseDesktopSignIn } from '@parley/core';
import { attempt } from '../../stores/storage/attempt.ts';
import { RETURN_PATH_KEY } from './return-path.ts';

/** Returns and removes the stored path; null, also where storage is blocked, means the start page. */
export function takeReturnPath(): string | null {
  const path = attempt(() => sessionStorage.getItem(RETURN_PATH_KEY)) ?? '';
  attempt(() => sessionStorage.removeItem(RETURN_PATH_KEY));
  const [address = ''] = path.split('#');
  const [pathname = '', query] = address.split('?');
  const page = pathname.replace(/\/$/, '');
  const isDesktop = page === DESKTOP_SIGN_IN_PATH && parseDesktopSignIn(`?${query}`) !== null;
  return isDesktop || page === CONTINUE_PATH ? path : null;
}
