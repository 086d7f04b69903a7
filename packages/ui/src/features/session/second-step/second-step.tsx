import { t } from '@parley/core';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { FieldsForm } from '../../../kit/controls/fields-form.tsx';
import { TextField } from '../../../kit/controls/text-field.tsx';
import { useClient, useSession } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';
import { TextButton } from '../sign-in/text-button.tsx';

interface SecondStepProps {
  /** From the first step. */
  ticket: string;
  onSignedIn: () => void;
  onCancel: () => void;
}

/** The second step of a sign-in: asks for a code of the authenticator app, or for a recovery code. */
export function SecondStep({ ticket, onSignedIn, onCancel }: SecondStepProps) {
  const { api, platform, session } = useClient();
  const canRemember = platform.settings.remembersDevices === true && !platform.browserSignIn;
  const enterWith = useSession((session) => session.enterWith);
  const serverProblem = useSession((session) => session.problem);
  const [ownProblem, setOwnProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isRecovery, setRecovery] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const problem = ownProblem ?? serverProblem;
  useEffect(() => field.current?.focus(), [isRecovery, problem]);

  const submit = async (code: string, remember: boolean) => {
    setOwnProblem(code === '' ? t`Code is required` : null);
    if (code === '') return;
    setBusy(true);
    try {
      const request = { ticket, code, ...(remember && { remember }) };
      if (await enterWith((await api.secondFactor()).signIn(request))) onSignedIn();
    } catch (error) {
      setOwnProblem(problemText(error));
    }
    setBusy(false);
  };

  return (
    <>
      <FieldsForm
        className="mt-4 grid gap-4"
        isBusy={isBusy}
        onSubmit={(read) => void submit(read('code').trim(), read('remember') === 'on')}
      >
        <p className="text-muted">
          {isRecovery
            ? t`Enter one of the recovery codes that you saved. Each works once.`
            : t`Enter the 6-digit code that your authenticator app shows.`}
        </p>
        <TextField
          key={String(isRecovery)}
          ref={field}
          label={isRecovery ? t`Recovery code` : t`Code`}
          name="code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          required
          problem={problem}
        />
        {canRemember && (
          <label className="flex min-h-11 cursor-pointer items-center gap-3">
            <input type="checkbox" name="remember" className="size-4 shrink-0 accent-accent" />
            {t`Remember this device for 30 days`}
          </label>
        )}
        <Button type="submit" size="field" disabled={isBusy}>
          {isBusy ? t`Processing...` : t`Sign In`}
        </Button>
      </FieldsForm>
      <p className="mt-4 flex flex-wrap justify-center gap-x-6 gap-y-3">
        <TextButton
          onClick={() => {
            setOwnProblem(null);
            session.setState({ problem: null });
            setRecovery(!isRecovery);
          }}
        >
          {isRecovery ? t`Use your authenticator app` : t`Use a recovery code`}
        </TextButton>
        <TextButton onClick={onCancel}>{t`Back to sign in`}</TextButton>
      </p>
    </>
  );
}
