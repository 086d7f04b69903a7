import { CircleAlert } from 'lucide-react';
import { Icon } from '../../kit/icon.tsx';

/** What a form was refused for; its fields point here by this id. */
export const PROBLEM_ID = 'auth-problem';

export function AuthProblem({ children }: { children: string }) {
  return (
    <p id={PROBLEM_ID} role="alert" className="flex items-start gap-2 text-danger">
      <Icon icon={CircleAlert} size="sm" className="mt-0.5" />
      {children}
    </p>
  );
}
