import type { Caller } from '../limits/fair-scheduler.ts';
import type { Accounts, SignedIn } from './accounts.ts';
import type { LoginGuard } from './login-guard.ts';

/** Confirms that the signed-in user owns the account. Throws as `Accounts.confirm` and `LoginGuard.attempt` do. */
export type ConfirmOwner = (who: SignedIn, password: string | undefined, caller: Caller) => Promise<void>;

/** Checks the password under the same limits as a login. */
export function createConfirmOwner(accounts: Pick<Accounts, 'confirm'>, guard: LoginGuard): ConfirmOwner {
  return (who, password, caller) =>
    guard.attempt(who.user.email ?? who.user.id, caller.address, () => accounts.confirm(who, password, caller));
}
