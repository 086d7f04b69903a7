import { ProblemLine } from '../../../kit/notices/problem-line.tsx';

/** Id of the error message of a form; its fields reference it. */
export const PROBLEM_ID = 'auth-problem';

export function AuthProblem({ children }: { children: string }) {
  return <ProblemLine id={PROBLEM_ID}>{children}</ProblemLine>;
}
