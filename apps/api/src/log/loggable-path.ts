import { SHARE_PATH } from '@parley/core';
import { KEY_PREFIX } from '../api-keys/key-text.ts';

const TOKEN = new RegExp(`^${SHARE_PATH}/[^/]+`);
const KEY = new RegExp(`${KEY_PREFIX}[^/]*`, 'gi');

/**
 * The path of an address without its query, without the token of a shared page, which opens it, and without an API key
 * that a program put in the wrong place.
 */
export function loggablePath(url: string): string {
  const path = url.split('?')[0] ?? '';
  return path.replace(TOKEN, `${SHARE_PATH}/{token}`).replace(KEY, '{key}');
}
