import helmet from 'helmet';
import { Router } from 'express';
import type { AppSettings } from '../../settings/app-settings.ts';
import { pagePolicy } from './page-policy.ts';

const YEAR_S = 365 * 24 * 3600;
/** Browser features that no page of the client uses. */
const UNUSED = ['camera', 'display-capture', 'geolocation', 'payment', 'usb'];

/**
 * Sets the security headers of every response. Pages get no inline script or style and no third-party content except
 * what Sign in with Apple needs, if it is enabled; the opener policy lets its popup answer. An https `publicUrl`
 * enables HSTS. Only `takesDictation` lets our own pages use the microphone.
 */
export function securityHeaders({
  apple,
  publicUrl,
  offers,
}: Pick<AppSettings, 'apple' | 'publicUrl' | 'offers'>): Router {
  const scripts = apple ? [new URL(apple.scriptUrl).origin] : [];
  const pages = apple ? [new URL(apple.issuer).origin] : [];
  const microphone = `microphone=(${offers.takesDictation ? 'self' : ''})`;
  const permissions = [...UNUSED.map((name) => `${name}=()`), microphone].join(', ');
  const router = Router();
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...pagePolicy({ scripts, frames: pages }), 'frame-ancestors': ["'none'"] },
    },
    xFrameOptions: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // HSTS would lock out a laptop on http, and the operator's other subdomains are not ours to decide about.
    strictTransportSecurity: false,
  });
  router.use(headers, (_req, res, next) => {
    if (publicUrl().startsWith('https:')) res.set('Strict-Transport-Security', `max-age=${YEAR_S}`);
    res.set('Permissions-Policy', permissions);
    next();
  });
  return router;
}
