import { API_KEY_DAYS, API_KEY_SCOPES, MAX_API_KEY_NAME, type ApiKeyScope, t, plural } from '@parley/core';
import { useState } from 'react';
import { TextField } from '../../../kit/controls/text-field.tsx';
import { ProblemLine } from '../../../kit/notices/problem-line.tsx';
import { focusOnMount } from '../../../kit/overlays/focus-on-mount.ts';
import { useClient } from '../../../stores/client.ts';
import { Form } from '../pages/form.tsx';
import { OwnerField, ownerProblem, ownerProof, type Owner } from '../pages/owner-field.tsx';
import { useCall } from '../use-call.ts';

const NEVER = 'never';
const SCOPES_PROBLEM_ID = 'scopes-problem';

/** What is wrong with each field, as a sentence; null if nothing. */
interface Problems {
  name: string | null;
  scopes: string | null;
}

interface NewKeyFormProps {
  owner: Owner;
  onCancel: () => void;
  /** Gets the key itself. */
  onCreated: (secret: string) => void;
}

/** Asks for a key's name, what it may do and when it expires, and for the password. */
export function NewKeyForm({ owner, onCancel, onCreated }: NewKeyFormProps) {
  const { api } = useClient();
  const call = useCall();
  const [scopes, setScopes] = useState<readonly ApiKeyScope[]>(['chat']);
  const [problems, setProblems] = useState<Problems>({ name: null, scopes: null });

  const submit = async (field: (name: string) => string) => {
    const [name, expires] = [field('name').trim(), field('expires')];
    const nameProblem = name === '' ? t`Name is required` : null;
    const scopesProblem = scopes.length === 0 ? t`Choose what the key may do` : null;
    setProblems({ name: nameProblem, scopes: scopesProblem });
    const refused = nameProblem ?? scopesProblem ?? ownerProblem(owner, field);
    call.refuse(nameProblem === null && scopesProblem === null ? refused : null);
    if (refused !== null) return;
    const expiresInDays = API_KEY_DAYS.find((days) => String(days) === expires) ?? null;
    const wanted = { name, scopes: [...scopes], expiresInDays, ...ownerProof(owner, field) };
    await call.run(async () => onCreated(await (await api.apiKeys()).create(wanted)));
  };

  return (
    <Form
      call={call}
      action={t`Create key`}
      busyAction={t`Creating...`}
      onCancel={onCancel}
      onSubmit={(field) => void submit(field)}
    >
      <TextField
        ref={focusOnMount}
        label={t`Name`}
        name="name"
        placeholder={t`My editor`}
        maxLength={MAX_API_KEY_NAME}
        autoComplete="off"
        required
        problem={problems.name}
      />
      <fieldset className="grid gap-1" aria-describedby={problems.scopes === null ? undefined : SCOPES_PROBLEM_ID}>
        <legend className="mb-1 font-medium">{t`The key may`}</legend>
        {API_KEY_SCOPES.map(({ id, about }) => (
          <label key={id} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-accent"
              checked={scopes.includes(id)}
              onChange={({ target }) =>
                setScopes(target.checked ? [...scopes, id] : scopes.filter((scope) => scope !== id))
              }
            />
            {about}
          </label>
        ))}
        {problems.scopes !== null && <ProblemLine id={SCOPES_PROBLEM_ID}>{problems.scopes}</ProblemLine>}
      </fieldset>
      <label className="flex min-h-11 flex-wrap items-center justify-between gap-2">
        <span className="font-medium">{t`Expires`}</span>
        <select
          name="expires"
          defaultValue="90"
          className="h-9 rounded-sm bg-raised px-2 inset-shadow-edge max-md:h-11"
        >
          {API_KEY_DAYS.map((days) => (
            <option key={days} value={days}>
              {days === 365 ? t`After a year` : plural(days)`After ${days} day|After ${days} days`}
            </option>
          ))}
          <option value={NEVER}>{t`Never`}</option>
        </select>
      </label>
      <OwnerField owner={owner} call={call} />
    </Form>
  );
}
