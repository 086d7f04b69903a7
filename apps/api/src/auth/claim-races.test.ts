import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { User } from '@parley/core';
import { FairScheduler } from '../limits/fair-scheduler.ts';
import { WORK_LIMITS } from '../limits/work-limits.ts';
import { aUser } from '../storage/contract/samples.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage, UserRecord } from '../storage/storage.ts';
import { aCaller } from '../testing/a-caller.ts';
import { startTestServer, type Answer, type TestServer } from '../testing/test-server.ts';
import { TEST_HASH_COST } from '../testing/test-settings.ts';
import { applePeople } from './apple/testing.ts';
import { createClaimAccount } from './claim-account.ts';
import { createOneTimeTokens } from './one-time-tokens.ts';
import { aDevice, passkeyPeople } from './passkeys/testing.ts';
import { createPasswords } from './passwords/passwords.ts';
import { appCode } from './second-factor/testing.ts';
import { createTokens } from './tokens.ts';

const SECRET = 'a secret for tests that has enough bytes';

/** Lets only a given number of storage calls through until it is opened. */
class Gate {
  #left = Infinity;
  #opened = Promise.withResolvers<void>();
  #blocked = Promise.withResolvers<void>();

  closeAfter(calls: number): void {
    this.#left = calls;
    this.#opened = Promise.withResolvers();
    this.#blocked = Promise.withResolvers();
  }

  open(): void {
    this.#left = Infinity;
    this.#opened.resolve();
  }

  /** Resolves when a call waits. */
  get blocked(): Promise<void> {
    return this.#blocked.promise;
  }

