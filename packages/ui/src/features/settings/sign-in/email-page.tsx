import { emailProblem, normalizeEmail, t } from '@parley/core';
import { useState } from 'react';
import { focusOnMount } from '../../../kit/overlays/focus-on-mount.ts';
import { TextField } from '../../../kit/controls/text-field.tsx';
import { rich } from '../../../kit/text/rich.tsx';
import { useClient } from '../../../stores/client.ts';
import { Done } from '../pages/done.tsx';
import { Form, PROBLEM_ID } from '../pages/form.tsx';
import { OwnerField, ownerProblem, ownerProof, type Owner } from '../pages/owner-field.tsx';
import { useCall } from '../use-call.ts';

interface EmailPageProps {
  owner: Owner;
  onBack: () => void;
}

/** Asks for a new address, which takes effect once it is verified. */
export function EmailPage({ owner, onBack }: EmailPageProps) {
  const { api } = useClient();
  const call = useCall();
  const [mailed, setMailed] = useState<string | null>(null);

  const submit = async (field: (name: string) => string) => {
    const email = field('email');
    const refused = emailProblem(email) ?? ownerProblem(owner, field);
    call.refuse(refused);
    if (refused !== null) return;
    const isSent = await call.run(async () =>
      (await api.account()).changeEmail({ email, ...ownerProof(owner, field) }),
    );
    if (isSent) setMailed(normalizeEmail(email));
  };

  if (mailed !== null) {
    return (
      <Done onBack={onBack}>
        {rich`We sent a link to ${(<bdi>{mailed}</bdi>)}. Open it within 24 hours to switch to this email. Until then, nothing changes.`}
      </Done>
    );
  }
  return (
    <Form
      call={call}
      action={t`Send link`}
      busyAction={t`Sending...`}
      onCancel={onBack}
      onSubmit={(field) => void submit(field)}
    >
      <p className="text-muted">{t`We’ll email the new address a link. Open it to confirm.`}</p>
      <TextField
        ref={focusOnMount}
        label={t`New email`}
        name="email"
        type="email"
        autoComplete="email"
        required
        aria-describedby={call.problem === null ? undefined : PROBLEM_ID}
      />
      <OwnerField owner={owner} call={call} />
    </Form>
  );
}
