import { useCallback, useEffect, useState } from 'react';
import { AppError } from '@parley/core';
import type { ApiClient } from '../../../api/api-client.ts';
import { Button } from '../../../kit/controls/button.tsx';
import { useClient } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';
import { SendNewLink } from './send-new-link.tsx';
import { SessionNotice } from '../session-notice.tsx';
import { useMailedToken } from './use-mailed-token.ts';
import { WorkingPage } from '../working-page.tsx';

type Outcome = { email: string } | { problem: string; mayHelp: boolean };

/** Says to the server that the mail has arrived, as soon as its link is opened. */
export function VerifyEmailPage({ onLeave }: { onLeave: () => void }) {
  const { api, platform } = useClient();
  const { productName } = platform.settings;
  const token = useMailedToken();
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const ask = useCallback(async () => {
    if (token === null) return;
    setOutcome(null);
    setOutcome(await verify(api, token));
  }, [api, token]);
  useEffect(() => void ask(), [ask]);

  if (outcome === null) return <WorkingPage title="Confirming your email">One moment, please.</WorkingPage>;
  if ('email' in outcome) {
    return (
      <SessionNotice title="Email confirmed" text={`Thank you. ${outcome.email} is confirmed as your email.`}>
        <Button onClick={onLeave}>Continue to {productName}</Button>
      </SessionNotice>
    );
  }
  return (
    <SessionNotice title="Your email was not confirmed" role="alert" text={outcome.problem}>
      {outcome.mayHelp ? <Button onClick={() => void ask()}>Try again</Button> : <SendNewLink />}
      <Button variant={outcome.mayHelp ? 'secondary' : 'primary'} onClick={onLeave}>
        Continue to {productName}
      </Button>
    </SessionNotice>
  );
}

async function verify(api: ApiClient, token: string): Promise<Outcome> {
  try {
    if (token === '') throw new AppError('invalid-link');
    const { email } = await api.verifyEmail({ token });
    return { email };
  } catch (error) {
    // What the server has refused it will refuse again.
    return { problem: problemText(error), mayHelp: !(error instanceof AppError) || error.status >= 429 };
  }
}
