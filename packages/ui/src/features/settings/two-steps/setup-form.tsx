import { t } from '@parley/core';
import { useState } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { TextField } from '../../../kit/controls/text-field.tsx';
import { useCopied } from '../../../kit/hooks/use-copied.ts';
import { focusOnMount } from '../../../kit/overlays/focus-on-mount.ts';
import { useClient } from '../../../stores/client.ts';
import { Form, PROBLEM_ID } from '../pages/form.tsx';
import { OwnerField, ownerProblem, ownerProof, type Owner } from '../pages/owner-field.tsx';
import { useCall } from '../use-call.ts';
import { QrCode } from './qr-code.tsx';

interface SetupFormProps {
  owner: Owner;
  onCancel: () => void;
  /** Gets the recovery codes. */
  onAdded: (codes: string[]) => void;
}

interface AppKey {
  setup: string;
  secret: string;
  uri: string;
}

/** Adds an authenticator app: asks for the password, shows the app's key, and asks for its first code. */
export function SetupForm({ owner, onCancel, onAdded }: SetupFormProps) {
  const { api } = useClient();
  const call = useCall();
  const { copied, copy } = useCopied();
  const [key, setKey] = useState<AppKey | null>(null);

  const start = async (field: (name: string) => string) => {
    const refused = ownerProblem(owner, field);
    call.refuse(refused);
    if (refused !== null) return;
    await call.run(async () => setKey(await (await api.secondFactor()).start(ownerProof(owner, field))));
  };
  const add = async (setup: string, code: string) => {
    call.refuse(code === '' ? t`Code is required` : null);
    if (code === '') return;
    await call.run(async () => onAdded(await (await api.secondFactor()).add({ setup, code })));
  };

  if (key === null) {
    return (
      <Form
        call={call}
        action={t`Continue`}
        busyAction={t`Processing...`}
        onCancel={onCancel}
        onSubmit={(field) => void start(field)}
      >
        <p className="text-muted">{t`You need an authenticator app on your phone or in your password manager. You’ll be signed out everywhere else.`}</p>
        <OwnerField ref={focusOnMount} owner={owner} call={call} />
      </Form>
    );
  }
  return (
    <Form
      call={call}
      action={t`Turn on`}
      busyAction={t`Processing...`}
      onCancel={onCancel}
      onSubmit={(field) => void add(key.setup, field('code').trim())}
    >
      <p
        ref={focusOnMount}
        tabIndex={-1}
        className="text-muted outline-none"
      >{t`Scan this code with your authenticator app, or type the key into it. Then enter the 6-digit code that it shows.`}</p>
      <QrCode text={key.uri} label={t`QR code with the key for your authenticator app`} />
      <div className="flex flex-wrap items-end gap-2">
        <label className="grid min-w-0 flex-1 basis-60 gap-1.5">
          <span className="font-medium">{t`Key`}</span>
          <input
            readOnly
            dir="ltr"
            value={key.secret}
            className="h-11 w-full rounded-sm border border-control bg-raised px-3 font-mono text-sm"
            onFocus={({ target }) => target.select()}
          />
        </label>
        <Button variant="secondary" className="min-h-11" onClick={() => copy(key.secret)}>
          {copied ? t`Copied` : t`Copy`}
        </Button>
      </div>
      <span role="status" className="sr-only">
        {copied ? t`Copied` : ''}
      </span>
      <TextField
        label={t`Code`}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        aria-invalid={call.code === 'wrong-code' || undefined}
        aria-describedby={call.problem === null ? undefined : PROBLEM_ID}
      />
    </Form>
  );
}
