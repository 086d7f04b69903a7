/** Whether the address is one of our files: the path, an id and nothing else, so that it cannot lead elsewhere. */
export function isOwnFile(url: string): boolean {
  return /^\/api\/files\/[\w-]+(?:\?[\w=&.%-]*)?$/.test(url);
}

/**
 * Returns the address if it is allowed (web, mail, a fragment, or for an image one of our files), otherwise an empty
 * string.
 */
export function safeUrl(url: string, attribute: string): string {
  if (attribute === 'src' && isOwnFile(url)) return url;
  return /^(?:https?:\/\/|mailto:|#)/i.test(url) ? url : '';
}
