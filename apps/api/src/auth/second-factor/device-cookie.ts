import type { Request, Response } from 'express';
import { browserCookie } from '../providers/browser-cookie.ts';
import { DEVICE_LIFETIME_S } from './remembered-devices.ts';

/** Users who are remembered in one browser. */
const MAX_TOKENS = 5;
const TOKEN = /^[\w-]{43}$/;

export type DeviceCookie = ReturnType<typeof createDeviceCookie>;

/** The cookie with a browser's tokens of remembered devices, newest first: several people may share a browser. */
export function createDeviceCookie(isHttps: () => boolean) {
  const cookie = browserCookie('remembered', isHttps, DEVICE_LIFETIME_S);
  const read = (req: Request) =>
    (cookie.read(req) ?? '')
      .split('.')
      .filter((token) => TOKEN.test(token))
      .slice(0, MAX_TOKENS);
  return {
    read,
    add(req: Request, res: Response, token: string): void {
      cookie.write(res, [token, ...read(req)].slice(0, MAX_TOKENS).join('.'));
    },
  };
}
