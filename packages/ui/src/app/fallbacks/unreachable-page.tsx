import { t } from '@parley/core';
import { useEffect, useState } from 'react';
import { backoff } from '../../stores/connection/backoff.ts';
import { useClient, useReach, useSession } from '../../stores/client.ts';
import { ProblemPage } from './problem-page.tsx';

/** Shown when the session cannot be checked, because the server is unreachable. It retries by itself. */
export function UnreachablePage() {
  const { session } = useClient();
  const problem = useSession((state) => state.problem);
  const reach = useReach();
  const [attempt, setAttempt] = useState(0);
  const [isAsking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    await session.getState().start();
    setAsking(false);
    setAttempt((before) => before + 1);
  };
  useEffect(() => setAttempt(0), [reach]);
  useEffect(() => {
    // While the server is unreachable, the connection store reports when it is back.
    if (isAsking || reach !== 'reached') return;
    const timer = setTimeout(() => void ask(), backoff(attempt, Math.random));
    return () => clearTimeout(timer);
  });
  return (
    <ProblemPage title={t`No connection`} leadsHome={false} action={t`Try again`} onAction={() => void ask()}>
      <span role="status">{reach === 'offline' ? t`You’re offline.` : problem}</span>{' '}
      {t`We’ll reconnect automatically. You’re still signed in, and nothing is lost.`}
    </ProblemPage>
  );
}
