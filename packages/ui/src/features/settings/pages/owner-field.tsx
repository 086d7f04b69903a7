import type { Ref } from 'react';
import { TextField } from '../../../kit/controls/text-field.tsx';
import { PROBLEM_ID } from './form.tsx';
import type { CallState } from '../use-call.ts';

interface OwnerFieldProps {
  hasPassword: boolean;
  call: CallState;
  ref?: Ref<HTMLInputElement>;
}

/** Proof that the owner changes the account: the password, or a recent sign-in. */
export function OwnerField({ hasPassword, call, ref }: OwnerFieldProps) {
  if (!hasPassword) {
    return <p className="text-sm text-subtle">For your security, you may need to sign in again to do this.</p>;
  }
  return (
    <TextField
      ref={ref}
      label="Current password"
      name="current"
      type="password"
      autoComplete="current-password"
      required
      aria-invalid={call.code === 'wrong-password' || undefined}
      aria-describedby={call.problem === null ? undefined : PROBLEM_ID}
    />
  );
}

/** What is missing before a request can be sent, as a sentence; null if nothing. */
export function ownerProblem(hasPassword: boolean, current: string): string | null {
  return hasPassword && current === '' ? 'Current password is required' : null;
}
