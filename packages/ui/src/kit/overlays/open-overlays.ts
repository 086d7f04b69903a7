import { useLayoutEffect } from 'react';

type Overlay = 'dialog' | 'menu' | 'drawer';

const open: Record<Overlay, number> = { dialog: 0, menu: 0, drawer: 0 };

/** Counts an overlay as open for as long as the component that calls this is mounted and `isOpen`. */
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

/** Whether anything covers the page that Escape closes first. */
export const isOverlayOpen = (): boolean => open.dialog + open.menu + open.drawer > 0;
