import { useState } from 'react';

/**
 * Returns the focus to where it was when the dialog mounted, for dialogs without a trigger. If that element is hidden
 * or gone, focuses its list entry or the one beside it, or what `otherwise` returns.
 */
export function useFocusReturn(otherwise?: () => HTMLElement | null): (event: Event) => void {
  const [previous] = useState(() => document.activeElement);
  const [entries] = useState(() => {
    const entry = previous?.closest('li');
    return [entry, entry?.nextElementSibling, entry?.previousElementSibling];
  });
  return (event) => {
    event.preventDefault();
    if (previous instanceof HTMLElement) previous.focus();
    // Either that worked, or what replaced the dialog has taken the focus.
    if (document.activeElement !== document.body) return;
    const entry = entries.find((element) => element?.isConnected);
    const instead = entry?.querySelector<HTMLElement>('a, button');
    (instead ?? otherwise?.())?.focus();
  };
}
