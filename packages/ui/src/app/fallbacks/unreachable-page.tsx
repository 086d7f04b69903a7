import { useEffect, useState } from 'react';
import { backoff } from '../../stores/connection/backoff.ts';
import { useClient, useReach, useSession } from '../../stores/client.ts';
import { ProblemPage } from './problem-page.tsx';

/** The page of somebody who may well be signed in, where that cannot be asked. Asks by itself until it can. */
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
    // While there is no way to the server, whoever watches that says when there is one.
    if (isAsking || reach !== 'reached') return;
    const timer = setTimeout(() => void ask(), backoff(attempt, Math.random));
    return () => clearTimeout(timer);
  });
  return (
    <ProblemPage title="No connection" leadsHome={false} action="Try again" onAction={() => void ask()}>
      <span role="status">{reach === 'offline' ? 'You are offline.' : problem}</span> This page keeps trying and goes on
      by itself. You are still signed in, and nothing is lost.
    </ProblemPage>
  );
}
