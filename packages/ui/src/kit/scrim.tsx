import type { ReactNode } from 'react';

const PLACEMENTS = {
  center: 'place-items-center p-4',
  sheet: 'place-items-center p-4 max-md:place-items-end max-md:justify-items-stretch max-md:p-0',
} as const;

interface ScrimProps {
  placement: keyof typeof PLACEMENTS;
  children: ReactNode;
}

/** The shade between the page and a dialog. The page behind does not scroll while it is there (see theme.css). */
export function Scrim({ placement, children }: ScrimProps) {
  return (
    <div data-scrim className={`fixed inset-0 z-20 grid animate-appear bg-scrim ${PLACEMENTS[placement]}`}>
      {children}
    </div>
  );
}
