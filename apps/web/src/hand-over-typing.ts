const BOX = 'main textarea[enterkeyhint=send]';

/**
 * Moves the text, selection and focus of the shell's box to the app's box, after a draft that is there already. Where
 * the app shows another page first, as after a session has expired, the text waits for the box. It is dropped when the
 * box is another user's.
 */
export function handOverTyping(
  from: HTMLTextAreaElement,
  root: HTMLElement,
  isSent: boolean,
  isSameUser: () => boolean,
): void {
  const { value: text, selectionStart, selectionEnd, selectionDirection } = from;
  // The app may have focused its box while that was hidden.
  const hasFocus = document.activeElement === from || matchMedia('(hover: hover)').matches;
  if (text === '' && !hasFocus) return;
  const isMoved = () => {
    const to = root.querySelector<HTMLTextAreaElement>(BOX);
    if (!to) return text === '';
    if (!isSameUser()) return true;
    // Before the other box is removed, so that an on-screen keyboard stays.
    if (hasFocus) to.focus({ preventScroll: true });
    if (text === '') return true;
    const draft = to.value === '' || to.value === text ? '' : `${to.value}\n\n`;
    // Unlike `value`, it lets React see the change.
    to.setRangeText(draft + text, 0, to.value.length);
    to.setSelectionRange(draft.length + selectionStart, draft.length + selectionEnd, selectionDirection);
    to.dispatchEvent(new Event('input', { bubbles: true }));
    if (isSent) sendWhenReady(to, root);
    return true;
  };
  whenever(root, isMoved);
}

/** Sends the text as soon as its conversation has loaded, unless the person types on or presses anything first. */
function sendWhenReady(box: HTMLTextAreaElement, root: HTMLElement): void {
  let isOver = false;
  const end = ({ isTrusted }: Event) => (isOver ||= isTrusted);
  box.addEventListener('input', end);
  addEventListener('pointerdown', end, { once: true });
  whenever(root, () => {
    const send = box.form?.querySelector<HTMLElement>('[type=submit]:enabled');
    if (!isOver) send?.click();
    return isOver || send != null || !box.isConnected;
  });
}

/** Calls this now, and after each change of the page until it returns true. */
function whenever(root: HTMLElement, isDone: () => boolean): void {
  if (isDone()) return;
  const watcher = new MutationObserver(() => isDone() && watcher.disconnect());
  watcher.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
}
