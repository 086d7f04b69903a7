import { DESKTOP_SIGN_IN_PATH, parseDesktopSignIn } from '@parley/core';

const KEY = 'apple-way-back';

/** Keeps, for this tab, where a person goes on after Apple's own page: to let the desktop app in, where that is what they were about. */
export function storeAppleReturnPath(): void {
  const isDesktop = location.pathname.replace(/\/$/, '') === DESKTOP_SIGN_IN_PATH;
  attempt(() => (isDesktop ? sessionStorage.setItem(KEY, location.search) : sessionStorage.removeItem(KEY)));
}

/** The address that was kept, once; null for the start of the product. */
export function takeAppleReturnPath(): string | null {
  const query = attempt(() => sessionStorage.getItem(KEY)) ?? '';
  attempt(() => sessionStorage.removeItem(KEY));
  return parseDesktopSignIn(query) ? DESKTOP_SIGN_IN_PATH + query : null;
}

/** Storage throws where it is forbidden; then the way back leads to the start. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
