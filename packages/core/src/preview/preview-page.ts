/**
 * The empty page that a preview of code is shown in. It has no script and takes no input. The client puts a sandboxed
 * frame into it, which inherits its policy and thereby cannot reach a network.
 */

export const PREVIEW_PATH = '/preview.html';

const DIRECTIVES = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  'media-src data:',
  "form-action 'none'",
  "base-uri 'none'",
];

/** The page. It contains its policy for hosts of files, which may not set headers. */
export const PREVIEW_PAGE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="robots" content="noindex">' +
  `<meta http-equiv="Content-Security-Policy" content="${DIRECTIVES.join('; ')}"><title>Preview</title></html>`;

/**
 * Headers of the page. `Connection-Allowlist` covers what no content policy does: WebRTC, DNS prefetching, and
 * connections that a browser opens early for a navigation that the policy then blocks.
 */
export const PREVIEW_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [...DIRECTIVES, "frame-ancestors 'self'"].join('; '),
  'Connection-Allowlist': '()',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Permissions-Policy': [
    'autoplay',
    'camera',
    'clipboard-read',
    'clipboard-write',
    'display-capture',
    'fullscreen',
    'geolocation',
    'microphone',
    'payment',
    'usb',
  ]
    .map((name) => `${name}=()`)
    .join(', '),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Frame-Options': 'SAMEORIGIN',
  'Cache-Control': 'no-cache',
};
