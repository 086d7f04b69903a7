import { t } from '@parley/core';
import type { Passkey, SignInProvider } from '@parley/core';
import { useCallback, useEffect, useState } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { ProblemLine } from '../../../kit/notices/problem-line.tsx';
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

/** A way that is being added: the provider, or a passkey. */
type Adding = SignInProvider | 'passkey';

/** How the user can sign in: the password, each provider of the server, and passkeys, to add or to remove. */
export function WaysPage({ email, owner, providers, onChanged }: WaysPageProps) {
  const { api, platform } = useClient();
  const { appleClientId, signInProviders = [] } = platform.settings;
  const call = useCall();
  const [passkeys, setPasskeys] = useState<Passkey[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [adding, setAdding] = useState<Adding | null>(null);
  /** The id of the provider or passkey that is being removed. */
  const [removing, setRemoving] = useState<string | null>(null);
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

  const open = (way: Adding | null) => {
    setSaid('');
    call.refuse(null);
    setAdding(way);
  };
  const remove = async (id: string, done: string, work: () => Promise<void>) => {
    setRemoving(id);
    setSaid('');
    if (await call.run(work)) setSaid(done);
    setRemoving(null);
  };
  const removeProvider = ({ id, name }: SignInProvider) =>
    remove(id, t`You can no longer sign in with ${name}.`, async () => {
      await (await api.providers()).unlink(id);
      await onChanged();
    });
  const removePasskey = ({ id, name }: Passkey) =>
    remove(id, t`The passkey from ${name} is removed here. Delete it on your device as well.`, async () => {
      await (await api.passkeys()).remove(id);
      await readPasskeys();
    });
  const add = async (way: Adding, field: (name: string) => string) => {
    const refused = ownerProblem(owner, field);
    call.refuse(refused);
    if (refused !== null) return;
    const proof = ownerProof(owner, field);
    if (way !== 'passkey') {
      await call.run(async () => location.assign(await (await api.providers()).startLink(way.id, proof)));
      return;
    }
    const isAdded = await call.run(async () => {
      const { addPasskey } = await import('../../../stores/session/passkeys.chunk.ts');
      await addPasskey(api, proof);
    });
    if (!isAdded) return;
    setAdding(null);
    setSaid(t`Your passkey is added.`);
    await readPasskeys();
  };

  if (adding) {
    const isPasskey = adding === 'passkey';
    return (
      <Form
        call={call}
        action={isPasskey ? t`Make a passkey` : t`Continue to ${adding.name}`}
        busyAction={t`Processing...`}
        onCancel={() => open(null)}
        onSubmit={(field) => void add(adding, field)}
      >
        <p className="text-muted">
          {isPasskey
            ? t`Your device makes a key that it unlocks with your fingerprint, face or PIN.`
            : t`On the next page, choose the ${adding.name} account that you want to sign in with.`}
        </p>
        <OwnerField ref={focusOnMount} owner={owner} call={call} />
      </Form>
    );
  }
  const shown = call.problem ?? problem;
  return (
    <div className="mt-4">
      <p
        ref={focusOnMount}
        tabIndex={-1}
        className="text-muted outline-none"
      >{t`Each of these opens your account. Keep at least one.`}</p>
      <div className="mt-3 border-y border-hairline">
        {email !== '' && <Row label={t`Email and password`} note={owner.hasPassword ? email : t`No password yet`} />}
        {providers.map((provider) => (
          <Row key={provider.id} label={provider.name} note={noteOf(provider, canAdd(provider.id))}>
            {(provider.isLinked || canAdd(provider.id)) && (
              <Button
                variant="secondary"
                size="sm"
                className="max-md:min-h-11"
                aria-label={provider.isLinked ? t`Remove ${provider.name}` : t`Add ${provider.name}`}
                disabled={call.isBusy}
                onClick={() => (provider.isLinked ? void removeProvider(provider) : open(provider))}
              >
                {removing === provider.id ? t`Removing...` : provider.isLinked ? t`Remove` : t`Add`}
              </Button>
            )}
          </Row>
        ))}
        <PasskeyList
          passkeys={passkeys}
          removing={removing}
          isDisabled={call.isBusy}
          onRemove={(passkey) => void removePasskey(passkey)}
        />
      </div>
      {shown !== null && (
        <div className="mt-4">
          <ProblemLine>{shown}</ProblemLine>
        </div>
      )}
      <div className="mt-4 flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="text-muted">
          {said}
        </p>
        {takesPasskeys(platform) && (
          <Button
            variant="secondary"
            className="ms-auto"
            disabled={call.isBusy}
            onClick={() => open('passkey')}
          >{t`Add a passkey`}</Button>
        )}
      </div>
    </div>
  );
}

function noteOf({ isLinked, email }: SignInProvider, canAdd: boolean): string {
  if (isLinked) return email ?? t`Added`;
  return canAdd ? t`Not added` : t`Not added. You can add it in your browser.`;
}
