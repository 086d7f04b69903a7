import { Notification, type BrowserWindow } from 'electron';
import type { EndedReply } from '../../bridge.ts';

/** References to shown notifications: an unreferenced one can be collected before it is clicked. */
const shown = new Set<Notification>();
const MAX_SHOWN = 20;

/** Shows a notification for a reply that ended, unless the window has the focus. */
export function notifyReplyEnd({ title, text }: EndedReply, window: BrowserWindow | null, onClick: () => void): void {
  if (window?.isFocused() || !Notification.isSupported()) return;
  const notification = new Notification({ title, body: process.platform === 'linux' ? escapeMarkup(text) : text });
  const forget = () => shown.delete(notification);
  notification.on('click', () => {
    forget();
    onClick();
  });
  notification.on('close', forget);
  shown.add(notification);
  for (const oldest of [...shown].slice(0, -MAX_SHOWN)) shown.delete(oldest);
  notification.show();
}

/** Linux reads the body as markup, and desktops drop what looks like a tag, or all of it. */
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
