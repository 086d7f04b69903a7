import { useEffect, useState } from 'react';
import { AppError, t } from '@parley/core';
import type { ApiClient } from '../../../api/create-api-client.ts';
import { Button } from '../../../kit/controls/button.tsx';
import { PlainPage } from '../../../kit/layout/plain-page.tsx';
import { useClient } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';
import type { AuthMode } from '../sign-in/auth-forms.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { SessionNotice } from '../session-notice.tsx';
import { useLeaveOnceSignedIn } from './use-leave-once-signed-in.ts';
import { useMailedToken } from './use-mailed-token.ts';

interface ResetPasswordPageProps {
  onAuthenticate: (mode: AuthMode) => void;
  onLeave: () => void;
}

type Step = { name: 'asking'; problem: string | null } | { name: 'busy' | 'done' | 'invalid' };

const ASKING: Step = { name: 'asking', problem: null };

/** Sets a new password with the token of a mail. It does not sign in: the user signs in with the new password. */
export function ResetPasswordPage({ onAuthenticate, onLeave }: ResetPasswordPageProps) {
  const { api, session } = useClient();
  const token = useMailedToken();
  const [step, setStep] = useState(ASKING);
  useEffect(() => setStep(token === '' ? { name: 'invalid' } : ASKING), [token]);
  useLeaveOnceSignedIn(onLeave);

  const submit = async (password: string) => {
    setStep({ name: 'busy' });
    const outcome = await reset(api, token ?? '', password);
    setStep(outcome);
    // The reset also ended this browser's session if it is of the same account.
    if (outcome.name === 'done') void session.getState().start();
  };

  switch (step.name) {
    case 'done':
      return (
        <SessionNotice
          title={t`Password changed`}
          text={t`You’re signed out everywhere. Sign in with your new password.`}
        >
          <Button onClick={() => onAuthenticate('login')}>{t`Sign In`}</Button>
        </SessionNotice>
      );
    case 'invalid':
      return (
        <SessionNotice title={t`Your password wasn’t changed`} role="alert" text={new AppError('invalid-link').message}>
          <Button onClick={() => onAuthenticate('forgot')}>{t`Send a new link`}</Button>
        </SessionNotice>
      );
    default:
      return (
        <PlainPage title={t`Choose a new password`}>
          <p className="mt-3 text-body leading-[1.625rem] text-pretty text-muted">{t`You’ll be signed out on all other devices.`}</p>
          <NewPasswordForm
            problem={step.name === 'asking' ? step.problem : null}
            isBusy={step.name === 'busy'}
            onProblem={(problem) => setStep({ name: 'asking', problem })}
            onSubmit={submit}
          />
        </PlainPage>
      );
  }
}

async function reset(api: ApiClient, token: string, password: string): Promise<Step> {
  try {
    await api.resetPassword({ token, password });
    return { name: 'done' };
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid-link') return { name: 'invalid' };
    return { name: 'asking', problem: problemText(error, t`An unknown error occurred.`) };
  }
}
