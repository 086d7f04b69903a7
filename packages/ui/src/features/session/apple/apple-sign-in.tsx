import { t } from '@parley/core';
import { useEffect } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { useClient, useSession } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';
import { AppleLogo } from '../../../kit/icons/apple-logo.tsx';
import { AppleProblem, loadAppleScript } from './apple-script.ts';
import { storeReturnPath } from '../return-path.ts';
import { requestAppleSignIn } from './request-apple-sign-in.ts';

interface AppleSignInProps {
  clientId: string;
  scriptUrl: string;
  isBusy: boolean;
  isDisabled: boolean;
  during: (work: Promise<void>) => Promise<void>;
  onProblem: (problem: string | null) => void;
  onSignedIn: () => void;
}

/** Signs in with Apple: in a popup, or on Apple's page if the browser blocks popups. */
export function AppleSignIn({ clientId, scriptUrl, onProblem, onSignedIn, ...form }: AppleSignInProps) {
  const { api } = useClient();
  const enterWith = useSession((session) => session.enterWith);
  const clearProblem = useSession((session) => session.clearProblem);
  // Browsers allow a popup only shortly after a press, so the script must load before it.
  useEffect(() => {
    // A press loads it again and reports the error.
    loadAppleScript(scriptUrl).catch(() => {});
  }, [scriptUrl]);

  const signIn = async () => {
    clearProblem();
    onProblem(null);
    const proof = await requestAppleSignIn(clientId, scriptUrl);
    if (proof === null) {
      const address = await api.appleStart();
      storeReturnPath();
      location.assign(address);
    } else if (await enterWith(api.apple(proof), explain)) onSignedIn();
  };
  const explain = (error: unknown) =>
    error instanceof AppleProblem ? error.message : problemText(error, t`Apple Sign-In failed`);

  return (
    <Button
      variant="secondary"
      size="field"
      disabled={form.isDisabled}
      onClick={() => void form.during(signIn().catch((error: unknown) => onProblem(explain(error))))}
    >
      {form.isBusy ? (
        t`Processing...`
      ) : (
        <>
          <AppleLogo />
          Apple
        </>
      )}
    </Button>
  );
}
