import { AppError, t, type SecondFactorSignInRequest } from '@parley/core';
import type { Caller } from '../../limits/fair-scheduler.ts';
import type { Storage, UserRecord } from '../../storage/storage.ts';
import type { Accounts } from '../accounts.ts';
import type { OneTimeTokens } from '../one-time-tokens.ts';
import { identityEvidence, passwordEvidence, type FirstProof } from './first-proof.ts';
import type { RememberedDevices } from './remembered-devices.ts';
import type { SecondFactors } from './second-factors.ts';

const EXPIRED = t`This took too long. Please sign in again.`;

interface TwoStepDependencies {
  storage: Pick<Storage, 'users' | 'identities'>;
  accounts: Pick<Accounts, 'openSession'>;
  secondFactors: Pick<SecondFactors, 'isOn' | 'check'>;
  devices: Pick<RememberedDevices, 'knows' | 'remember' | 'forget'>;
  oneTimeTokens: OneTimeTokens;
}

type Opened = Awaited<ReturnType<Accounts['openSession']>>;

/** The browser of a sign-in. */
interface Browser {
  /** Such as `Firefox on Linux`. */
  device: string;
  /** Its tokens of remembered devices. */
  tokens: string[];
}

type Finished = NonNullable<Opened> & {
  /** The browser's new token if it is remembered from now on; null otherwise. */
  deviceToken: string | null;
};

/** Signs in users whose account may need a second step. */
export interface TwoSteps {
  /**
   * Opens a session, or throws `second-factor-needed` with a `ticket` for the second step, which remembered devices
   * need not take. Null if the proof was withdrawn meanwhile.
   */
  enter(proof: FirstProof, browser: Browser): Promise<Opened>;
  /**
   * Opens a session with a ticket and a code. A wrong code leaves the ticket valid. Throws `sign-in-failed` if the
   * ticket is used, expired or forged, or what proved the identity then would not prove it now; else as
   * `SecondFactors.check`.
   */
  finish(request: SecondFactorSignInRequest, device: string, caller: Caller): Promise<Finished>;
}

export function createTwoSteps(dependencies: TwoStepDependencies): TwoSteps {
  const { storage, accounts, secondFactors, devices, oneTimeTokens } = dependencies;
  const { users, identities } = storage;

  async function isStillProven({ id }: UserRecord, ticket: string): Promise<boolean> {
    const passwordHash = (await users.findById(id))?.passwordHash ?? null;
    const linked = (await identities.listOfUser(id)).map(identityEvidence);
    const evidence = passwordHash === null ? linked : [passwordEvidence(passwordHash), ...linked];
    return evidence.some((each) => oneTimeTokens.isBoundTo(ticket, each));
  }

  return {
    async enter({ user, evidence, isStillProven }, { device, tokens }) {
      const { id, email } = user;
      const needsCode = async () => (await secondFactors.isOn(id)) && !(await devices.knows(id, tokens));
      if (await needsCode()) {
        const ticket = await oneTimeTokens.issue('second-factor', id, email ?? '', evidence);
        throw new AppError('second-factor-needed', { details: { ticket } });
      }
      // An app may be added meanwhile; it ends the sessions that are stored by then.
      return accounts.openSession(user, async () => (await isStillProven()) && !(await needsCode()), device);
    },

    async finish({ ticket, code, remember = false }, device, caller) {
      const expired = () => new AppError('sign-in-failed', { message: EXPIRED });
      const found = await oneTimeTokens.find('second-factor', ticket);
      const user = found && (await users.findById(found.userId));
      if (!user || !(await isStillProven(user, ticket))) throw expired();
      await secondFactors.check(user, code, caller);
      if (!(await oneTimeTokens.take('second-factor', ticket))) throw expired();
      // Stored first: a new password forgets the devices that are stored by then, or ends the proof.
      const remembered = remember ? await devices.remember(user.id, device) : null;
      const opened = await accounts.openSession(user, () => isStillProven(user, ticket), device);
      if (opened) return { ...opened, deviceToken: remembered?.token ?? null };
      if (remembered) await devices.forget(user.id, remembered.id);
      throw expired();
    },
  };
}
