import { fieldOf, MIN_PASSWORD_LENGTH, newPasswordProblem, t } from '@parley/core';
import { useState } from 'react';
import { TextField } from '../../../kit/controls/text-field.tsx';
import { focusOnMount } from '../../../kit/overlays/focus-on-mount.ts';
import { rich } from '../../../kit/text/rich.tsx';
import { useClient } from '../../../stores/client.ts';
import { Done } from '../pages/done.tsx';
import { Form, PROBLEM_ID } from '../pages/form.tsx';
import { OwnerField, ownerProblem, ownerProof, type Owner } from '../pages/owner-field.tsx';
import { useCall } from '../use-call.ts';

interface PasswordPageProps {
  email: string;
  owner: Owner;
  /** How an account without a password signs in. */
  signsInWith: string;
  onChanged: () => void;
  onBack: () => void;
}

/** Changes the password, or sets the first one. */
export function PasswordPage({ email, owner, signsInWith, onChanged, onBack }: PasswordPageProps) {
  const { api, platform } = useClient();
  const { hasPassword } = owner;
  const call = useCall();
  const [isDone, setDone] = useState(false);

  const submit = async (field: (name: string) => string) => {
    const newPassword = field('password');
    const refused = ownerProblem(owner, field) ?? newPasswordProblem(newPassword, field('confirmation'));
    call.refuse(refused);
    if (refused !== null) return;
    const { password: currentPassword, code } = ownerProof(owner, field);
    const isChanged = await call.run(async () =>
      (await api.account()).changePassword({ newPassword, currentPassword, code }),
    );
    setDone(isChanged);
  };

  if (isDone) {
    const leave = () => {
      onChanged();
      onBack();
    };
    return <Done onBack={leave}>{t`Your new password is set, and you’re signed out everywhere else.`}</Done>;
  }
  const problemId = call.problem === null ? undefined : PROBLEM_ID;
  return (
    <Form
      call={call}
      action={hasPassword ? t`Change password` : t`Set password`}
      busyAction={t`Processing...`}
      onCancel={onBack}
      onSubmit={(field) => void submit(field)}
    >
      <p className="text-muted">
        {!hasPassword && rich`With a password, you can also sign in as ${(<bdi>{email}</bdi>)} without ${signsInWith}.`}{' '}
        {t`You’ll be signed out everywhere else.`}
        {platform.settings.apiKeys !== 'off' && ` ${t`Your API keys will stop working.`}`}
      </p>
      {/* Lets password managers know the account. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <OwnerField ref={focusOnMount} owner={owner} call={call} />
      <TextField
        ref={hasPassword || owner.hasSecondFactor ? undefined : focusOnMount}
        label={t`New password`}
        name="password"
        type="password"
        placeholder={t`Min. ${MIN_PASSWORD_LENGTH} characters`}
        autoComplete="new-password"
        required
        aria-describedby={problemId}
      />
      <TextField
        label={t`Confirm new password`}
        name="confirmation"
        type="password"
        autoComplete="new-password"
        required
        aria-invalid={(call.problem !== null && fieldOf(call.problem) === 'confirmation') || undefined}
        aria-describedby={problemId}
      />
    </Form>
  );
}
