import helmet from 'helmet';
import type { RequestHandler } from 'express';

/** No inline script or style, nothing from elsewhere; the opener policy lets sign-in popups answer. */
export function securityHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'manifest-src': ["'self'"],
        'form-action': ["'self'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // Whether the page is on https is the operator's proxy's business; a laptop on http must stay reachable.
    strictTransportSecurity: false,
  });
}
