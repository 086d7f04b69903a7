import { useState, useSyncExternalStore, type Dispatch, type SetStateAction } from 'react';
import { flushSync } from 'react-dom';

let isPrinting = false;
const folds = new Set<() => void>();

/** Opens all folded parts, or folds them again. */
export function setPrinting(next: boolean): void {
  isPrinting = next;
  // The browser prints the page as it is when the event ends.
  flushSync(() => folds.forEach((update) => update()));
}

// One listener from the start: a part that another listener of the event renders would miss it. A prerender has no page.
if (typeof window !== 'undefined') {
  addEventListener('beforeprint', () => setPrinting(true));
  addEventListener('afterprint', () => setPrinting(false));
}

function subscribe(update: () => void): () => void {
  folds.add(update);
  return () => folds.delete(update);
}

/** The state of a part that folds: whether it is open. It is also open while the page is printed. */
export function useFold(startsOpen: boolean): [isOpen: boolean, setOpen: Dispatch<SetStateAction<boolean>>] {
  const [isOpen, setOpen] = useState(startsOpen);
  const isOnPaper = useSyncExternalStore(
    subscribe,
    () => isPrinting,
    () => false,
  );
  return [isOpen || isOnPaper, setOpen];
}
