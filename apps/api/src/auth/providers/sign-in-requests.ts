import type { Request, Response } from 'express';
import { AppError, rateLimited, t, type SignedInResponse } from '@parley/core';
import { addressKey } from '../../http/requests/address-key.ts';
import type { RateLimit } from '../../limits/rate-limit.ts';
import type { Accounts } from '../accounts.ts';
import type { Addresses } from '../addresses.ts';
import { describeDevice } from '../describe-device.ts';
import type { DeviceCookie } from '../second-factor/device-cookie.ts';
import type { TwoSteps } from '../second-factor/two-steps.ts';
import type { IdentifiedUser } from './provider-sign-in.ts';

interface SignInRequestDependencies {
  accounts: Accounts;
  twoSteps: TwoSteps;
  deviceCookie: Pick<DeviceCookie, 'read'>;
  addresses: Pick<Addresses, 'askToVerify'>;
  /** By network address. `attempts` counts all requests; `failures` counts those that the provider did not confirm. */
  attempts: RateLimit;
  failures: RateLimit;
}

export type SignInRequests = ReturnType<typeof createSignInRequests>;

const FAILURES = ['apple-sign-in-failed', 'sign-in-failed'];

/** What all requests that sign in with a provider share: their limits, and the session at the end. */
export function createSignInRequests(dependencies: SignInRequestDependencies) {
  const { accounts, twoSteps, deviceCookie, addresses, attempts, failures } = dependencies;
  return {
    accounts,
    /** Counts an attempt from this address. Throws `rate-limited`. */
    attempt: (req: Request) => attempts.consume(addressKey(req.ip)),

    /** Runs a sign-in. Throws `rate-limited` also when too many of the address's sign-ins have failed. */
    async run<T>(req: Request, work: () => Promise<T>): Promise<T> {
      const address = addressKey(req.ip);
      await attempts.consume(address);
      const wait = await failures.wait(address);
      if (wait > 0) throw rateLimited(wait / 1000, t`Too many failed sign-ins.`);
      return work().catch(async (error: unknown) => {
        if (error instanceof AppError && FAILURES.includes(error.code)) await failures.admits(address);
        throw error;
      });
    },

    /**
     * Answers with a session. Throws `unlinked` if the identity was removed meanwhile, or as `TwoSteps.enter` does.
     */
    async open(req: Request, res: Response, identified: IdentifiedUser, unlinked: () => AppError): Promise<void> {
      const { user, isNew, evidence, isStillLinked } = identified;
      const device = describeDevice(req.get('User-Agent'));
      const opened =
        evidence === null
          ? await accounts.openSession(user, isStillLinked, device)
          : await twoSteps.enter(
              { user, evidence, isStillProven: isStillLinked },
              { device, tokens: deviceCookie.read(req) },
            );
      if (!opened) throw unlinked();
      if (isNew) addresses.askToVerify(user);
      res.json({ success: true, token: opened.token, user: accounts.present(user) } satisfies SignedInResponse);
    },
  };
}
