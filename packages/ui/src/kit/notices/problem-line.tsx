import { CircleAlert } from 'lucide-react';
import { Icon } from '../icons/icon.tsx';

interface ProblemLineProps {
  /** For the fields that it is about, which point to it. */
  id?: string;
  children: string;
}

/** What was refused or has failed, said as soon as it is there. */
export function ProblemLine({ id, children }: ProblemLineProps) {
  return (
    <p id={id} role="alert" className="flex items-start gap-2 text-danger">
      <Icon icon={CircleAlert} size="sm" className="mt-0.5" />
      {children}
    </p>
  );
}
