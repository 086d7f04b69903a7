import { useState } from 'react';

/**
 * Gives the focus back to where it was when the dialog was mounted, for dialogs that are opened without a trigger of their
 * own; where that is hidden again or gone, to its entry of a list, or the one beside it.
 */
export function useFocusReturn(): (event: Event) => void {
  const [previous] = useState(() => document.activeElement);
  const [entries] = useState(() => {
    const entry = previous?.closest('li');
    return [entry, entry?.nextElementSibling, entry?.previousElementSibling];
  });
  return (event) => {
    event.preventDefault();
    if (previous instanceof HTMLElement) previous.focus();
    // It has it, or what is shown instead has taken it.
    if (document.activeElement !== document.body) return;
    const entry = entries.find((element) => element?.isConnected);
    entry?.querySelector<HTMLElement>('a, button')?.focus();
  };
}
