/** The content security policy of the app's pages: their own files and one server. */
export function contentPolicy(serverUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' blob: ${serverUrl}`,
    // Speech.
    'media-src blob:',
    `connect-src ${serverUrl}`,
    // The page of previews.
    "frame-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
