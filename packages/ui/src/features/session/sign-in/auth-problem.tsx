import { ProblemLine } from '../../../kit/notices/problem-line.tsx';

/** What a form was refused for; its fields point here by this id. */
export const PROBLEM_ID = 'auth-problem';

export function AuthProblem({ children }: { children: string }) {
  return <ProblemLine id={PROBLEM_ID}>{children}</ProblemLine>;
}
