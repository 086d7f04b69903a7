import helmet from 'helmet';
import type { RequestHandler } from 'express';

/**
 * No inline script or style, nothing from elsewhere but what Sign in with Apple needs where it is set up; the opener
 * policy lets its popup answer.
 */
export function securityHeaders(apple: { issuer: string; scriptUrl: string } | null): RequestHandler {
  const scripts = apple ? [new URL(apple.scriptUrl).origin] : [];
  const pages = apple ? [new URL(apple.issuer).origin] : [];
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", ...scripts],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...pages],
        ...(apple ? { 'frame-src': pages } : {}),
        'manifest-src': ["'self'"],
        'form-action': ["'self'", ...pages],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // Whether the page is on https is the operator's proxy's business; a laptop on http must stay reachable.
    strictTransportSecurity: false,
  });
}
