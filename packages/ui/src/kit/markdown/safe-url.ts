/** The address if a reader may follow it: the web, a mailbox or a place on this page. Else an empty string. */
export function safeUrl(url: string): string {
  return /^(?:https?:\/\/|mailto:|#)/i.test(url) ? url : '';
}
