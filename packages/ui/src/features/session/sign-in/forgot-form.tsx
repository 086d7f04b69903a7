import { emailProblem, fieldOf, t } from '@parley/core';
import { useState } from 'react';
import type { ApiClient } from '../../../api/create-api-client.ts';
import { Button } from '../../../kit/controls/button.tsx';
import { FieldsForm } from '../../../kit/controls/fields-form.tsx';
import { focusOnMount } from '../../../kit/overlays/focus-on-mount.ts';
import { TextField } from '../../../kit/controls/text-field.tsx';
import { useClient } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';
import { AuthProblem } from './auth-problem.tsx';

/** Requests a reset mail, with the same answer for every address. */
export function ForgotForm() {
  const { api } = useClient();
  const [problem, setProblem] = useState<string | null>(null);
  const [step, setStep] = useState<'asking' | 'busy' | 'sent'>('asking');

  const submit = async (email: string) => {
    const refused = emailProblem(email);
    setProblem(refused);
    if (refused) return;
    setStep('busy');
    const failed = await ask(api, email);
    setProblem(failed);
    setStep(failed === null ? 'sent' : 'asking');
  };

  const wrong = problem === null ? null : fieldOf(problem);
  if (step === 'sent') {
    return (
      <p
        role="status"
        className="mt-4 text-muted"
      >{t`If that email has an account, a reset link is on its way. It expires in 30 minutes.`}</p>
    );
  }
  return (
    <FieldsForm
      className="mt-4 grid gap-4"
      isBusy={step === 'busy'}
      onSubmit={(field, form) => {
        void submit(field('email'));
        form.querySelector('input')?.focus();
      }}
    >
      <p className="text-muted">{t`Enter your email and we’ll send you a reset link.`}</p>
      <TextField
        ref={focusOnMount}
        label={t`Email`}
        name="email"
        type="email"
        autoComplete="username"
        required
        problem={wrong === 'email' ? problem : null}
      />
      {problem !== null && wrong === null && <AuthProblem>{problem}</AuthProblem>}
      <Button type="submit" size="field" disabled={step === 'busy'}>
        {step === 'busy' ? t`Processing...` : t`Send link`}
      </Button>
    </FieldsForm>
  );
}

/** Requests the mail; resolves to the problem, or null. */
function ask(api: ApiClient, email: string): Promise<string | null> {
  return api.forgotPassword({ email }).then(
    () => null,
    (error: unknown) => problemText(error, t`An unknown error occurred.`),
  );
}
