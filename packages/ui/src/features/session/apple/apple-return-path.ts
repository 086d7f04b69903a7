import { DESKTOP_SIGN_IN_PATH, parseDesktopSignIn } from '@parley/core';

const KEY = 'apple-way-back';

/** Stores, for this tab, where to go after Apple's own page: back to the desktop sign-in, if that is where the user is. */
export function storeAppleReturnPath(): void {
  const isDesktop = location.pathname.replace(/\/$/, '') === DESKTOP_SIGN_IN_PATH;
  attempt(() => (isDesktop ? sessionStorage.setItem(KEY, location.search) : sessionStorage.removeItem(KEY)));
}

/** Returns the stored address and removes it; null leads to the start of the product. */
export function takeAppleReturnPath(): string | null {
  const query = attempt(() => sessionStorage.getItem(KEY)) ?? '';
  attempt(() => sessionStorage.removeItem(KEY));
  return parseDesktopSignIn(query) ? DESKTOP_SIGN_IN_PATH + query : null;
}

/** Storage throws where it is forbidden; the return path is the start then. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