  async pass(): Promise<void> {
    if (this.#left-- > 0) return;
    this.#blocked.resolve();
    await this.#opened.promise;
  }
}

/** A storage whose calls all pass the gate first. */
function behind(gate: Gate, storage: Storage): Storage {
  const stores = Object.entries(storage).map(([name, store]) => [
    name,
    typeof store === 'function'
      ? store
      : Object.fromEntries(
          Object.entries(store as Record<string, (...args: unknown[]) => unknown>).map(([method, run]) => [
            method,
            async (...args: unknown[]) => {
              await gate.pass();
              return run(...args);
            },
          ]),
        ),
  ]);
  return Object.fromEntries(stores) as Storage;
}

let storage: Storage;
let server: TestServer;
let strangersHash: string;
let ownersHash: string;
const [strangersGate, ownersGate] = [new Gate(), new Gate()];
beforeAll(async () => {
  storage = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  server = await startTestServer({ storage: behind(strangersGate, storage) });
  const passwords = createPasswords(new FairScheduler(WORK_LIMITS.passwords), TEST_HASH_COST);
  strangersHash = await passwords.hash('tangerine', aCaller());
  ownersHash = await passwords.hash('clementine', aCaller());
});
afterAll(() => server.close());

/** The claim by the owner of the address. */
function claim(user: UserRecord): Promise<boolean> {
  const gated = behind(ownersGate, storage);
  const tokens = createOneTimeTokens(gated.oneTimeTokens, Date.now);
  return createClaimAccount(gated, tokens)(user, user.email ?? '', ownersHash);
}

/** Prepares an unverified account and a stranger's way to open another session of it. */
type Prepare = () => Promise<{ user: UserRecord; open: () => Promise<Answer> }>;

const WAYS: Record<string, Prepare> = {
  async 'a login'() {
    const user = aUser({ passwordHash: strangersHash });
    await storage.users.create(user);
    const credentials = { email: user.email, password: 'tangerine' };
    return { user, open: () => server.call('POST', '/api/auth/login', undefined, credentials) };
  },

  async 'a sign-in with Apple'() {
    const proof = await applePeople(server).popup();
    const { sub } = JSON.parse(Buffer.from(proof.idToken.split('.')[1]!, 'base64url').toString()) as { sub: string };
    const user = aUser({ passwordHash: null });
    await storage.identities.createUser(user, {
      provider: 'apple',
      subject: sub,
      userId: user.id,
      email: user.email,
      isPrivateRelay: false,
      forwardsMail: true,
      // Otherwise the sign-in would fetch one first.
      refreshToken: 'sealed',
      createdAt: Date.now(),
    });
    return { user, open: () => applePeople(server).signIn(proof) };
  },

  async 'a code for the desktop app'() {
    const user = aUser();
    await storage.users.create(user);
    const createdAt = Date.now();
    const session = {
      id: randomUUID(),
      userId: user.id,
      createdAt,
      expiresAt: createdAt + 60_000,
      lastSeenAt: createdAt,
    };
    await storage.sessions.create({ ...session, device: 'Firefox on Linux' });
    const verifier = randomBytes(32).toString('base64url');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const token = createTokens(SECRET, Date.now).sign(session, null);
    const { code } = (await server.call('POST', '/api/auth/desktop/code', token, { challenge })).body;
    return {
      user,
      open: () => server.call('POST', '/api/auth/desktop/exchange', undefined, { code, verifier }),
    };
  },
};

/** Runs `work` up to its nth storage call. Resolves when that call waits or the work is done. */
async function begin<T>(gate: Gate, calls: number, work: () => Promise<T>) {
  gate.closeAfter(calls);
  const done = work();
  const isDone = await Promise.race([gate.blocked.then(() => false), done.then(() => true)]);
  return { done, isDone };
}

it.each(Object.keys(WAYS))(
  'a claim at any step ends the session that %s opens',
  async (way) => {
    const prepare = WAYS[way]!;
    let interleavings = 0;
    for (let opens = 0, isOpened = false; !isOpened; opens++) {
      for (let claims = 0, isClaimed = false; !isClaimed; claims++) {
        const { user, open } = await prepare();
        const opening = await begin(strangersGate, opens, open);
        const claiming = await begin(ownersGate, claims, () => claim(user));
        [isOpened, isClaimed] = [opening.isDone, claiming.isDone];
        strangersGate.open();
        await opening.done;
        ownersGate.open();
        expect(await claiming.done).toBe(true);
        const step = `${opens} of the opening, ${claims} of the claim`;
        expect([step, await storage.sessions.list(user.id, Date.now())]).toStrictEqual([step, []]);
        interleavings++;
      }
    }
    expect(interleavings).toBeGreaterThan(20);
  },
  120_000,
);

/** Signs a stranger in to an unverified account, and prepares their way to add another way in. */
type PrepareAdding = (token: string) => Promise<() => Promise<unknown>>;

const ADDED_WAYS: Record<string, PrepareAdding> = {
  async 'a passkey'(token) {
    const people = passkeyPeople(server);
    const { state, options, cookie } = await people.startAdding(token, 'tangerine');
    const response = aDevice().register(options);
    return () => people.post('/api/account/passkeys', { state, response }, { token, cookie });
  },

  async 'an authenticator app'(token) {
    const path = '/api/account/second-factor';
    const { body } = await server.call('POST', `${path}/start`, token, { password: 'tangerine' });
    const code = appCode(String(body.secret), Date.now());
    return () => server.call('POST', path, token, { setup: body.setup, code });
  },

  'an API key': (token) => {
    const wanted = { name: 'Editor', scopes: ['chat'], expiresInDays: null, password: 'tangerine' };
    return Promise.resolve(() => server.call('POST', '/api/account/api-keys', token, wanted));
  },

  async 'an Apple Account'(token) {
    const { email } = (await server.call('GET', '/api/auth/me', token)).body.user as User;
    const { idToken } = await applePeople(server).popup({ account: email });
    return () => server.call('POST', '/api/auth/apple/link', token, { idToken, password: 'tangerine' });
  },
};

/** Everything that opens the account besides its password. */
async function waysInto({ id }: UserRecord): Promise<unknown[]> {
  const { passkeys, secondFactors, apiKeys, identities } = storage;
  const factor = await secondFactors.find(id);
  const lists = [await passkeys.list(id), await apiKeys.list(id), await identities.listOfUser(id)];
  return [...lists.flat(), ...(factor ? [factor] : [])];
}

it.each(Object.keys(ADDED_WAYS))(
  'a claim at any step leaves nothing of %s that a stranger adds',
  async (way) => {
    const prepare = ADDED_WAYS[way]!;
    let interleavings = 0;
    for (let adds = 0, isAdded = false; !isAdded; adds++) {
      for (let claims = 0, isClaimed = false; !isClaimed; claims++) {
        const user = aUser({ passwordHash: strangersHash });
        await storage.users.create(user);
        const credentials = { email: user.email, password: 'tangerine' };
        const { body } = await server.call('POST', '/api/auth/login', undefined, credentials);
        const add = await prepare(body.token as string);
        const adding = await begin(strangersGate, adds, add);
        const claiming = await begin(ownersGate, claims, () => claim(user));
        [isAdded, isClaimed] = [adding.isDone, claiming.isDone];
        strangersGate.open();
        await adding.done;
        ownersGate.open();
        expect(await claiming.done).toBe(true);
        const step = `${adds} of the adding, ${claims} of the claim`;
        expect([step, await waysInto(user)]).toStrictEqual([step, []]);
        interleavings++;
      }
    }
    expect(interleavings).toBeGreaterThan(20);
  },
  120_000,
);

it.each(Object.keys(ADDED_WAYS))(
  'a claim that is cut off at any step leaves nothing of %s beside the new password',
  async (way) => {
    const { users, sessions } = storage;
    let isDone = false;
    for (let calls = 0; !isDone; calls++) {
      const user = aUser({ passwordHash: strangersHash });
      await users.create(user);
      const credentials = { email: user.email, password: 'tangerine' };
      const { body } = await server.call('POST', '/api/auth/login', undefined, credentials);
      await (
        await ADDED_WAYS[way]!(body.token as string)
      )();
      expect(await waysInto(user)).toHaveLength(1);
      // The rest of its calls never run, as in a process that died.
      ({ isDone } = await begin(ownersGate, calls, () => claim(user)));
      if ((await users.findById(user.id))?.passwordHash === strangersHash) continue;
      expect([calls, await sessions.list(user.id, Date.now()), await waysInto(user)]).toStrictEqual([calls, [], []]);
    }
  },
);

it.each([false, true])(
  'a claim at any step wins over a change of address that another session confirms (address verified: %s)',
  async (emailVerified) => {
    const changed = new Set<boolean>();
    for (let confirms = 0, isConfirmed = false; !isConfirmed; confirms++) {
      for (let claims = 0, isClaimed = false; !isClaimed; claims++) {
        const user = aUser({ passwordHash: strangersHash, emailVerified });
        await storage.users.create(user);
        const wanted = `wanted-${user.id}@example.com`;
        const credentials = { email: user.email, password: 'tangerine' };
        const { body } = await server.call('POST', '/api/auth/login', undefined, credentials);
        const tokens = createOneTimeTokens(storage.oneTimeTokens, Date.now);
        const token = await tokens.issue('change-email', user.id, wanted, strangersHash);
        const confirming = await begin(strangersGate, confirms, () =>
          server.call('POST', '/api/auth/verify', body.token as string, { token }),
        );
        const claiming = await begin(ownersGate, claims, () => claim(user));
        [isConfirmed, isClaimed] = [confirming.isDone, claiming.isDone];
        strangersGate.open();
        const isChanged = (await confirming.done).status === 200;
        ownersGate.open();
        const isOwners = await claiming.done;
        const email = (await storage.users.findById(user.id))?.email;
        const step = `${confirms} of the change, ${claims} of the claim`;
        expect([step, isOwners, email]).toStrictEqual([step, !isChanged, isChanged ? wanted : user.email]);
        changed.add(isChanged);
      }
    }
    expect(changed).toStrictEqual(new Set([true, false]));
  },
  120_000,
);
