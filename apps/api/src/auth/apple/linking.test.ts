import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedInResponse } from '@parley/core';
import { mailTo } from '../../testing/mailbox.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createProviderAccounts } from '../providers/provider-accounts.ts';
import type { Person } from '../providers/person.ts';
import { applePeople, type Consent } from './testing.ts';

let server: TestServer;
let people: ReturnType<typeof applePeople>;
beforeAll(async () => {
  server = await startTestServer();
  people = applePeople(server);
});
afterAll(() => server.close());

/** Registers an account with a password. */
async function register({ isVerified }: { isVerified: boolean }, email = `${randomUUID()}@example.com`) {
  const token = await server.signUp(email);
  const user = (await server.storage.users.findByEmail(email))!;
  if (isVerified) await server.storage.users.setVerified(user.id, email);
  return { id: user.id, email, token };
}
const withApple = async (consent: Consent) => {
  const answer = await people.signIn(await people.popup(consent));
  return { ...answer, user: (answer.body as unknown as SignedInResponse).user };
};
const link = async (token: string, consent: Consent, password: string | undefined = 'tangerine') =>
  server.call('POST', '/api/auth/apple/link', token, { ...(await people.popup(consent)), password });

const TAKEN = {
  status: 409,
  body: {
    code: 'email-taken',
    message: 'An account with this email already exists. Please sign in with its password.',
  },
};

describe('the first sign-in with Apple', () => {
  it('creates an account without a password, with the consent’s name and a verified address', async () => {
    const account = `${randomUUID()}@example.com`;
    const { status, user } = await withApple({ account, name: ['Ada', 'Lovelace'] });
    expect(status).toBe(200);
    expect(user).toMatchObject({ email: account, emailVerified: true });
    expect(await server.storage.users.findById(user._id)).toMatchObject({ passwordHash: null, name: 'Ada Lovelace' });
    expect((await withApple({ account, name: ['Somebody', 'Else'] })).user._id).toBe(user._id);
    expect(await server.storage.users.findById(user._id)).toMatchObject({ name: 'Ada Lovelace' });
  });

  it('opens the account with that address if both sides have verified it', async () => {
    const { id, email } = await register({ isVerified: true });
    const { status, user } = await withApple({ account: email });
    expect([status, user._id]).toEqual([200, id]);
    expect(await server.storage.users.findById(id)).toMatchObject({ name: 'Ada Lovelace' });
    const login = await server.call('POST', '/api/auth/login', undefined, { email, password: 'tangerine' });
    expect(login.status).toBe(200);
    await mailTo(server, email, 'Your Parley account was linked to Apple');
  });

  it('the first sign-in with Apple neither takes over nor joins an account whose address is unverified', async () => {
    const { id, email } = await register({ isVerified: false });
    const proof = await people.popup({ account: email });
    expect(await people.signIn(proof)).toMatchObject(TAKEN);
    expect(await server.storage.identities.listOfUser(id)).toEqual([]);
    // The token is not used up: it works once the address is verified.
    await server.storage.users.setVerified(id, email);
    expect((await people.signIn(proof)).body.user).toMatchObject({ _id: id });
  });

  it('the first sign-in with Apple never opens an account by a hidden address', async () => {
    const consent = { account: `${randomUUID()}@example.com`, hidesEmail: true };
    const proof = await people.popup(consent);
    const { email } = JSON.parse(Buffer.from(proof.idToken.split('.')[1]!, 'base64url').toString()) as {
      email: string;
    };
    const { id } = await register({ isVerified: true }, email);
    expect(await people.signIn(proof)).toMatchObject(TAKEN);
    expect(await server.storage.identities.listOfUser(id)).toEqual([]);
  });

  it('creates an account for a hidden address, which the next sign-in finds', async () => {
    const consent = { account: `${randomUUID()}@example.com`, hidesEmail: true };
    const { user } = await withApple(consent);
    expect(user.email).toMatch(/@privaterelay\.appleid\.com$/);
    expect((await withApple(consent)).user._id).toBe(user._id);
    const [identity] = await server.storage.identities.listOfUser(user._id);
    expect(identity).toMatchObject({ isPrivateRelay: true, forwardsMail: true });
  });

  it('creates one account for two sign-ins at once', async () => {
    const consent = { account: `${randomUUID()}@example.com` };
    const proofs = await Promise.all([1, 2, 3, 4].map(() => people.popup(consent)));
    const answers = await Promise.all(proofs.map((proof) => people.signIn(proof)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => (body as unknown as SignedInResponse).user._id)).size).toBe(1);
  });

  it('identifies the account only by Apple’s id, even if its address now belongs to another account', async () => {
    const account = `${randomUUID()}@example.com`;
    const { user } = await withApple({ account });
    await server.storage.users.setEmail(user._id, `${randomUUID()}@example.com`, null);
    const other = await register({ isVerified: true }, account);
    expect((await withApple({ account })).user._id).toBe(user._id);
    expect(other.id).not.toBe(user._id);
  });

  it('asks the user to wait until an earlier account is deleted', async () => {
    const consent = { account: `${randomUUID()}@example.com` };
    const { user } = await withApple(consent);
    const before = Date.now();
    await server.storage.deletions.begin(user._id, before);
    expect(await withApple(consent)).toMatchObject({
      status: 409,
      body: { message: 'We’re still deleting your earlier account. Please try again in a few minutes.' },
    });
    await expect.poll(() => server.storage.deletions.removeContent(user._id)).toBe(true);
    await server.storage.deletions.finish(user._id, before);
    const again = await withApple(consent);
    expect([again.status, again.user._id === user._id]).toEqual([200, false]);
  });

  it('accepts only text as a name', async () => {
    for (const name of ['<script>alert(1)</script>\u0000\u202e', { firstName: 'x'.repeat(499), lastName: null }]) {
      const { idToken } = await people.popup();
      const { body } = await people.signIn({ idToken, name });
      const { user } = body as unknown as SignedInResponse;
      const kept = (await server.storage.users.findById(user._id))?.name ?? '';
      expect(kept).not.toMatch(/\p{C}/u);
      expect(kept.length).toBeLessThanOrEqual(100);
    }
    for (const name of [7, [], { firstName: { $ne: 1 } }]) {
      expect((await people.signIn({ ...(await people.popup()), name })).status).toBe(400);
    }
  });
});

