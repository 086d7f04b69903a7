import { useEffect, useState } from 'react';
import { AppError, type VerifyRequest, t } from '@parley/core';
import type { ApiClient } from '../../../api/create-api-client.ts';
import { Button } from '../../../kit/controls/button.tsx';
import { useClient, useSession } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';
import type { AuthMode } from '../sign-in/auth-forms.tsx';
import { SendNewLink } from './send-new-link.tsx';
import { SessionNotice } from '../session-notice.tsx';
import { useLeaveOnceSignedIn } from './use-leave-once-signed-in.ts';
import { useMailedToken } from './use-mailed-token.ts';
import { VerifyAsOwner } from './verify-as-owner.tsx';

/**
 * `owner`: the server also requires proof that the account belongs to the user. `mayHelp`: whether the same request may
 * succeed, for `in-session` only once the user has signed in.
 */
type Step =
  | { name: 'start' | 'busy' }
  | { name: 'owner'; reason: string; problem: string | null; isBusy: boolean }
  | { name: 'done'; email: string; isSignedOut: boolean }
  | { name: 'failed'; problem: string; mayHelp: boolean | 'in-session' };

interface VerifyEmailPageProps {
  onAuthenticate: (mode: AuthMode) => void;
  onLeave: () => void;
}

/** Verifies an address with the token of its mail. Requires a press, since mail services open links automatically. */
export function VerifyEmailPage({ onAuthenticate, onLeave }: VerifyEmailPageProps) {
  const { api, platform, session } = useClient();
  const { productName } = platform.settings;
  const token = useMailedToken();
  const isSignedOut = useSession(({ status }) => status === 'signed-out');
  const [step, setStep] = useState<Step>({ name: 'start' });
  useEffect(() => setStep(token === '' ? failed(new AppError('invalid-link')) : { name: 'start' }), [token]);
  useLeaveOnceSignedIn(onLeave, step.name === 'done');

  const verify = async (proof: Omit<VerifyRequest, 'token'> = {}) => {
    setStep((before) => (before.name === 'owner' ? { ...before, problem: null, isBusy: true } : { name: 'busy' }));
    setStep(await nextStep(api, { token: token ?? '', ...proof }));
    // A new password ended this browser's session if it was of the same account.
    if (proof.newPassword !== undefined) void session.getState().start();
  };

  switch (step.name) {
    case 'start':
    case 'busy':
      return (
        <SessionNotice title={t`Confirm your email`} text={t`Confirm that this is your email for ${productName}.`}>
          <Button disabled={step.name === 'busy'} onClick={() => void verify()}>
            {step.name === 'busy' ? t`Processing...` : t`Confirm email`}
          </Button>
        </SessionNotice>
      );
    case 'owner':
      return (
        <VerifyAsOwner
          {...step}
          onProblem={(problem) => setStep({ ...step, problem })}
          onSubmit={(proof) => void verify(proof)}
        />
      );
    case 'done':
      return (
        <SessionNotice title={t`Email confirmed`} text={t`Thanks! ${step.email} is now confirmed.`}>
          {step.isSignedOut ? (
            <Button onClick={() => onAuthenticate('login')}>{t`Sign In`}</Button>
          ) : (
            <Button onClick={onLeave}>{t`Continue to ${productName}`}</Button>
          )}
        </SessionNotice>
      );
    case 'failed': {
      const needsSignIn = isSignedOut && step.mayHelp !== true;
      const again = step.mayHelp ? <Button onClick={() => void verify()}>{t`Try again`}</Button> : <SendNewLink />;
      return (
        <SessionNotice title={t`Your email wasn’t confirmed`} role="alert" text={step.problem}>
          {needsSignIn ? <Button onClick={() => onAuthenticate('login')}>{t`Sign In`}</Button> : again}
          <Button variant={needsSignIn || step.mayHelp ? 'secondary' : 'primary'} onClick={onLeave}>
            {t`Continue to ${productName}`}
          </Button>
        </SessionNotice>
      );
    }
  }
}

async function nextStep(api: ApiClient, request: VerifyRequest): Promise<Step> {
  const hasProof = request.password !== undefined || request.newPassword !== undefined;
  try {
    const { email } = await api.verifyEmail(request);
    return { name: 'done', email, isSignedOut: request.newPassword !== undefined };
  } catch (error) {
    const isAboutOwner = error instanceof AppError && error.code === 'forbidden';
    if (isAboutOwner && !hasProof) return { name: 'owner', reason: error.message, problem: null, isBusy: false };
    const isFinal = error instanceof AppError && ['invalid-link', 'email-taken', 'forbidden'].includes(error.code);
    if (!hasProof || isFinal) return failed(error);
    return { name: 'owner', reason: OWNER_REASON, problem: problemText(error), isBusy: false };
  }
}

const OWNER_REASON = t`Enter the password of this account, or choose a new one.`;

function failed(error: unknown): Step {
  const mayHelp = !(error instanceof AppError) || error.status >= 429;
  const isAboutOwner = error instanceof AppError && error.code === 'forbidden';
  return { name: 'failed', problem: problemText(error), mayHelp: mayHelp || (isAboutOwner && 'in-session') };
}
