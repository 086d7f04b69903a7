/** Puts text on the clipboard, also on pages where the browser offers none to scripts. Rejects when it cannot. */
export async function copyText(text: string): Promise<void> {
  // A page that was opened over plain HTTP has no such object.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  const written = clipboard ? await clipboard.writeText(text).then(isDone, isRefused) : false;
  if (!written && !copyByCommand(text)) throw new Error('This browser does not let pages copy.');
}

const isDone = () => true;
const isRefused = () => false;

function copyByCommand(text: string): boolean {
  const focused = document.activeElement;
  const box = document.createElement('textarea');
  box.value = text;
  box.readOnly = true;
  box.style.position = 'fixed';
  box.style.opacity = '0';
  // In a dialog the focus may not leave it.
  (focused?.closest('[role="dialog"]') ?? document.body).append(box);
  box.select();
  const copied = document.execCommand('copy');
  box.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return copied;
}
