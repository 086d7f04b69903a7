import { t } from '@parley/core';
import { Button } from '../controls/button.tsx';
import { ProblemLine } from './problem-line.tsx';

interface LoadProblemProps {
  /** Why something could not be loaded. */
  children: string;
  /** Loads it again. Without it, there is no button. */
  onRetry?: (() => void) | undefined;
  className?: string;
}

/** Says why something could not be loaded, with a button that loads it again. */
export function LoadProblem({ children, onRetry, className = 'mt-4' }: LoadProblemProps) {
  return (
    <div className={`flex items-center justify-between gap-4 ${className}`}>
      <ProblemLine>{children}</ProblemLine>
      {onRetry && <Button variant="secondary" size="sm" onClick={onRetry}>{t`Try again`}</Button>}
    </div>
  );
}
