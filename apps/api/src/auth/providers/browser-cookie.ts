import type { Request, Response } from 'express';
import { BOUND_STATE_LIFETIME_S } from './bound-states.ts';

export type BrowserCookie = ReturnType<typeof browserCookie>;

/**
 * A cookie that recognizes a browser, by default one that started a redirect a moment ago. Page and API are same-site,
 * so `Lax` suffices; the `__Host-` prefix keeps sibling hosts from setting it.
 */
export function browserCookie(plainName: string, isHttps: () => boolean, lifetimeS = BOUND_STATE_LIFETIME_S) {
  const name = () => (isHttps() ? `__Host-${plainName}` : plainName);
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
        maxAge: lifetimeS * 1000,
      });
    },
  };
}
