import { useEffect, type RefObject } from 'react';

/**
 * Focuses the message box when a pressed button in `part` disappears, as Remove and Dismiss do, since the focus would be
 * lost. Not on a phone, where it would open the keyboard.
 */
export function useFocusAfterPress(
  part: RefObject<HTMLElement | null>,
  box: RefObject<HTMLTextAreaElement | null>,
): void {
  useEffect(() => {
    if (!part.current || !matchMedia('(hover: hover)').matches) return;
    let pressed: EventTarget | null = null;
    const listening = new AbortController();
    part.current.addEventListener('click', ({ target }) => (pressed = target), { signal: listening.signal });
    const watcher = new MutationObserver(() => {
      if (!(pressed instanceof Element) || pressed.isConnected) return;
      pressed = null;
      if (document.activeElement === document.body) box.current?.focus({ preventScroll: true });
    });
    watcher.observe(part.current, { childList: true, subtree: true });
    return () => {
      listening.abort();
      watcher.disconnect();
    };
  }, [part, box]);
}
