import { isPremium, type User, t } from '@parley/core';
import { focusOnMount } from '../../../kit/overlays/focus-on-mount.ts';
import { TextField } from '../../../kit/controls/text-field.tsx';
import { rich } from '../../../kit/text/rich.tsx';
import { useClient } from '../../../stores/client.ts';
import { Form, PROBLEM_ID } from './form.tsx';
import { OwnerField, ownerProblem, ownerProof, type Owner } from './owner-field.tsx';
import { useCall } from '../use-call.ts';

/** Users without a password type this, so that no slip deletes an account. */
const WORD = t`delete`;

interface DeletionPageProps {
  user: User;
  owner: Owner;
  onBack: () => void;
}

/** Lists what the deletion removes, and asks for confirmation. */
export function DeletionPage({ user, owner, onBack }: DeletionPageProps) {
  const { hasPassword } = owner;
  const { api, session } = useClient();
  const call = useCall();

  const submit = async (field: (name: string) => string) => {
    const isMeant = hasPassword || field('word').trim().toLowerCase() === WORD.toLowerCase();
    const refused = ownerProblem(owner, field) ?? (isMeant ? null : t`Please type “${WORD}”`);
    call.refuse(refused);
    if (refused !== null) return;
    await call.run(async () => {
      await (await api.account()).delete(ownerProof(owner, field));
      session
        .getState()
        .endAfterAccountDeletion(t`Your account and all its conversations and files have been deleted.`);
    });
  };

  return (
    <Form
      call={call}
      action={t`Delete account`}
      busyAction={t`Deleting...`}
      isDangerous
      onCancel={onBack}
      onSubmit={(field) => void submit(field)}
    >
      <div ref={focusOnMount} tabIndex={-1} className="grid gap-3 text-muted outline-none">
        <p>{t`This permanently deletes:`}</p>
        <ul className="grid list-disc gap-1 ps-5">
          <li>{t`all your conversations, including archived ones`}</li>
          <li>{t`all your files and images`}</li>
          <li>
            {user.email === ''
              ? t`your account, signing you out on every device`
              : rich`your account ${(<bdi>{user.email}</bdi>)}, signing you out on every device`}
          </li>
          {isPremium(user) && <li>{t`your Premium plan, which won’t renew`}</li>}
        </ul>
        <p>{t`It can’t be undone. To keep a copy, go back and export your data first.`}</p>
      </div>
      {!hasPassword && (
        <TextField
          label={t`Type “${WORD}” to confirm`}
          name="word"
          autoComplete="off"
          autoCapitalize="none"
          required
          aria-describedby={call.problem === null ? undefined : PROBLEM_ID}
        />
      )}
      <OwnerField owner={owner} call={call} />
    </Form>
  );
}
