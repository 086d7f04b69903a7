import helmet from 'helmet';
import type { RequestHandler } from 'express';
import { pagePolicy } from './page-policy.ts';

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
      directives: { ...pagePolicy({ scripts, frames: pages }), 'frame-ancestors': ["'none'"] },
    },
    xFrameOptions: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // Whether the page is on https is the operator's proxy's business; a laptop on http must stay reachable.
    strictTransportSecurity: false,
  });
}
