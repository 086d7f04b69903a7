import { DESKTOP_ORIGIN } from '@parley/core';

/** The origin of the app's pages. */
export const APP_ORIGIN = DESKTOP_ORIGIN;
export const APP_SCHEME = new URL(DESKTOP_ORIGIN).protocol.slice(0, -1);

/** Whether this address is one of the app's own pages. `URL` gives such a scheme no origin to compare. */
export function isOwnPage(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username, password } = new URL(url);
  return `${protocol}//${host}` === APP_ORIGIN && username === '' && password === '';
}
