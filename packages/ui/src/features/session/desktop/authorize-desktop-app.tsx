import { rich } from '../../../kit/text/rich.tsx';
import { AppError, deepLink, type DesktopSignInRequest, t } from '@parley/core';
import { useState } from 'react';
import type { ApiClient } from '../../../api/create-api-client.ts';
import { Button } from '../../../kit/controls/button.tsx';
import { useClient, useSession } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';
import { AuthProblem } from '../sign-in/auth-problem.tsx';
import { ReturnToApp } from './return-to-app.tsx';
import { SessionNotice } from '../session-notice.tsx';

interface AuthorizeDesktopAppProps {
  request: DesktopSignInRequest;
  onLeave: () => void;
}

/** A deep link that signs the app in, and its lifetime in seconds. */
interface ReturnLink {
  link: string;
  expiresIn: number;
}

type Step = { name: 'asking'; problem: string | null } | { name: 'busy' } | ({ name: 'given' } & ReturnLink);

/** Asks the user whether to sign the desktop app in as them. The app gets nothing without a press. */
export function AuthorizeDesktopApp({ request, onLeave }: AuthorizeDesktopAppProps) {
  const { api, session, platform } = useClient();
  const { productName } = platform.settings;
  const email = useSession(({ user }) => user?.email ?? '');
  const [step, setStep] = useState<Step>({ name: 'asking', problem: null });
  const who = email === '' ? t`your account` : email;

  const authorize = async () => {
    setStep({ name: 'busy' });
    const next = await ask(api, request);
    setStep(next);
    if (next.name === 'given') location.assign(next.link);
  };
  if (step.name === 'given') return <ReturnToApp {...step} who={who} onAgain={() => void authorize()} />;

  const isBusy = step.name === 'busy';
  return (
    <SessionNotice
      title={t`Sign in to the ${productName} app?`}
      text={
        <>{rich`The desktop app will be signed in as ${(<strong className="font-medium wrap-anywhere text-ink">{who}</strong>)}. Go on only if you have just asked for this in the app.`}</>
      }
    >
      {step.name === 'asking' && step.problem !== null && (
        <div className="w-full">
          <AuthProblem>{step.problem}</AuthProblem>
        </div>
      )}
      <Button disabled={isBusy} onClick={() => void authorize()}>
        {isBusy ? t`Processing...` : t`Continue`}
      </Button>
      <Button variant="secondary" disabled={isBusy} onClick={onLeave}>{t`Cancel`}</Button>
      <Button
        variant="quiet"
        disabled={isBusy}
        onClick={() => void session.getState().signOut()}
      >{t`Use another account`}</Button>
    </SessionNotice>
  );
}

async function ask(api: ApiClient, { challenge, state }: DesktopSignInRequest): Promise<Step> {
  try {
    const { code, expiresIn } = await api.desktopCode({ challenge });
    return { name: 'given', link: deepLink({ code, state }), expiresIn };
  } catch (error) {
    // Once the session has ended, the page asks for a sign-in.
    const isOver = error instanceof AppError && error.code === 'unauthorized';
    return { name: 'asking', problem: isOver ? null : problemText(error) };
  }
}
