import type { ReactNode } from 'react';
import { useOpenOverlay } from './open-overlays.ts';

const PLACEMENTS = {
  center: 'place-items-center p-4',
  top: 'place-items-start justify-items-center md:px-4 md:pt-[12vh]',
  sheet: 'place-items-center p-4 max-md:place-items-end max-md:justify-items-stretch max-md:p-0',
} as const;

interface ScrimProps {
  placement: keyof typeof PLACEMENTS;
  /** The shade itself was pressed, not what lies on it; from the first moment it is there. */
  onPress?: () => void;
  children: ReactNode;
}

/** The shade between the page and a dialog. The page behind does not scroll while it is there (see theme.css). */
export function Scrim({ placement, onPress, children }: ScrimProps) {
  useOpenOverlay('dialog');
  return (
    // Radix turns the page's pointer off while a dialog is open; without its own this shade could not be pressed.
    <div
      data-scrim
      onPointerDown={(event) => event.target === event.currentTarget && onPress?.()}
      className={`pointer-events-auto fixed inset-0 z-20 grid animate-appear bg-scrim ${PLACEMENTS[placement]}`}
    >
      {children}
    </div>
  );
}
