import { t } from '@parley/core';
import type { ComponentType } from 'react';
import { useReach, useSession } from '../stores/client.ts';
import { lazyPart, type FailedPartProps } from '../kit/lazy/lazy-part.tsx';
import { ProblemPage } from './fallbacks/problem-page.tsx';

/** A page in a chunk of its own, loaded on first render; place it under a `Suspense`. */
export function lazyPage<P extends object>(id: string, load: () => Promise<ComponentType<P>>) {
  return lazyPart(id, load, PageProblem);
}

function PageProblem({ problem, onAgain }: Pick<FailedPartProps<object>, 'problem' | 'onAgain'>) {
  const reach = useReach();
  const isSignedOut = useSession(({ status }) => status === 'signed-out');
  // The part loads by itself when the server is back.
  if (reach !== 'reached')
    return (
      <ProblemPage title={t`No connection`} leadsHome={false} action={t`Try again`} onAction={onAgain}>
        {isSignedOut && `${t`You’re signed out.`} `}
        <span role="alert">{t`We’ll reconnect automatically.`}</span>
      </ProblemPage>
    );
  return (
    <ProblemPage title={t`Unexpected Application Error`} action={t`Try again`} onAction={onAgain}>
      <span role="alert">{t`${problem}.`}</span> {t`Check your connection and try again. Nothing you wrote was lost.`}
    </ProblemPage>
  );
}