describe('the account of an Apple user', () => {
  const person = (changes: Partial<Person> = {}): Person => ({
    subject: randomUUID(),
    email: null,
    isEmailVerified: false,
    isPrivateRelay: false,
    ...changes,
  });
  const apple = { key: 'apple', opensVerifiedAccounts: true, accountExists: 'Taken.', linkedElsewhere: 'Elsewhere.' };
  const resolve = async (who: Person) => {
    const claim = { person: who, name: null, spend: () => Promise.resolve() };
    return (await createProviderAccounts(server.storage, apple, Date.now).resolve(claim)).user;
  };

  it('creates a new account without an address when Apple sends none', async () => {
    const [first, second] = [person(), person()];
    const user = await resolve(first);
    expect(user).toMatchObject({ email: null, emailVerified: false, passwordHash: null });
    expect((await resolve(first)).id).toBe(user.id);
    expect((await resolve(second)).id).not.toBe(user.id);
  });

  it('keeps the account when Apple later leaves out the address', async () => {
    const who = person({ email: `${randomUUID()}@example.com`, isEmailVerified: true });
    const user = await resolve(who);
    expect((await resolve({ ...who, email: null, isEmailVerified: false })).id).toBe(user.id);
    const [identity] = await server.storage.identities.listOfUser(user.id);
    expect(identity?.email).toBe(who.email);
  });

  it('finds no account by an address that Apple has not verified', async () => {
    const { email } = await register({ isVerified: true });
    await expect(resolve(person({ email }))).rejects.toMatchObject({ code: 'email-taken' });
    const fresh = await resolve(person({ email: `${randomUUID()}@example.com` }));
    expect(fresh.emailVerified).toBe(false);
  });
});

