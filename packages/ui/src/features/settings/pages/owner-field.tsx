import { t } from '@parley/core';
import type { OwnerProof } from '@parley/core';
import type { Ref } from 'react';
import { TextField } from '../../../kit/controls/text-field.tsx';
import { PROBLEM_ID } from './form.tsx';
import type { CallState } from '../use-call.ts';

/** What the server requires before it changes something important. */
export interface Owner {
  hasPassword: boolean;
  /** Whether the account has an authenticator app. */
  hasSecondFactor: boolean;
}

interface OwnerFieldProps {
  owner: Owner;
  call: CallState;
  ref?: Ref<HTMLInputElement>;
}

/** Proof that the owner changes the account: the password or a recent sign-in, and a code of the authenticator app. */
export function OwnerField({ owner: { hasPassword, hasSecondFactor }, call, ref }: OwnerFieldProps) {
  const describedBy = call.problem === null ? undefined : PROBLEM_ID;
  return (
    <>
      {hasPassword ? (
        <TextField
          ref={ref}
          label={t`Current password`}
          name="current"
          type="password"
          autoComplete="current-password"
          required
          aria-invalid={call.code === 'wrong-password' || undefined}
          aria-describedby={describedBy}
        />
      ) : (
        <p className="text-sm text-subtle">{t`For your security, you may need to sign in again to do this.`}</p>
      )}
      {hasSecondFactor && (
        <TextField
          ref={hasPassword ? undefined : ref}
          label={t`Code from your authenticator app`}
          name="code"
          autoComplete="one-time-code"
          spellCheck={false}
          required
          aria-invalid={call.code === 'wrong-code' || undefined}
          aria-describedby={describedBy}
        />
      )}
    </>
  );
}

type Field = (name: string) => string;

/** What is missing before a request can be sent, as a sentence; null if nothing. */
export function ownerProblem({ hasPassword, hasSecondFactor }: Owner, field: Field): string | null {
  if (hasPassword && field('current') === '') return t`Current password is required`;
  return hasSecondFactor && field('code').trim() === '' ? t`Code is required` : null;
}

/** The proof that was typed. */
export function ownerProof({ hasPassword, hasSecondFactor }: Owner, field: Field): OwnerProof {
  return { ...(hasPassword && { password: field('current') }), ...(hasSecondFactor && { code: field('code').trim() }) };
}
