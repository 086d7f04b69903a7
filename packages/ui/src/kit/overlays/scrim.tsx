import type { ReactNode } from 'react';
import { useOpenOverlay } from './open-overlays.ts';

const PLACEMENTS = {
  center: 'place-items-center p-4',
  top: 'safe-x place-items-start justify-items-center md:px-4 md:pt-[12vh]',
  sheet: 'place-items-center p-4 max-md:place-items-end max-md:justify-items-stretch max-md:p-0 max-md:safe-x',
} as const;

interface ScrimProps {
  placement: keyof typeof PLACEMENTS;
  /** Called when the user goes back in the history. */
  onBack: () => void;
  /** Called when the scrim itself is pressed, not its content; works from its first moment. */
  onPress?: () => void;
  children: ReactNode;
}

/** The scrim between the page and a dialog. */
export function Scrim({ placement, onBack, onPress, children }: ScrimProps) {
  useOpenOverlay('dialog', true, onBack);
  return (
    // Radix disables pointer events on the page while a dialog is open; the scrim has to enable its own.
    <div
      data-scrim
      onPointerDown={(event) => event.target === event.currentTarget && onPress?.()}
      className={`pointer-events-auto fixed inset-x-0 top-(--covered-top) bottom-(--covered-bottom) z-20 grid animate-scrim bg-scrim ${PLACEMENTS[placement]}`}
    >
      {children}
    </div>
  );
}
