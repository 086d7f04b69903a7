import { useState } from 'react';
import type { BrowserSignInState } from '../../../stores/session/browser-sign-in.ts';
import { useClient, useSession } from '../../../stores/client.ts';
import { AppleSignIn } from '../apple/apple-sign-in.tsx';
import { BrowserSignInButtons } from '../desktop/browser-sign-in-buttons.tsx';
import { CredentialsForm } from './credentials-form.tsx';

export interface SignInPanelProps {
  mode: 'login' | 'register';
  onSignedIn: () => void;
  onForgot: () => void;
  /** On the desktop: signs in through the system's browser instead of Apple's popup. */
  browser?: Pick<BrowserSignInState, 'notice' | 'begin' | 'clearNotice'>;
}

/** Every sign-in method that this server offers, with one place for errors. */
export function SignInPanel({ mode, onSignedIn, onForgot, browser }: SignInPanelProps) {
  const { appleClientId, appleScriptUrl, sendsMail } = useClient().platform.settings;
  const serverProblem = useSession((session) => session.problem);
  const [ownProblem, setOwnProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<'form' | 'apple' | null>(null);
  const during = async (way: 'form' | 'apple', work: Promise<void>) => {
    browser?.clearNotice();
    setBusy(way);
    await work;
    setBusy(null);
  };
  return (
    <>
      <CredentialsForm
        mode={mode}
        problem={ownProblem ?? serverProblem ?? browser?.notice ?? null}
        isBusy={busy === 'form'}
        isDisabled={busy !== null}
        during={(work) => during('form', work)}
        onProblem={setOwnProblem}
        onSignedIn={onSignedIn}
        onForgot={sendsMail ? onForgot : null}
      />
      {browser ? (
        <BrowserSignInButtons
          hasApple={appleClientId !== null}
          isDisabled={busy !== null}
          onBegin={() => void browser.begin()}
        />
      ) : appleClientId === null || appleScriptUrl === null ? null : (
        <AppleSignIn
          clientId={appleClientId}
          scriptUrl={appleScriptUrl}
          isBusy={busy === 'apple'}
          isDisabled={busy !== null}
          during={(work) => during('apple', work)}
          onProblem={setOwnProblem}
          onSignedIn={onSignedIn}
        />
      )}
    </>
  );
}
