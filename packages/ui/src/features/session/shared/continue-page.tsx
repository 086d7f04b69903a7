import { AppError, t } from '@parley/core';
import { useState } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { useClient, useSession } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';
import { SignInToContinue } from '../sign-in/sign-in-to-continue.tsx';
import { AuthProblem } from '../sign-in/auth-problem.tsx';
import { SessionNotice } from '../session-notice.tsx';
import { WorkingPage } from '../working-page.tsx';

const TITLE = t`Continue in a new chat`;

/** The page to which a shared page leads: it copies the conversation into the reader's account, after a sign-in. */
export function ContinuePage({ onLeave }: { onLeave: (address?: string) => void }) {
  const { api, session, platform } = useClient();
  const { productName } = platform.settings;
  const { status, problem } = useSession((state) => state);
  // After `#`, so that no log has it.
  const [token] = useState(() => location.hash.slice(1));
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const copy = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      const calls = await api.shares();
      onLeave(`/c/${await calls.copy(token)}`);
    } catch (error) {
      const isGone = error instanceof AppError && error.code === 'not-found';
      setRefusal(isGone ? t`This link doesn’t work any more.` : problemText(error));
      setBusy(false);
    }
  };

  switch (status) {
    case 'loading':
      return <WorkingPage title={TITLE}>{t`One moment, please.`}</WorkingPage>;
    case 'unreachable':
      return (
        <SessionNotice title={TITLE} role="alert" text={problem ?? ''}>
          <Button onClick={() => void session.getState().start()}>{t`Try again`}</Button>
        </SessionNotice>
      );
    case 'signed-out':
      return (
        <SignInToContinue title={TITLE} reason={t`Sign in to ${productName} to continue the shared conversation.`} />
      );
    case 'signed-in':
      return (
        <SessionNotice
          title={TITLE}
          text={t`You get your own copy of the shared conversation. The person who shared it doesn’t see what you do with it.`}
        >
          {refusal !== null && (
            <div className="w-full">
              <AuthProblem>{refusal}</AuthProblem>
            </div>
          )}
          <Button disabled={isBusy} onClick={() => void copy()}>
            {isBusy ? t`Processing...` : t`Continue`}
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={() => onLeave()}>{t`Cancel`}</Button>
        </SessionNotice>
      );
  }
}
