import type { Request, Response } from 'express';
import { BOUND_STATE_LIFETIME_S } from './bound-states.ts';

/**
 * What ties a redirect to the browser that began it. Page and API are of one site, so `Lax` suffices; the prefix keeps
 * neighbouring hosts from setting it.
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
