import { t, plural } from '@parley/core';
import type { RememberedDevice, SecondFactorResponse } from '@parley/core';
import { useCallback, useEffect, useState } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { useToday } from '../../../kit/hooks/use-today.ts';
import { LoadProblem } from '../../../kit/notices/load-problem.tsx';
import { ProblemLine } from '../../../kit/notices/problem-line.tsx';
import { Skeleton } from '../../../kit/notices/skeleton.tsx';
import { focusOnMount } from '../../../kit/overlays/focus-on-mount.ts';
import { formatDate } from '../../../kit/text/format/format-date.ts';
import { useClient } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';
import { Form } from '../pages/form.tsx';
import { OwnerField, ownerProblem, ownerProof, type Owner } from '../pages/owner-field.tsx';
import { Row } from '../row.tsx';
import { useCall } from '../use-call.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetupForm } from './setup-form.tsx';

interface TwoStepsPageProps {
  owner: Owner;
  /** Reads the account again. */
  onChanged: () => Promise<void>;
}

type Status = Omit<SecondFactorResponse, 'success'>;

type Step = 'status' | 'setup' | 'renew' | 'remove' | { codes: string[] };

/** The authenticator app of the account, and its recovery codes. */
export function TwoStepsPage({ owner, onChanged }: TwoStepsPageProps) {
  const { api } = useClient();
  const [status, setStatus] = useState<Status | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [step, setStep] = useState<Step>('status');
  const [said, setSaid] = useState('');
  const forgetting = useCall();

  const read = useCallback(async () => {
    try {
      setStatus(await (await api.secondFactor()).status());
      setProblem(null);
    } catch (error) {
      setProblem(problemText(error));
    }
  }, [api]);
  useEffect(() => {
    void read();
  }, [read]);

  const changed = async (next: Step, done: string) => {
    setStep(next);
    setSaid(done);
    await Promise.all([read(), onChanged()]);
  };
  const forget = async ({ id, name }: RememberedDevice) => {
    const isForgotten = await forgetting.run(async () => (await api.secondFactor()).forgetDevice(id));
    setSaid(isForgotten ? t`Signing in from ${name} needs a code again.` : '');
    await read();
  };
  const back = () => {
    setSaid('');
    setStep('status');
  };

  if (typeof step === 'object') return <RecoveryCodes codes={step.codes} onDone={() => setStep('status')} />;
  if (step === 'setup') {
    const added = (codes: string[]) => void changed({ codes }, t`Two-step sign-in is on.`);
    return <SetupForm owner={owner} onCancel={back} onAdded={added} />;
  }
  if (step === 'renew') {
    return (
      <ChangeForm
        owner={owner}
        about={t`Your old recovery codes will stop working.`}
        action={t`Make new codes`}
        onCancel={back}
        onConfirmed={async (proof) => {
          const codes = await (await api.secondFactor()).renewCodes(proof);
          void changed({ codes }, t`Your old recovery codes no longer work.`);
        }}
      />
    );
  }
  if (step === 'remove') {
    return (
      <ChangeForm
        owner={owner}
        about={t`Signing in will need only your password or another way to sign in. Your recovery codes will stop working.`}
        action={t`Turn off`}
        onCancel={back}
        onConfirmed={async (proof) => {
          await (await api.secondFactor()).remove(proof);
          void changed('status', t`Two-step sign-in is off.`);
        }}
      />
    );
  }
  return (
    <div className="mt-4">
      <p
        ref={focusOnMount}
        tabIndex={-1}
        className="text-muted outline-none"
      >{t`With two-step sign-in, your password alone doesn’t open your account: signing in also needs a code from an authenticator app. A passkey needs none.`}</p>
      {status === null && problem === null && (
        <div role="status" aria-label={t`Loading two-step sign-in`}>
          <Skeleton lines={2} className="mt-6" />
        </div>
      )}
      {status !== null && status.since !== null && (
        <Overview
          status={status}
          since={status.since}
          isBusy={forgetting.isBusy}
          onRenew={() => setStep('renew')}
          onForget={(device) => void forget(device)}
        />
      )}
      {forgetting.problem !== null && <ProblemLine>{forgetting.problem}</ProblemLine>}
      {problem !== null && <LoadProblem onRetry={() => void read()}>{problem}</LoadProblem>}
      <div className="mt-4 flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="text-muted">
          {said}
        </p>
        {status !== null && status.since === null && (
          <Button className="ms-auto" onClick={() => setStep('setup')}>{t`Set up`}</Button>
        )}
        {status !== null && status.since !== null && (
          <Button variant="quiet-danger" className="ms-auto" onClick={() => setStep('remove')}>{t`Turn off`}</Button>
        )}
      </div>
    </div>
  );
}

interface OverviewProps {
  status: Status;
  since: string;
  isBusy: boolean;
  onRenew: () => void;
  onForget: (device: RememberedDevice) => void;
}

function Overview({ status, since, isBusy, onRenew, onForget }: OverviewProps) {
  const today = useToday();
  const { recoveryCodesLeft: left, devices } = status;
  return (
    <div className="mt-3 border-y border-hairline">
      <Row label={t`Authenticator app`} note={t`Added on ${formatDate(since, { today })}`} />
      <Row label={t`Recovery codes`} note={plural(left)`${left} code left|${left} codes left`}>
        <Button variant="secondary" size="sm" className="max-md:min-h-11" onClick={onRenew}>{t`Make new codes`}</Button>
      </Row>
      {devices.map((device) => (
        <Row
          key={device.id}
          label={device.name}
          note={t`Needs no code until ${formatDate(device.expiresAt, { today })}`}
        >
          <Button
            variant="secondary"
            size="sm"
            className="max-md:min-h-11"
            aria-label={t`Ask for a code from ${device.name} again`}
            disabled={isBusy}
            onClick={() => onForget(device)}
          >{t`Ask again`}</Button>
        </Row>
      ))}
    </div>
  );
}

interface ChangeFormProps {
  owner: Owner;
  about: string;
  action: string;
  onCancel: () => void;
  onConfirmed: (proof: ReturnType<typeof ownerProof>) => Promise<void>;
}

/** Asks for the password and a code before a change. */
function ChangeForm({ owner, about, action, onCancel, onConfirmed }: ChangeFormProps) {
  const call = useCall();
  const submit = async (field: (name: string) => string) => {
    const refused = ownerProblem(owner, field);
    call.refuse(refused);
    if (refused === null) await call.run(() => onConfirmed(ownerProof(owner, field)));
  };
  return (
    <Form
      call={call}
      action={action}
      busyAction={t`Processing...`}
      onCancel={onCancel}
      onSubmit={(field) => void submit(field)}
    >
      <p className="text-muted">{about}</p>
      <OwnerField ref={focusOnMount} owner={owner} call={call} />
    </Form>
  );
}
