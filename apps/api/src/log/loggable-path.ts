import { SHARE_PATH } from '@parley/core';

const TOKEN = new RegExp(`^${SHARE_PATH}/[^/]+`);

/** The path of an address without its query, and without the token of a shared page, which opens it. */
export function loggablePath(url: string): string {
  return (url.split('?')[0] ?? '').replace(TOKEN, `${SHARE_PATH}/{token}`);
}
