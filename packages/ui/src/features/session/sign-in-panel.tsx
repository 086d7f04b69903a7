import { useState } from 'react';
import { useClient, useSession } from '../../stores/client.ts';
import { AppleSignIn } from './apple-sign-in.tsx';
import { CredentialsForm } from './credentials-form.tsx';

interface SignInPanelProps {
  mode: 'login' | 'register';
  onSignedIn: () => void;
  onForgot: () => void;
}

/** Every way in that this server has, with one place for what goes wrong. */
export function SignInPanel({ mode, onSignedIn, onForgot }: SignInPanelProps) {
  const { appleClientId, appleScriptUrl, sendsMail } = useClient().platform.settings;
  const serverProblem = useSession((session) => session.problem);
  const [ownProblem, setOwnProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<'form' | 'apple' | null>(null);
  const during = async (way: 'form' | 'apple', work: Promise<void>) => {
    setBusy(way);
    await work;
    setBusy(null);
  };
  return (
    <>
      <CredentialsForm
        mode={mode}
        problem={ownProblem ?? serverProblem}
        isBusy={busy === 'form'}
        isDisabled={busy !== null}
        during={(work) => during('form', work)}
        onProblem={setOwnProblem}
        onSignedIn={onSignedIn}
        onForgot={sendsMail ? onForgot : null}
      />
      {appleClientId !== null && appleScriptUrl !== null && (
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
