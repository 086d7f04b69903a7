import { t } from '@parley/core';
import type { OwnerProof, Passkey, SignInProvider } from '@parley/core';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { LoadProblem } from '../../../kit/notices/load-problem.tsx';
import { focusOnMount } from '../../../kit/overlays/focus-on-mount.ts';
import { useClient } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';
import { takesPasskeys } from '../../../stores/session/takes-passkeys.ts';
import { Form } from '../pages/form.tsx';
import { OwnerField, ownerProblem, ownerProof, type Owner } from '../pages/owner-field.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { Row } from '../row.tsx';
import { useCall } from '../use-call.ts';

interface WaysPageProps {
  email: string;
  owner: Owner;
  providers: SignInProvider[];
  /** Reads the account again. */
  onChanged: () => Promise<void>;
}

/** What the user is about to change, once they have proven who they are. */
type Change =
  | { kind: 'add-passkey' }
  | { kind: 'remove-passkey'; passkey: Passkey }
  | { kind: 'add-provider' | 'remove-provider'; provider: SignInProvider };

/** How the user can sign in: the password, each provider of the server, and passkeys, to add or to remove. */
export function WaysPage({ email, owner, providers, onChanged }: WaysPageProps) {
  const { api, platform } = useClient();
  const { appleClientId, signInProviders = [] } = platform.settings;
  const call = useCall();
  const [passkeys, setPasskeys] = useState<Passkey[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [change, setChange] = useState<Change | null>(null);
  const [said, setSaid] = useState('');

  const readPasskeys = useCallback(async () => {
    if (!platform.settings.takesPasskeys) return;
    try {
      setPasskeys(await (await api.passkeys()).list());
      setProblem(null);
    } catch (error) {
      setProblem(problemText(error));
    }
  }, [api, platform]);
  useEffect(() => {
    void readPasskeys();
  }, [readPasskeys]);

  /** Whether this device can open the provider's page and come back from it. */
  const canAdd = (id: string) =>
    !platform.browserSignIn &&
    (id === 'apple' ? appleClientId !== null : signInProviders.some((provider) => provider.id === id));

  const open = (next: Change | null) => {
    setSaid('');
    call.refuse(null);
    setChange(next);
  };
  const make = async (wanted: Change, proof: OwnerProof): Promise<void> => {
    switch (wanted.kind) {
      case 'add-provider':
        return location.assign(await (await api.providers()).startLink(wanted.provider.id, proof));
      case 'remove-provider':
        await (await api.providers()).unlink(wanted.provider.id, proof);
        await onChanged();
        return setSaid(t`You can no longer sign in with ${wanted.provider.name}.`);
      case 'add-passkey': {
        const { addPasskey } = await import('../../../stores/session/passkeys.chunk.ts');
        await addPasskey(api, proof);
        await readPasskeys();
        return setSaid(t`Your passkey is added.`);
      }
      case 'remove-passkey':
        await (await api.passkeys()).remove(wanted.passkey.id, proof);
        await readPasskeys();
        return setSaid(t`The passkey from ${wanted.passkey.name} is removed here. Delete it on your device as well.`);
      default:
        return wanted satisfies never;
    }
  };
  const submit = async (wanted: Change, field: (name: string) => string) => {
    const refused = ownerProblem(owner, field);
    call.refuse(refused);
    if (refused !== null) return;
    const isDone = await call.run(() => make(wanted, ownerProof(owner, field)));
    if (isDone && wanted.kind !== 'add-provider') setChange(null);
  };

  if (change) {
    const { about, action, busyAction = t`Processing...`, isDangerous = false } = wordsOf(change);
    return (
      <Form
        call={call}
        action={action}
        busyAction={busyAction}
        isDangerous={isDangerous}
        onCancel={() => open(null)}
        onSubmit={(field) => void submit(change, field)}
      >
        <p className="text-muted">{about}</p>
        <OwnerField ref={focusOnMount} owner={owner} call={call} />
      </Form>
    );
  }
  return (
    <div className="mt-4">
      <p
        ref={focusOnMount}
        tabIndex={-1}
        className="text-muted outline-none"
      >{t`Each of these opens your account. Keep at least one.`}</p>
      <div className="mt-3 border-y border-hairline">
        {email !== '' && (
          <Row
            label={t`Email and password`}
            note={owner.hasPassword ? <bdi className="wrap-anywhere">{email}</bdi> : t`No password yet`}
          />
        )}
        {providers.map((provider) => (
          <Row key={provider.id} label={provider.name} note={noteOf(provider, canAdd(provider.id))}>
            {(provider.isLinked || canAdd(provider.id)) && (
              <Button
                variant="secondary"
                size="sm"
                className="max-md:min-h-11"
                aria-label={provider.isLinked ? t`Remove ${provider.name}` : t`Add ${provider.name}`}
                onClick={() => open({ kind: provider.isLinked ? 'remove-provider' : 'add-provider', provider })}
              >
                {provider.isLinked ? t`Remove` : t`Add`}
              </Button>
            )}
          </Row>
        ))}
        <PasskeyList passkeys={passkeys} onRemove={(passkey) => open({ kind: 'remove-passkey', passkey })} />
      </div>
      {problem !== null && <LoadProblem onRetry={() => void readPasskeys()}>{problem}</LoadProblem>}
      <div className="mt-4 flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="text-muted">
          {said}
        </p>
        {takesPasskeys(platform) && (
          <Button
            variant="secondary"
            className="ms-auto"
            onClick={() => open({ kind: 'add-passkey' })}
          >{t`Add a passkey`}</Button>
        )}
      </div>
    </div>
  );
}

function noteOf({ isLinked, email }: SignInProvider, canAdd: boolean): ReactNode {
  if (isLinked) return email === null ? t`Added` : <bdi className="wrap-anywhere">{email}</bdi>;
  return canAdd ? t`Not added` : t`Not added. You can add it in your browser.`;
}

interface ChangeWords {
  about: string;
  action: string;
  busyAction?: string;
  isDangerous?: boolean;
}

function wordsOf(change: Change): ChangeWords {
  const removal = { action: t`Remove`, busyAction: t`Removing...`, isDangerous: true };
  switch (change.kind) {
    case 'add-passkey':
      return {
        about: t`Your device makes a key that it unlocks with your fingerprint, face or PIN.`,
        action: t`Make a passkey`,
      };
    case 'remove-passkey':
      return {
        about: t`You will no longer be able to sign in with the passkey from ${change.passkey.name}.`,
        ...removal,
      };
    case 'add-provider':
      return {
        about: t`On the next page, choose the ${change.provider.name} account that you want to sign in with.`,
        action: t`Continue to ${change.provider.name}`,
      };
    case 'remove-provider':
      return { about: t`You will no longer be able to sign in with ${change.provider.name}.`, ...removal };
    default:
      return change satisfies never;
  }
}
