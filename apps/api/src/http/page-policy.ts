/** What a page of the client may load and ask for: no inline script or style, nothing from elsewhere but from these. */
export function pagePolicy({
  scripts = [],
  frames = [],
  api = [],
}: {
  /** Origins of scripts of somebody else. */
  scripts?: string[];
  /** Origins that are asked, framed and posted to besides our own. */
  frames?: string[];
  /** Origins of an API that is elsewhere, its pictures among it. */
  api?: string[];
}): Record<string, string[]> {
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'blob:', ...api],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...api, ...frames],
    ...(frames.length > 0 ? { 'frame-src': frames } : {}),
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'form-action': ["'self'", ...frames],
    'base-uri': ["'none'"],
  };
}
