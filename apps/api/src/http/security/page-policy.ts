/** The content security policy of the client's pages: no inline script or style, no other origins except these. */
export function pagePolicy({
  scripts = [],
  frames = [],
  api = [],
}: {
  /** Origins of third-party scripts. */
  scripts?: string[];
  /** Other origins for requests, frames and form posts. */
  frames?: string[];
  /** Origins of a separate API, including its pictures. */
  api?: string[];
}): Record<string, string[]> {
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'blob:', ...api],
    // Speech.
    'media-src': ['blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...api, ...frames],
    // The page of previews.
    'frame-src': ["'self'", ...frames],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'form-action': ["'self'", ...frames],
    'base-uri': ["'none'"],
  };
}
