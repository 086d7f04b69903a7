import { ProblemIcon } from '../icons/icons.ts';
import { Icon } from '../icons/icon.tsx';

interface ProblemLineProps {
  /** Id that the affected fields reference. */
  id?: string;
  children: string;
}

/** An error message that screen readers announce at once. */
export function ProblemLine({ id, children }: ProblemLineProps) {
  return (
    <p id={id} role="alert" className="flex items-start gap-2 text-danger">
      <Icon icon={ProblemIcon} size="sm" className="mt-0.5" />
      {children}
    </p>
  );
}
