import {
  readSignInState,
  type ProductSettings,
  type ProviderExchangeRequest,
  type SignInPurpose,
  t,
} from '@parley/core';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { useClient, useSession } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';
import { useLeaveOnceSignedIn } from '../mailed-links/use-leave-once-signed-in.ts';
import { SecondStepPage } from '../second-step/second-step-page.tsx';
import { SessionNotice } from '../session-notice.tsx';
import { WorkingPage } from '../working-page.tsx';

/** `second-step`: until the account's code arrives. */
type Step = { name: 'working' } | { name: 'second-step' } | { name: 'linked' } | { name: 'failed'; problem: string };

interface ProviderCallbackPageProps {
  onSignIn: () => void;
  onLeave: () => void;
}

/** Finishes, once, what was started at a provider's page: a sign-in, or the link to the account of a signed-in user. */
export function ProviderCallbackPage({ onSignIn, onLeave }: ProviderCallbackPageProps) {
  const { api, session, platform } = useClient();
  const isSignedIn = useSession(({ token }) => token !== null);
  const [step, setStep] = useState<Step>({ name: 'working' });
  const [returned] = useState(() => readReturned(location.search));
  const isBegun = useRef(false);
  const name = nameOf(returned.purpose, platform.settings);
  useLeaveOnceSignedIn(onLeave, step.name === 'failed');

  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    // A code works once, so it must not survive in a reload or the history.
    history.replaceState(null, '', location.pathname);
    const fail = (problem: string) => setStep({ name: 'failed', problem });
    const finish = async ({ provider, isLink }: SignInPurpose, answer: ProviderExchangeRequest) => {
      const providers = await api.providers();
      if (isLink) {
        await providers.link(provider, answer);
        return setStep({ name: 'linked' });
      }
      const { enterWith } = session.getState();
      if (await enterWith(providers.exchange(provider, answer))) onLeave();
      else if (session.getState().ticket === null) fail(session.getState().problem ?? NOTHING);
      else setStep({ name: 'second-step' });
    };
    const { purpose, answer, error } = returned;
    if (error !== null) return fail(refusalOf(error, name));
    if (purpose === null || answer === null) return fail(NOTHING);
    if (purpose.isLink && session.getState().token === null) {
      return fail(t`You’re signed out. Sign in, then add ${name} again.`);
    }
    finish(purpose, answer).catch((problem: unknown) => fail(problemText(problem)));
  }, [api, session, returned, name, onLeave]);

  switch (step.name) {
    case 'working':
      return <WorkingPage title={t`Completing Sign-In`}>{t`One moment, please.`}</WorkingPage>;
    case 'second-step':
      return <SecondStepPage onSignedIn={onLeave} onFailed={(problem) => setStep({ name: 'failed', problem })} />;
    case 'linked':
      return (
        <SessionNotice title={t`${name} is added`} text={t`From now on, you can also sign in with ${name}.`}>
          <Button onClick={onLeave}>{t`Continue to ${platform.settings.productName}`}</Button>
        </SessionNotice>
      );
    case 'failed':
      return (
        <SessionNotice
          title={isSignedIn ? t`You’re still signed in` : t`You’re not signed in`}
          role="alert"
          text={step.problem}
        >
          <Button onClick={isSignedIn ? onLeave : onSignIn}>{isSignedIn ? t`Go back` : t`Sign in`}</Button>
        </SessionNotice>
      );
  }
}

const NOTHING = t`There is no sign-in to finish here. Please start again.`;

function readReturned(search: string) {
  const given = new URLSearchParams(search);
  const [code, state, iss] = [given.get('code'), given.get('state') ?? '', given.get('iss')];
  return {
    purpose: readSignInState(state),
    error: given.get('error'),
    answer: code ? { code, state, ...(iss !== null && { iss }) } : null,
  };
}

/** What the interface calls the provider. A link to this page may name any. */
function nameOf(purpose: SignInPurpose | null, { signInProviders = [] }: ProductSettings): string {
  if (purpose?.provider === 'apple') return 'Apple';
  return signInProviders.find(({ id }) => id === purpose?.provider)?.name ?? t`the provider`;
}

/** Anyone can craft a link to this page, so only a known form of error is shown. */
function refusalOf(error: string, name: string): string {
  if (error === 'access_denied' || error === 'user_cancelled_authorize')
    return t`You canceled the sign-in with ${name}.`;
  return /^[\w.-]{1,64}$/.test(error)
    ? t`The sign-in with ${name} failed there (${error}). Please start again.`
    : t`The sign-in with ${name} failed there. Please start again.`;
}
