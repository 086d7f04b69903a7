import { DESKTOP_ORIGIN } from '@parley/core';

/** Where every page of the app comes from. */
export const APP_ORIGIN = DESKTOP_ORIGIN;
export const APP_SCHEME = new URL(DESKTOP_ORIGIN).protocol.slice(0, -1);

/** Whether this address is one of the app's own pages. Its scheme has no origin for `URL` to compare. */
export function isOwnPage(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username, password } = new URL(url);
  return `${protocol}//${host}` === APP_ORIGIN && username === '' && password === '';
}
