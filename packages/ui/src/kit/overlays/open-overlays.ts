import { useEffectEvent, useLayoutEffect } from 'react';

type Overlay = 'dialog' | 'menu' | 'drawer';

const open: Record<Overlay, number> = { dialog: 0, menu: 0, drawer: 0 };

/**
 * Counts an overlay as open while the calling component is mounted and `isOpen` is true. With `onBack`, the browser's
 * Back calls it instead of leaving the page.
 */
export function useOpenOverlay(overlay: Overlay, isOpen = true, onBack?: () => void): void {
  const back = useEffectEvent(() => onBack?.());
  const takesBack = onBack !== undefined;
  useLayoutEffect(() => {
    if (!isOpen) return;
    change(overlay, 1);
    const release = takesBack ? closeOnBack(() => back()) : null;
    return () => {
      change(overlay, -1);
      release?.();
    };
  }, [overlay, isOpen, takesBack]);
}

function change(overlay: Overlay, by: number): void {
  open[overlay] += by;
  // The page behind a dialog does not scroll (see theme.css).
  document.documentElement.toggleAttribute('data-dialog', isDialogOpen());
}

/** Whether a dialog covers the page. */
export const isDialogOpen = (): boolean => open.dialog > 0;

export const isMenuOpen = (): boolean => open.menu > 0;

/** Whether an overlay is open that Escape closes first. */
export const isOverlayOpen = (): boolean => open.dialog + open.menu + open.drawer > 0;

/*
 * While an overlay is open, the history has one more entry than the user has seen pages, the guard. Back leaves the guard,
 * which closes the overlay on top. Closing the last one otherwise takes the guard away again.
 */
interface Guard {
  isGuard: true;
  [state: string]: unknown;
}

type Close = () => void;

/** The open overlays, the topmost last. */
const closers: Close[] = [];
/** While the guard is being left, which the browser does asynchronously: the timer after which that has failed. */
let leaving: ReturnType<typeof setTimeout> | undefined;
/** Whether another document is loading: going back would cancel that. */
let isLoading = false;
let afterLeaving: (() => void)[] = [];

const isAtGuard = () => (history.state as Partial<Guard> | null)?.isGuard === true;

function addGuard(): void {
  history.pushState({ ...history.state, isGuard: true } satisfies Guard, '');
}

/** Brings the history in line with what is open. */
function sync(): void {
  if (leaving || isLoading || closers.length > 0 === isAtGuard()) return;
  if (closers.length > 0) {
    addGuard();
  } else {
    // A history that someone else changed may have nothing to go back to.
    leaving = setTimeout(onLeft, 1000);
    history.back();
  }
}

function onLeft(): void {
  clearTimeout(leaving);
  leaving = undefined;
  const waiting = afterLeaving;
  afterLeaving = [];
  waiting.forEach((run) => run());
}

function onPopState(): void {
  if (leaving) onLeft();
  else if (!isAtGuard()) {
    // One stays open below: the next Back may come before the components have rendered.
    if (closers.length > 1) addGuard();
    closers.at(-1)?.();
  }
  // After the components have rendered what is open now. Forward to a guard without an overlay goes back again.
  setTimeout(sync);
}

// The landing page is also rendered where there is no window.
if (typeof window !== 'undefined') {
  addEventListener('popstate', onPopState);
  // A reload closes every overlay, but keeps the guard. After Back, the browser may show this document as it was.
  addEventListener('pageshow', () => {
    isLoading = false;
    setTimeout(sync);
  });
}

/** Makes the browser's Back call `close`, until the returned function is called. The latest overlay comes first. */
function closeOnBack(close: Close): () => void {
  closers.push(close);
  setTimeout(sync);
  return () => {
    closers.splice(closers.indexOf(close), 1);
    setTimeout(sync);
  };
}

/** Runs a navigation when the history can take it. From an open overlay, it has to replace the guard. */
export function pastGuard(go: (replacesGuard: boolean) => void): void {
  const run = () => {
    go(isAtGuard());
    // An overlay that is still open needs a guard over the new page.
    setTimeout(sync);
  };
  if (leaving) afterLeaving.push(run);
  else run();
}

/** Loads another document, however many overlays close meanwhile. */
export function loadDocument(address: string, { replace = false } = {}): void {
  pastGuard((replacesGuard) => {
    isLoading = true;
    location[replace || replacesGuard ? 'replace' : 'assign'](address);
  });
}
