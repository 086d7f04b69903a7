import { t } from '@parley/core';
import type { Person, PersonAct } from '@parley/core';
import { useState } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { FieldsForm } from '../../../kit/controls/fields-form.tsx';
import { TextField } from '../../../kit/controls/text-field.tsx';
import { ConfirmDialog } from '../../../kit/overlays/confirm-dialog.tsx';

interface PersonActsProps {
  person: Person;
  isOwner: boolean;
  isBusy: boolean;
  onAct: (act: PersonAct, done: string) => void;
}

interface Asked {
  title: string;
  message: string;
  confirmText: string;
  act: PersonAct;
  done: string;
}

const TALL = 'max-md:min-h-11';

/** What staff can do to an account. Harmful acts ask for confirmation. */
export function PersonActs({ person, isOwner, isBusy, onAct }: PersonActsProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { user, blockedAt, premiumUntil, extraMessages, billing } = person;
  const name = user.email || null;
  return (
    <div className="grid min-w-0 content-start gap-6">
      <FieldsForm
        isBusy={isBusy}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2"
        onSubmit={(field) =>
          onAct(
            { type: 'give-premium', days: Number(field('days')) },
            t`Premium is given. It replaces any earlier gift.`,
          )
        }
      >
        <Count label={t`Premium for days`} name="days" value={7} most={366} />
        <Give label={t`Give Premium`} isBusy={isBusy} />
      </FieldsForm>
      <FieldsForm
        isBusy={isBusy}
        className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end gap-2"
        onSubmit={(field) =>
          onAct(
            { type: 'give-messages', messages: Number(field('messages')), days: Number(field('days')) },
            t`The messages are given. They replace any earlier allowance.`,
          )
        }
      >
        <Count label={t`More messages`} name="messages" value={20} most={10_000} />
        <Count label={t`For days`} name="days" value={30} most={366} />
        <Give label={t`Give messages`} isBusy={isBusy} />
      </FieldsForm>
      <div className="flex flex-wrap gap-2">
        {(premiumUntil !== null || extraMessages !== null) && (
          <Button
            variant="secondary"
            className={TALL}
            disabled={isBusy}
            onClick={() => onAct({ type: 'end-gifts' }, t`The gifts have ended.`)}
          >{t`End gifts`}</Button>
        )}
        <Button
          variant="secondary"
          className={TALL}
          disabled={isBusy}
          onClick={() => onAct({ type: 'sign-out' }, t`All sessions have ended.`)}
        >{t`Sign out everywhere`}</Button>
        <Button
          variant="secondary"
          className={TALL}
          disabled={isBusy}
          onClick={() => onAct({ type: 'send-export' }, t`We’ve emailed them how to download their data.`)}
        >{t`Send export`}</Button>
        {blockedAt === null ? (
          <Button
            variant="outlined-danger"
            className={TALL}
            disabled={isBusy}
            onClick={() => setAsked(block(name))}
          >{t`Block`}</Button>
        ) : (
          <Button
            variant="secondary"
            className={TALL}
            disabled={isBusy}
            onClick={() => onAct({ type: 'unblock' }, t`The account can be used again.`)}
          >{t`Unblock`}</Button>
        )}
        {isOwner && billing?.canCancel && (
          <Button
            variant="outlined-danger"
            className={TALL}
            disabled={isBusy}
            onClick={() => setAsked(CANCEL)}
          >{t`Cancel subscription`}</Button>
        )}
        {isOwner && (
          <Button
            variant="outlined-danger"
            className={TALL}
            disabled={isBusy}
            onClick={() => setAsked(remove(name))}
          >{t`Delete account`}</Button>
        )}
      </div>
      {asked && (
        <ConfirmDialog
          title={asked.title}
          message={asked.message}
          confirmText={asked.confirmText}
          onConfirm={() => onAct(asked.act, asked.done)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

const block = (name: string | null): Asked => ({
  title: t`Block this account?`,
  message:
    name === null
      ? t`This account is signed out at once and can’t sign in. Its shared pages close. Nothing is deleted.`
      : t`${name} is signed out at once and can’t sign in. Their shared pages close. Nothing is deleted.`,
  confirmText: t`Block`,
  act: { type: 'block' },
  done: t`The account is blocked. A subscription goes on until you cancel it.`,
});

const remove = (name: string | null): Asked => ({
  title: t`Delete this account?`,
  message:
    name === null
      ? t`This account loses all conversations and files, and any subscription ends. This can’t be undone.`
      : t`${name} loses all conversations and files, and any subscription ends. This can’t be undone.`,
  confirmText: t`Delete`,
  act: { type: 'delete' },
  done: t`The account is deleted.`,
});

const CANCEL: Asked = {
  title: t`Cancel the subscription?`,
  message: t`It lasts until the end of what is paid, and then isn’t renewed.`,
  confirmText: t`Cancel subscription`,
  act: { type: 'cancel' },
  done: t`The subscription is canceled.`,
};

function Count({ label, name, value, most }: { label: string; name: string; value: number; most: number }) {
  return (
    <TextField label={label} name={name} type="number" inputMode="numeric" min={1} max={most} defaultValue={value} />
  );
}

function Give({ label, isBusy }: { label: string; isBusy: boolean }) {
  return (
    <Button
      type="submit"
      variant="secondary"
      className="min-h-11"
      aria-label={label}
      disabled={isBusy}
    >{t`Give`}</Button>
  );
}
