import type { ComponentType } from 'react';
import { lazyPart, type FailedPartProps } from '../kit/lazy/lazy-part.tsx';
import { ProblemPage } from './fallbacks/problem-page.tsx';

/** A page in a chunk of its own, loaded on first render; place it under a `Suspense`. */
export function lazyPage<P extends object>(id: string, load: () => Promise<ComponentType<P>>) {
  return lazyPart(id, load, PageProblem);
}

function PageProblem({ problem, onAgain }: Pick<FailedPartProps<object>, 'problem' | 'onAgain'>) {
  return (
    <ProblemPage title="Unexpected Application Error" action="Try again" onAction={onAgain}>
      <span role="alert">{problem}.</span> Check your connection and try again. Nothing you wrote was lost.
    </ProblemPage>
  );
}
