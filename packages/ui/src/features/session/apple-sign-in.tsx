import { useEffect } from 'react';
import { Button } from '../../kit/button.tsx';
import { useClient, useSession } from '../../stores/client.ts';
import { problemText } from '../../stores/problem-text.ts';
import { AppleLogo } from '../../kit/apple-logo.tsx';
import { AppleProblem, loadAppleScript } from './apple-script.ts';
import { askApple } from './ask-apple.ts';

interface AppleSignInProps {
  clientId: string;
  scriptUrl: string;
  isBusy: boolean;
  isDisabled: boolean;
  during: (work: Promise<void>) => Promise<void>;
  onProblem: (problem: string | null) => void;
  onSignedIn: () => void;
}

/** Signs in with Apple: in a popup, or on a page of Apple's where the browser lets none open. */
export function AppleSignIn({ clientId, scriptUrl, onProblem, onSignedIn, ...form }: AppleSignInProps) {
  const { api } = useClient();
  const signInWithApple = useSession((session) => session.signInWithApple);
  const clearProblem = useSession((session) => session.clearProblem);
  // Browsers let a popup open only shortly after a press, so the script is there before it.
  useEffect(() => {
    loadAppleScript(scriptUrl).catch(() => {});
  }, [scriptUrl]);

  const signIn = async () => {
    clearProblem();
    onProblem(null);
    const proof = await askApple(clientId, scriptUrl);
    if (proof === null) location.assign(await api.appleStart());
    else if (await signInWithApple(proof)) onSignedIn();
  };
  const tell = (error: unknown) =>
    onProblem(error instanceof AppleProblem ? error.message : problemText(error, 'Apple Sign-In failed'));

  return (
    <>
      <p className="mt-4 flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-edge after:h-px after:flex-1 after:bg-edge">
        Or continue with
      </p>
      <Button
        variant="secondary"
        size="field"
        className="mt-4"
        disabled={form.isDisabled}
        onClick={() => void form.during(signIn().catch(tell))}
      >
        {form.isBusy ? (
          'Processing...'
        ) : (
          <>
            <AppleLogo />
            Apple
          </>
        )}
      </Button>
    </>
  );
}
