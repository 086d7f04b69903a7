import type { Response } from 'express';
import { addressKey } from '../http/address-key.ts';
import type { Accounts, SignedIn } from './accounts.ts';
import type { LoginGuard } from './login-guard.ts';

/** Makes sure that who is signed in owns the account. Throws as `Accounts.confirm` and `LoginGuard.attempt` do. */
export type ConfirmOwner = (who: SignedIn, password: string | undefined, res: Response) => Promise<void>;

/** Asks for the password again, under the same limits as a login. */
export function createConfirmOwner(accounts: Pick<Accounts, 'confirm'>, guard: LoginGuard): ConfirmOwner {
  return (who, password, res) => {
    const [account, address] = [who.user.email ?? who.user.id, addressKey(res.req.ip)];
    return guard.attempt(account, address, () => accounts.confirm(who, password), res);
  };
}
