import { useState } from 'react';

/**
 * Gives the focus back to where it was when the dialog was mounted, for dialogs that are opened without a trigger of their
 * own; where that went with its entry of a list, to the entry beside it.
 */
export function useFocusReturn(): (event: Event) => void {
  const [previous] = useState(() => document.activeElement);
  const [neighbours] = useState(() => {
    const entry = previous?.closest('li');
    return [entry?.nextElementSibling, entry?.previousElementSibling];
  });
  return (event) => {
    event.preventDefault();
    if (previous instanceof HTMLElement && previous.isConnected) return previous.focus();
    // What is shown instead may have taken it.
    if (document.activeElement !== document.body) return;
    const neighbour = neighbours.find((element) => element?.isConnected);
    neighbour?.querySelector<HTMLElement>('a, button')?.focus();
  };
}
