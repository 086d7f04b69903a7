/** What a page of the app may do: its own files, and one server. No script, style or font from anywhere else. */
export function contentPolicy(serverUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' blob: ${serverUrl}`,
    `connect-src ${serverUrl}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
