/** Whether the address is that of a file we keep: nothing but an id after the path, so that it leads nowhere else. */
export function isOwnFile(url: string): boolean {
  return /^\/api\/files\/[\w-]+(?:\?[\w=&.%-]*)?$/.test(url);
}

/** The address if a reader may follow it: the web, a mailbox, a place on this page; for a picture also a file of ours. Else an empty string. */
export function safeUrl(url: string, attribute: string): string {
  if (attribute === 'src' && isOwnFile(url)) return url;
  return /^(?:https?:\/\/|mailto:|#)/i.test(url) ? url : '';
}