describe('linking while signed in', () => {
  it('lets a linked user sign in either way', async () => {
    const { id, token } = await register({ isVerified: true });
    const consent = { account: `${randomUUID()}@example.com`, hidesEmail: true };
    expect(await link(token, consent)).toMatchObject({ status: 200 });
    expect(await link(token, consent)).toMatchObject({ status: 200 });
    expect((await withApple(consent)).user._id).toBe(id);
  });

  it('links one Apple Account to exactly one of two accounts at once', async () => {
    const accounts = [await register({ isVerified: true }), await register({ isVerified: true })];
    const consent = { account: `${randomUUID()}@example.com` };
    const answers = await Promise.all(accounts.map(({ token }) => link(token, consent)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const winner = accounts[answers.findIndex(({ status }) => status === 200)];
    expect((await withApple(consent)).user._id).toBe(winner?.id);
  });

  it('links only an account with a verified address, or one that Apple verifies', async () => {
    const { id, email, token } = await register({ isVerified: false });
    expect(await link(token, {})).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await link(token, { account: email })).toMatchObject({ status: 200 });
    expect(await server.storage.users.findById(id)).toMatchObject({ emailVerified: true });
  });

  it('asks for the password, so that a stolen session cannot link an Apple Account', async () => {
    expect(await server.call('POST', '/api/auth/apple/link', undefined, {})).toMatchObject({ status: 401 });
    const { id, token } = await register({ isVerified: true });
    for (const password of ['not it', '']) {
      expect(await link(token, {}, password)).toMatchObject({ status: 403, body: { code: 'wrong-password' } });
    }
    const withoutPassword = await server.call('POST', '/api/auth/apple/link', token, await people.popup());
    expect(withoutPassword).toMatchObject({ status: 403, body: { code: 'wrong-password' } });
    expect(await server.storage.identities.listOfUser(id)).toEqual([]);
  });

  it('requires a recent sign-in to link to an account without a password', async () => {
    const { body, user } = await withApple({});
    const other = await people.popup();
    expect(await server.call('POST', '/api/auth/apple/link', body.token as string, other)).toMatchObject({
      status: 200,
    });
    expect(await server.storage.identities.listOfUser(user._id)).toHaveLength(2);
  });

  it('unlinks only if another way to sign in is left, and revokes the consent at Apple', async () => {
    const consent = { account: `${randomUUID()}@example.com` };
    const { body, user } = await withApple(consent);
    const only = await server.call('DELETE', '/api/auth/apple/link', body.token as string);
    expect(only).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await server.call('POST', '/api/account/password', body.token as string, { newPassword: 'clementine' });
    const unlink = (password: string) =>
      server.call('DELETE', '/api/auth/apple/link', String(body.token), { password });
    expect(await unlink('not it')).toMatchObject({ status: 403, body: { code: 'wrong-password' } });
    expect(await unlink('clementine')).toMatchObject({ status: 200 });
    expect(await server.storage.identities.listOfUser(user._id)).toEqual([]);
    expect((await people.popup(consent)).name).toBeDefined();
  });
});

it('login to an account without a password fails like a wrong password, in about the same time', async () => {
  const kinds = { withoutPassword: [] as string[], withPassword: [] as string[] };
  // Each account takes five wrong passwords.
  for (let count = 0; count < 4; count++) {
    const account = `${randomUUID()}@example.com`;
    await withApple({ account });
    kinds.withoutPassword.push(account);
    kinds.withPassword.push((await register({ isVerified: true })).email);
  }
  const least = { withoutPassword: Infinity, withPassword: Infinity };
  const isAsSlow = () => least.withoutPassword > least.withPassword * 0.5;
  // A difference that is noise goes away with more rounds.
  for (let round = 0; round < 4 || (round < 20 && !isAsSlow()); round++) {
    for (const kind of ['withoutPassword', 'withPassword'] as const) {
      const start = performance.now();
      const login = { email: kinds[kind][round % 4], password: 'not it' };
      expect(await server.call('POST', '/api/auth/login', undefined, login)).toMatchObject({
        status: 401,
        body: { code: 'wrong-credentials' },
      });
      least[kind] = Math.min(least[kind], performance.now() - start);
    }
  }
  expect(isAsSlow()).toBe(true);
});
