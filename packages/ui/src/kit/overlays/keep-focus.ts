/**
 * Callback ref that keeps the focus in a dialog or section while the focused control is disabled, as during a request,
 * and returns it afterwards. In a dialog, Radix does the same for a control that is removed.
 */
export function keepFocus(container: HTMLElement | null): (() => void) | undefined {
  if (!container) return;
  let left: HTMLElement | null = null;
  const watcher = new MutationObserver(() => {
    const focused = document.activeElement;
    if (focused instanceof HTMLElement && focused.matches(':disabled')) {
      left = focused;
      container.focus({ preventScroll: true });
    } else if (focused === container && left?.matches(':not(:disabled)')) {
      left.focus({ preventScroll: true });
      left = null;
    }
  });
  watcher.observe(container, { subtree: true, attributeFilter: ['disabled'] });
  return () => watcher.disconnect();
}
