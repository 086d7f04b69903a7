import { useState } from 'react';
import type { BrowserSignInState } from '../../../stores/session/browser-sign-in.ts';
import { useClient, useSession } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';
import { takesPasskeys } from '../../../stores/session/takes-passkeys.ts';
import { AppleSignIn } from '../apple/apple-sign-in.tsx';
import { BrowserSignInButtons } from '../desktop/browser-sign-in-buttons.tsx';
import { ProviderButtons } from '../providers/provider-buttons.tsx';
import { storeReturnPath } from '../return-path.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { OrContinueWith } from './or-continue-with.tsx';

export interface SignInPanelProps {
  mode: 'login' | 'register';
  onSignedIn: () => void;
  onForgot: () => void;
  /** On the desktop: signs in through the system's browser instead of Apple's popup and the providers' pages. */
  browser?: Pick<BrowserSignInState, 'notice' | 'begin' | 'clearNotice'>;
}

/** Every sign-in method that this server offers, with one place for errors. */
export function SignInPanel({ mode, onSignedIn, onForgot, browser }: SignInPanelProps) {
  const { api, platform } = useClient();
  const { appleClientId, appleScriptUrl, signInProviders = [], sendsMail } = platform.settings;
  const clearProblem = useSession((session) => session.clearProblem);
  const enterWith = useSession((session) => session.enterWith);
  const serverProblem = useSession((session) => session.problem);
  const [ownProblem, setOwnProblem] = useState<string | null>(null);
  /** The way in use: the form, Apple, a passkey, or the id of a provider. */
  const [busy, setBusy] = useState<string | null>(null);
  const during = async (way: string, work: Promise<void>) => {
    browser?.clearNotice();
    setBusy(way);
    await work;
    setBusy(null);
  };
  const goToProvider = async (id: string) => {
    clearProblem();
    setOwnProblem(null);
    const address = await (await api.providers()).start(id);
    storeReturnPath();
    location.assign(address);
  };
  const startProvider = (id: string) =>
    during(
      id,
      goToProvider(id).catch((error: unknown) => setOwnProblem(problemText(error))),
    );
  const enterWithPasskey = async () => {
    clearProblem();
    setOwnProblem(null);
    const { signInWithPasskey } = await import('../../../stores/session/passkeys.chunk.ts');
    if (await enterWith(signInWithPasskey(api))) onSignedIn();
  };
  const startPasskey = () =>
    during(
      'passkey',
      enterWithPasskey().catch((error: unknown) => setOwnProblem(problemText(error))),
    );
  const hasPasskeys = takesPasskeys(platform);
  const hasApple = appleClientId !== null && appleScriptUrl !== null;
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
      {(browser || hasApple || hasPasskeys || signInProviders.length > 0) && (
        <>
          <OrContinueWith />
          <div className="mt-4 grid gap-3">
            {!browser && hasApple && (
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
            {browser ? (
              <BrowserSignInButtons
                hasApple={appleClientId !== null}
                providers={signInProviders}
                isDisabled={busy !== null}
                onBegin={() => void browser.begin()}
              />
            ) : (
              <ProviderButtons
                providers={signInProviders}
                busy={busy}
                isDisabled={busy !== null}
                onPress={(id) => void startProvider(id)}
              />
            )}
            {hasPasskeys && (
              <PasskeyButton
                isBusy={busy === 'passkey'}
                isDisabled={busy !== null}
                onPress={() => void startPasskey()}
              />
            )}
          </div>
        </>
      )}
    </>
  );
}
