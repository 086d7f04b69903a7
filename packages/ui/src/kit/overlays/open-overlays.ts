import { useLayoutEffect } from 'react';

type Overlay = 'dialog' | 'menu' | 'drawer';

const open: Record<Overlay, number> = { dialog: 0, menu: 0, drawer: 0 };

/** Counts an overlay as open while the calling component is mounted and `isOpen` is true. */
export function useOpenOverlay(overlay: Overlay, isOpen = true): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    open[overlay] += 1;
    return () => {
      open[overlay] -= 1;
    };
  }, [overlay, isOpen]);
}

/** Whether a dialog covers the page. */
export const isDialogOpen = (): boolean => open.dialog > 0;

/** Whether an overlay is open that Escape closes first. */
export const isOverlayOpen = (): boolean => open.dialog + open.menu + open.drawer > 0;
