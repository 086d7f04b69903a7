import type { Request, Response } from 'express';
import { BOUND_STATE_LIFETIME_S } from './bound-states.ts';

/**
 * The cookie that ties a redirect to the browser that started it. Page and API are same-site, so `Lax` suffices; the
 * prefix keeps sibling hosts from setting it.
 */
export function browserCookie(isHttps: () => boolean) {
  const name = () => (isHttps() ? '__Host-apple_tx' : 'apple_tx');
  return {
    read(req: Request): string | null {
      const cookies = (req.headers.cookie ?? '').split('; ');
      return cookies.find((cookie) => cookie.startsWith(`${name()}=`))?.slice(name().length + 1) ?? null;
    },
    write(res: Response, value: string): void {
      res.cookie(name(), value, {
        httpOnly: true,
        sameSite: 'lax',
        secure: isHttps(),
        path: '/',
        maxAge: BOUND_STATE_LIFETIME_S * 1000,
      });
    },
  };
}
