import { API_KEY_SCOPES, isCounted, MAX_API_KEYS, type ApiKey, type User, t } from '@parley/core';
import { useState } from 'react';
import { AppLink } from '../../../kit/controls/app-link.tsx';
import { Button } from '../../../kit/controls/button.tsx';
import { useToday } from '../../../kit/hooks/use-today.ts';
import { LoadProblem } from '../../../kit/notices/load-problem.tsx';
import { ProblemLine } from '../../../kit/notices/problem-line.tsx';
import { Skeleton } from '../../../kit/notices/skeleton.tsx';
import { focusOnMount } from '../../../kit/overlays/focus-on-mount.ts';
import { formatDate } from '../../../kit/text/format/format-date.ts';
import { withCommas } from '../../../kit/text/format/with-commas.ts';
import { useClient } from '../../../stores/client.ts';
import type { Owner } from '../pages/owner-field.tsx';
import { NewKeyForm } from './new-key-form.tsx';
import { NewKey } from './new-key.tsx';
import { useApiKeys } from './use-api-keys.ts';

interface ApiKeysPageProps {
  user: User;
  owner: Owner;
  onClose: () => void;
}

/** The keys with which programs use the account: a list to revoke them, and a form to create one. */
export function ApiKeysPage({ user, owner, onClose }: ApiKeysPageProps) {
  const { settings } = useClient().platform;
  const { value: keys, hasFailed, read, call, revoke } = useApiKeys();
  const [step, setStep] = useState<'list' | 'form' | { secret: string }>('list');
  if (step === 'form') {
    return (
      <NewKeyForm
        owner={owner}
        onCancel={() => setStep('list')}
        onCreated={(secret) => {
          setStep({ secret });
          void read();
        }}
      />
    );
  }
  if (step !== 'list') return <NewKey secret={step.secret} onDone={() => setStep('list')} />;
  const isAllowed = settings.apiKeys === 'all' || !isCounted(user);
  return (
    <div className="mt-4">
      <p ref={focusOnMount} tabIndex={-1} className="text-muted outline-none">
        {t`Editors, scripts and libraries use ${settings.productName} with a key. Their messages count like yours.`}{' '}
        <AppLink
          to="/api"
          onClick={onClose}
          className="underline underline-offset-3 hover:text-ink"
        >{t`Examples`}</AppLink>
      </p>
      {keys === null && !hasFailed && (
        <div role="status" aria-label={t`Loading your API keys`}>
          <Skeleton lines={4} className="mt-6" />
        </div>
      )}
      {hasFailed && keys === null && (
        <LoadProblem onRetry={() => void read()}>{t`Your API keys couldn’t be loaded.`}</LoadProblem>
      )}
      {keys?.length === 0 && <p className="mt-6 text-muted">{t`No keys yet.`}</p>}
      {keys !== null && keys.length > 0 && (
        <ul className="mt-3 border-y border-hairline">
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} isBusy={call.isBusy} onRevoke={() => void revoke(key)} />
          ))}
        </ul>
      )}
      {call.problem !== null && <ProblemLine>{call.problem}</ProblemLine>}
      {!isAllowed && <p className="mt-4 text-muted">{t`API keys are part of Premium.`}</p>}
      {isAllowed && keys !== null && keys.length >= MAX_API_KEYS && (
        <p className="mt-4 text-muted">{t`You can have ${MAX_API_KEYS} keys. Revoke one to create another.`}</p>
      )}
      {isAllowed && keys !== null && keys.length < MAX_API_KEYS && (
        <div className="mt-5 flex justify-end">
          <Button onClick={() => setStep('form')}>{t`Create key`}</Button>
        </div>
      )}
    </div>
  );
}

interface KeyRowProps {
  apiKey: ApiKey;
  isBusy: boolean;
  onRevoke: () => void;
}

function KeyRow({ apiKey, isBusy, onRevoke }: KeyRowProps) {
  const { name, ending, scopes } = apiKey;
  const today = useToday();
  const labels = API_KEY_SCOPES.filter(({ id }) => scopes.includes(id)).map(({ label }) => label);
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 border-hairline py-2.5 not-first:border-t">
      <div className="min-w-0 flex-1 basis-40">
        <p dir="auto" className="page-start wrap-anywhere">
          {name}
        </p>
        <p className="text-sm text-muted">
          <span className="font-mono">{`parley_sk_…${ending}`}</span>
          {` · ${withCommas(labels)}`}
        </p>
        <p className="text-sm text-muted">{describeKey(apiKey, today)}</p>
      </div>
      <Button
        variant="quiet-danger"
        size="sm"
        className="ms-auto max-md:min-h-11"
        aria-label={t`Revoke ${name}`}
        disabled={isBusy}
        onClick={onRevoke}
      >{t`Revoke`}</Button>
    </li>
  );
}

function describeKey({ lastUsedAt, expiresAt }: ApiKey, today: Date): string {
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  const endsOn = expiresAt === null ? '' : formatDate(expiresAt, { today });
  const end = expiresAt === null ? t`never expires` : isOver ? t`expired on ${endsOn}` : t`expires on ${endsOn}`;
  return withCommas([lastUsedAt === null ? t`Never used` : t`Last used on ${formatDate(lastUsedAt, { today })}`, end]);
}
