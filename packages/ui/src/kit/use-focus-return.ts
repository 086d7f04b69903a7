import { useState } from 'react';

/** Gives the focus back to where it was when the dialog was mounted, for dialogs that are opened without a trigger of their own. */
export function useFocusReturn(): (event: Event) => void {
  const [previous] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    if (previous instanceof HTMLElement && previous.isConnected) previous.focus();
  };
}
