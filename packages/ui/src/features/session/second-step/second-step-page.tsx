import { t } from '@parley/core';
import { useEffect } from 'react';
import { PlainPage } from '../../../kit/layout/plain-page.tsx';
import { useSession } from '../../../stores/client.ts';
import { LazySecondStep } from './lazy-second-step.tsx';

interface SecondStepPageProps {
  onSignedIn: () => void;
  /** Called when the sign-in can't be finished, with the reason. */
  onFailed: (problem: string) => void;
}

/** The second step of a sign-in that came back from a provider's page. */
export function SecondStepPage({ onSignedIn, onFailed }: SecondStepPageProps) {
  const { ticket, problem, status, clearProblem } = useSession((session) => session);
  const isOver = ticket === null && status !== 'signed-in';
  useEffect(() => {
    if (isOver) onFailed(problem ?? t`You didn’t finish signing in.`);
  }, [isOver, problem, onFailed]);
  return (
    <PlainPage title={t`Sign in`}>
      <div className="w-full max-w-88">
        {ticket !== null && <LazySecondStep ticket={ticket} onSignedIn={onSignedIn} onCancel={clearProblem} />}
      </div>
    </PlainPage>
  );
}
