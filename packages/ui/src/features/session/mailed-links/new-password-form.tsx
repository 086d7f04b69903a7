import { fieldOf, MIN_PASSWORD_LENGTH, newPasswordProblem, t } from '@parley/core';
import { Button } from '../../../kit/controls/button.tsx';
import { FieldsForm } from '../../../kit/controls/fields-form.tsx';
import { TextField } from '../../../kit/controls/text-field.tsx';
import { AuthProblem } from '../sign-in/auth-problem.tsx';

interface NewPasswordFormProps {
  problem: string | null;
  isBusy: boolean;
  /** Called with a problem found before a request is sent; null clears it. */
  onProblem: (problem: string | null) => void;
  onSubmit: (password: string) => Promise<void>;
}

export function NewPasswordForm({ problem, isBusy, onProblem, onSubmit }: NewPasswordFormProps) {
  const submit = (field: (name: string) => string, form: HTMLFormElement) => {
    const refused = newPasswordProblem(field('password'), field('confirmation'));
    onProblem(refused);
    if (refused) form.querySelector<HTMLInputElement>(`[name="${fieldOf(refused)}"]`)?.focus();
    else void onSubmit(field('password'));
  };
  const wrong = problem === null ? null : fieldOf(problem);
  return (
    <FieldsForm className="mt-8 grid w-full gap-4 md:max-w-88" isBusy={isBusy} onSubmit={submit}>
      <TextField
        label={t`New Password`}
        name="password"
        type="password"
        placeholder={t`Min. ${MIN_PASSWORD_LENGTH} characters`}
        autoComplete="new-password"
        required
        problem={wrong === 'password' ? problem : null}
      />
      <TextField
        label={t`Confirm Password`}
        name="confirmation"
        type="password"
        autoComplete="new-password"
        required
        problem={wrong === 'confirmation' ? problem : null}
      />
      {problem !== null && wrong !== 'password' && wrong !== 'confirmation' && <AuthProblem>{problem}</AuthProblem>}
      <Button type="submit" size="field" disabled={isBusy}>
        {isBusy ? t`Processing...` : t`Change password`}
      </Button>
    </FieldsForm>
  );
}
