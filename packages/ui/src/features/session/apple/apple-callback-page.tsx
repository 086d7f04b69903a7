import { AppError, t } from '@parley/core';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { useClient, useSession } from '../../../stores/client.ts';
import { SecondStepPage } from '../second-step/second-step-page.tsx';
import { SessionNotice } from '../session-notice.tsx';
import { WorkingPage } from '../working-page.tsx';

const LEAVES_AFTER = 3000;

/** Exchanges Apple's code for a session once, then leaves; after a failure it leaves in 3 s. */
export function AppleCallbackPage({ onLeave }: { onLeave: () => void }) {
  const { api, session } = useClient();
  const isSignedIn = useSession(({ token }) => token !== null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSecondStep, setSecondStep] = useState(false);
  const isBegun = useRef(false);

  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    const returned = new URLSearchParams(location.search);
    // A code works once, so it must not survive in a reload or the history.
    history.replaceState(null, '', location.pathname);
    const enter = async () => {
      const refused = problemOf(returned);
      if (refused !== null) return setProblem(refused);
      const answer = { code: returned.get('code') ?? '', state: returned.get('state') ?? '' };
      if (await session.getState().enterWith(api.appleExchange(answer), returnProblem)) onLeave();
      else if (session.getState().ticket === null) setProblem(session.getState().problem ?? UNKNOWN);
      else setSecondStep(true);
    };
    void enter();
  }, [api, session, onLeave]);

  useEffect(() => {
    if (problem === null) return;
    const timer = setTimeout(onLeave, LEAVES_AFTER);
    return () => clearTimeout(timer);
  }, [problem, onLeave]);

  if (problem === null && isSecondStep) return <SecondStepPage onSignedIn={onLeave} onFailed={setProblem} />;
  if (problem === null) return <WorkingPage title={t`Completing Sign-In`}>{t`One moment, please.`}</WorkingPage>;
  return (
    <SessionNotice title={isSignedIn ? t`You’re still signed in` : t`You’re not signed in`} role="alert" text={problem}>
      <Button onClick={onLeave}>{t`Go back`}</Button>
    </SessionNotice>
  );
}

const UNKNOWN = t`An error occurred during Apple Sign-In`;

/** Anyone can craft a link to this page, so only one known error word is shown. */
function problemOf(returned: URLSearchParams): string | null {
  const error = returned.get('error');
  if (error !== null) return /^[\w.-]{1,64}$/.test(error) ? t`Apple Sign-In error: ${error}` : UNKNOWN;
  return returned.get('code') ? null : t`No authorization code received from Apple`;
}

/** The sentence for a user whose return from Apple failed. The server's own error text would not help them. */
function returnProblem(error: unknown): string {
  if (!(error instanceof AppError)) return UNKNOWN;
  return error.code === 'internal' || error.code === 'not-found' ? t`Failed to complete Apple Sign-In` : error.message;
}
