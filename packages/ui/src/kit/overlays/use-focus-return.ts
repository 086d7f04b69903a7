import { useState } from 'react';

/**
 * Returns the focus to where it was when the dialog mounted, for dialogs without a trigger. If that element is hidden
 * or gone, focuses its list entry or the one beside it, or what `otherwise` returns, or its section.
 */
export function useFocusReturn(otherwise?: () => HTMLElement | null): (event: Event) => void {
  const [previous] = useState(() => document.activeElement);
  const [entries] = useState(() => {
    const entry = previous?.closest('li');
    return entry ? [entry, ...entriesBeside(entry)] : [];
  });
  const [section] = useState(() => previous?.closest<HTMLElement>('section[tabindex]'));
  return (event) => {
    event.preventDefault();
    if (previous instanceof HTMLElement) previous.focus();
    // Either that worked, or what replaced the dialog has taken the focus.
    if (document.activeElement !== document.body) return;
    const entry = entries.find((element) => element.isConnected);
    const instead = entry?.querySelector<HTMLElement>('a, button');
    (instead ?? otherwise?.() ?? section)?.focus();
  };
}

/** The list entries after and before this one, also those in other lists of the same navigation. */
function entriesBeside(entry: Element): Element[] {
  const around = entry.closest('nav') ?? entry.parentElement ?? entry;
  const all = [...around.querySelectorAll('li')].filter((other) => other === entry || !entry.contains(other));
  const at = all.findIndex((other) => other === entry);
  return [all[at + 1], all[at - 1]].filter((other) => other !== undefined);
}
