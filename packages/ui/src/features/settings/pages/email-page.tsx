import { emailProblem, normalizeEmail } from '@parley/core';
import { useState } from 'react';
import { focusOnMount } from '../../../kit/overlays/focus-on-mount.ts';
import { TextField } from '../../../kit/controls/text-field.tsx';
import { useClient } from '../../../stores/client.ts';
import { Done } from './done.tsx';
import { Form, PROBLEM_ID } from './form.tsx';
import { OwnerField, ownerProblem } from './owner-field.tsx';
import { useCall } from '../use-call.ts';

interface EmailPageProps {
  hasPassword: boolean;
  onBack: () => void;
}

/** Asks for a new address, which takes effect once it is verified. */
export function EmailPage({ hasPassword, onBack }: EmailPageProps) {
  const { api } = useClient();
  const call = useCall();
  const [mailed, setMailed] = useState<string | null>(null);

  const submit = async (email: string, current: string) => {
    const refused = emailProblem(email) ?? ownerProblem(hasPassword, current);
    call.refuse(refused);
    if (refused !== null) return;
    const isSent = await call.run(() => api.changeEmail({ email, ...(hasPassword && { password: current }) }));
    if (isSent) setMailed(normalizeEmail(email));
  };

  if (mailed !== null) {
    return (
      <Done onBack={onBack}>
        {`We sent a link to ${mailed}. Open it within 24 hours to switch to this email. Until then, nothing changes.`}
      </Done>
    );
  }
  return (
    <Form
      call={call}
      action="Send link"
      busyAction="Sending..."
      onCancel={onBack}
      onSubmit={(field) => void submit(field('email'), field('current'))}
    >
      <p className="text-muted">We’ll email the new address a link. Open it to confirm.</p>
      <TextField
        ref={focusOnMount}
        label="New email"
        name="email"
        type="email"
        autoComplete="email"
        required
        aria-describedby={call.problem === null ? undefined : PROBLEM_ID}
      />
      <OwnerField hasPassword={hasPassword} call={call} />
    </Form>
  );
}
