/**
 * Callback ref that keeps the focus in a dialog while the focused control is disabled, as during a request, and returns
 * it afterwards. Radix does the same for a control that is removed.
 */
export function keepFocus(dialog: HTMLElement | null): (() => void) | undefined {
  if (!dialog) return;
  let left: HTMLElement | null = null;
  const watcher = new MutationObserver(() => {
    const focused = document.activeElement;
    if (focused instanceof HTMLElement && focused.matches(':disabled')) {
      left = focused;
      dialog.focus({ preventScroll: true });
    } else if (focused === dialog && left?.matches(':not(:disabled)')) {
      left.focus({ preventScroll: true });
    }
  });
  watcher.observe(dialog, { subtree: true, attributeFilter: ['disabled'] });
  return () => watcher.disconnect();
}
