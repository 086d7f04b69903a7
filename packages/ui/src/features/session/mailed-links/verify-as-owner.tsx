import { t } from '@parley/core';
import { useState } from 'react';
import type { VerifyRequest } from '@parley/core';
import { Button } from '../../../kit/controls/button.tsx';
import { FieldsForm } from '../../../kit/controls/fields-form.tsx';
import { PlainPage } from '../../../kit/layout/plain-page.tsx';
import { TextField } from '../../../kit/controls/text-field.tsx';
import { AuthProblem, PROBLEM_ID } from '../sign-in/auth-problem.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { TextButton } from '../sign-in/text-button.tsx';

interface VerifyAsOwnerProps {
  /** Why the link alone is not enough. */
  reason: string;
  problem: string | null;
  isBusy: boolean;
  onProblem: (problem: string | null) => void;
  onSubmit: (proof: Omit<VerifyRequest, 'token'>) => void;
}

/** Asks for the account's password, or for a new one, which signs out every other session. */
export function VerifyAsOwner({ reason, problem, isBusy, onProblem, onSubmit }: VerifyAsOwnerProps) {
  const [isNew, setNew] = useState(false);
  if (isNew) {
    return (
      <PlainPage title={t`Choose a new password`}>
        <p className="mt-3 text-body leading-[1.625rem] text-pretty text-muted">{t`Your old password will stop working, and you’ll be signed out on all devices.`}</p>
        <NewPasswordForm
          problem={problem}
          isBusy={isBusy}
          onProblem={onProblem}
          onSubmit={async (newPassword) => onSubmit({ newPassword })}
        />
      </PlainPage>
    );
  }
  return (
    <PlainPage title={t`Is this your account?`}>
      <p className="mt-3 text-body leading-[1.625rem] text-pretty text-muted">{reason}</p>
      <FieldsForm
        className="mt-8 grid w-full gap-4 md:max-w-88"
        isBusy={isBusy}
        onSubmit={(field) => {
          if (field('password') === '') onProblem(t`Password is required`);
          else onSubmit({ password: field('password') });
        }}
      >
        <TextField
          label={t`Password`}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          aria-describedby={problem === null ? undefined : PROBLEM_ID}
        />
        {problem !== null && <AuthProblem>{problem}</AuthProblem>}
        <Button type="submit" size="field" disabled={isBusy}>
          {isBusy ? t`Processing...` : t`Confirm email`}
        </Button>
      </FieldsForm>
      <p className="mt-4 text-sm">
        <TextButton
          onClick={() => {
            onProblem(null);
            setNew(true);
          }}
        >{t`Choose a new password`}</TextButton>
      </p>
    </PlainPage>
  );
}
