import { t } from '@parley/core';
import { createPortal } from 'react-dom';
import { Button } from '../controls/button.tsx';

interface PartProblemProps {
  problem: string;
  onAgain: () => void;
  part: { onClose?: () => void };
}

/** Toast about a part of the page that failed to load, away from the composer; the page stays as it is. */
export function PartProblem({ problem, onAgain, part }: PartProblemProps) {
  return createPortal(
    <div
      role="alert"
      className="fixed inset-x-4 top-[calc(var(--bar)+8px)] z-30 mx-auto max-w-100 animate-rise rounded-lg bg-raised p-4 text-sm shadow-float"
    >
      <p className="font-medium">{problem}</p>
      <p className="mt-1 text-muted">{t`Check your connection and try again. Nothing you wrote was lost.`}</p>
      <div className="mt-3 flex justify-end gap-2">
        {part.onClose && <Button variant="quiet" size="sm" onClick={part.onClose}>{t`Dismiss`}</Button>}
        <Button size="sm" onClick={onAgain}>{t`Try again`}</Button>
      </div>
    </div>,
    document.body,
  );
}
