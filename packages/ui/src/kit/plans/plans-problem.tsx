import { t } from '@parley/core';
import { Button } from '../controls/button.tsx';

interface PlansProblemProps {
  problem: string;
  onAgain: () => void;
}

/** Replaces the plans when they failed to load. */
export function PlansProblem({ problem, onAgain }: PlansProblemProps) {
  return (
    <div role="alert" className="grid justify-items-start gap-1">
      <p className="text-[1.0625rem]/6 font-strong">{t`Failed to load pricing information`}</p>
      <p className="text-muted">{problem}</p>
      <Button variant="secondary" className="mt-4" onClick={onAgain}>{t`Try again`}</Button>
    </div>
  );
}
