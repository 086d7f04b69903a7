import type { OwnerProof } from '@parley/core';
import type { Caller } from '../limits/fair-scheduler.ts';
import type { Accounts, SignedIn } from './accounts.ts';
import type { LoginGuard } from './login-guard.ts';
import type { SecondFactors } from './second-factor/second-factors.ts';

/**
 * Confirms that the signed-in user owns the account, with everything that a sign-in needs. Throws as
 * `Accounts.confirm`, `LoginGuard.attempt` and `SecondFactors.check` do.
 */
export type ConfirmOwner = (who: SignedIn, proof: OwnerProof, caller: Caller) => Promise<void>;

/** The same before a way to sign in is removed: without a proof, a sign-in within the last five minutes is enough. */
export function confirmRemoval(accounts: Pick<Accounts, 'hasSignedInRecently'>, confirm: ConfirmOwner): ConfirmOwner {
  return async (who, proof, caller) => {
    const isWithoutProof = proof.password === undefined && proof.code === undefined;
    if (isWithoutProof && accounts.hasSignedInRecently(who)) return;
    await confirm(who, proof, caller);
  };
}

/** Checks password and code under the same limits as a sign-in. */
export function createConfirmOwner(
  accounts: Pick<Accounts, 'confirm'>,
  guard: LoginGuard,
  secondFactors: Pick<SecondFactors, 'check'>,
): ConfirmOwner {
  return async (who, { password, code }, caller) => {
    const { email, id } = who.user;
    await guard.attempt(email ?? id, caller.address, () => accounts.confirm(who, password, caller));
    // Last, so that a wrong password uses up no code.
    await secondFactors.check(who.user, code, caller);
  };
}
