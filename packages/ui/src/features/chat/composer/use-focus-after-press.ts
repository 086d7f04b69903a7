import { useEffect, type RefObject } from 'react';

/**
 * Focuses the message box when a pressed button in `part` disappears, as Remove and Dismiss do, since the focus would
 * be lost. Not on a phone, where it would open the keyboard.
 */
export function useFocusAfterPress(
  part: RefObject<HTMLElement | null>,
  box: RefObject<HTMLTextAreaElement | null>,
): void {
  useEffect(() => {
    const element = part.current;
    if (!element || !matchMedia('(hover: hover)').matches) return;
    let pressed: EventTarget | null = null;
    element.addEventListener('click', ({ target }) => (pressed = target));
    const watcher = new MutationObserver(() => {
      if (!(pressed instanceof Element) || pressed.isConnected) return;
      pressed = null;
      if (document.activeElement === document.body) box.current?.focus();
    });
    watcher.observe(element, { childList: true, subtree: true });
    // The listener leaves with its element.
    return () => watcher.disconnect();
  }, [part, box]);
}
