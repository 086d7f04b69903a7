import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '@parley/core';
import { openStorage } from '../../storage/open-storage.ts';
import { NEW_USER, type Storage } from '../../storage/storage.ts';
import { createBoundStates } from './bound-states.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { createProviderSignIn } from './provider-sign-in.ts';
import { createSignInWays } from './sign-in-ways.ts';

let storage: Storage;
beforeAll(async () => {
  storage = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
});
afterAll(() => storage.close());

/** A provider that is only unlinked; `forget` is what unlinking waits for. */
function aProvider(id: string, forget: () => Promise<void>): IdentityProvider {
  const unused = () => Promise.reject(new Error('No one signs in here.'));
  return {
    id,
    key: `https://${id}.example.com`,
    name: id,
    statePrefix: `${id}:`,
    opensVerifiedAccounts: false,
    accountExists: '',
    linkedElsewhere: '',
    failed: (cause) => new AppError('sign-in-failed', { cause }),
    authorizationUrl: unused,
    redeem: unused,
    forget,
  };
}

it('two requests that unlink the last two providers at once leave at least one', async () => {
  const user = { ...NEW_USER, id: randomUUID(), email: null, createdAt: 1 };
  const [both, meet] = [Promise.withResolvers<void>(), { count: 0 }];
  /** Lets both go on once both have seen that the other one is left. */
  const forget = () => {
    meet.count += 1;
    if (meet.count === 2) both.resolve();
    return both.promise;
  };
  const providers = [aProvider('one', forget), aProvider('two', forget)];
  const flags = { email: null, isPrivateRelay: false, forwardsMail: true, refreshToken: null, createdAt: 1 };
  const identities = providers.map(({ key }) => ({ ...flags, provider: key, subject: 's', userId: user.id }));
  await storage.identities.createUser(user, identities[0]!);
  await storage.identities.link(identities[1]!);
  const ways = createSignInWays(providers, storage);
  const states = createBoundStates(storage.signIns, Date.now);
  const mailService = { send() {} };
  const outcomes = await Promise.allSettled(
    providers.map((provider) =>
      createProviderSignIn({ provider, states, ways, storage, mailService, now: Date.now }).unlink(user),
    ),
  );
  expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);
  expect((await storage.identities.listOfUser(user.id)).length).toBeGreaterThanOrEqual(1);
});
