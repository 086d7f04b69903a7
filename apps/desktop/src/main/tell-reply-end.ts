import { Notification, type BrowserWindow } from 'electron';
import type { EndedReply } from '../bridge.ts';

/** Shown ones are held: one that nothing refers to could be gone before it is clicked. */
const shown = new Set<Notification>();
const MOST = 20;

/** Notifies of a reply that ended where nobody is looking. */
export function tellReplyEnd({ title, text }: EndedReply, window: BrowserWindow | null, onClick: () => void): void {
  if (window?.isFocused() || !Notification.isSupported()) return;
  const notification = new Notification({ title, body: text });
  const forget = () => shown.delete(notification);
  notification.on('click', () => {
    forget();
    onClick();
  });
  notification.on('close', forget);
  shown.add(notification);
  for (const oldest of [...shown].slice(0, -MOST)) shown.delete(oldest);
  notification.show();
}
