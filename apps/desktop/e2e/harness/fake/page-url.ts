/** Secure origin of the app's pages, since Chromium does not support `app:`. */
export const PAGE_ORIGIN = 'https://bundle.app.test';
const APP_ORIGIN = 'app://bundle';

export const toPageUrl = (url: string): string => url.replace(/^app:\/\/bundle(?=\/|$)/, PAGE_ORIGIN);

export const toAppUrl = (url: string): string =>
  url === PAGE_ORIGIN || url.startsWith(`${PAGE_ORIGIN}/`) ? APP_ORIGIN + url.slice(PAGE_ORIGIN.length) : url;
