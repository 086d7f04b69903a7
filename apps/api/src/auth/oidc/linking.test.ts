import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedInResponse } from '@parley/core';
import { mailsTo, mailTo } from '../../testing/mailbox.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { applePeople } from '../apple/testing.ts';
import { oidcPeople } from './testing.ts';

let server: TestServer;
let people: ReturnType<typeof oidcPeople>;
beforeAll(async () => {
  server = await startTestServer({ oidc: {}, adminEmails: [BOSS] });
  people = oidcPeople(server);
});
afterAll(() => server.close());

const BOSS = 'boss@example.com';
const newAddress = () => `${randomUUID()}@example.com`;
const TAKEN = {
  status: 409,
  body: {
    code: 'email-taken',
    message:
      'An account with this email already exists. Sign in to it, then add Sandbox in Settings under “Ways to sign in”.',
  },
};

async function register({ isVerified }: { isVerified: boolean }, email = newAddress()) {
  const token = await server.signUp(email);
  const user = (await server.storage.users.findByEmail(email))!;
  if (isVerified) await server.storage.users.setVerified(user.id, email);
  return { id: user.id, email, token };
}
const identitiesOf = (userId: string) => server.storage.identities.listOfUser(userId);
const signedIn = (answer: { body: unknown }) => answer.body as SignedInResponse;
const providersOf = async (token: string) => (await server.call('GET', '/api/account', token)).body.signInProviders;

describe('the first sign-in with a provider', () => {
  it.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])('opens no account with the same address (theirs verified: %s, ours: %s)', async (theirs, ours) => {
    const { id, email } = await register({ isVerified: ours });
    expect(await people.signIn({ email, isVerified: theirs })).toMatchObject(TAKEN);
    expect(await identitiesOf(id)).toEqual([]);
  });

  it('creates an unverified account for an unverified address, and mails a link to it', async () => {
    const email = newAddress();
    const { body } = await people.signIn({ email, isVerified: false });
    expect(body.user).toMatchObject({ email, emailVerified: false });
    await expect.poll(() => mailsTo(server, email)).toHaveLength(1);
  });

  it('makes no one an owner by an address that the provider calls verified: the mail to it does', async () => {
    const { body } = await people.signIn({ email: BOSS, isVerified: true });
    expect(body.user).toMatchObject({ email: BOSS, emailVerified: false, isAdmin: false });
    const { token } = signedIn({ body });
    expect((await server.call('GET', '/api/admin/role', token)).status).toBe(403);
    await expect.poll(() => mailsTo(server, BOSS)).toHaveLength(1);
  });

  it('creates one account for several sign-ins at once', async () => {
    const email = newAddress();
    const answers = await Promise.all([1, 2, 3].map(() => people.signIn({ email })));
    expect(new Set(answers.map((answer) => signedIn(answer).user._id)).size).toBe(1);
  });
});

describe('linking a provider while signed in', () => {
  it('lets the owner sign in either way, and shows the link in the account', async () => {
    const { id, email, token } = await register({ isVerified: true });
    const work = newAddress();
    expect(await people.link(token, { email: work })).toMatchObject({ status: 200 });
    expect(await people.link(token, { email: work })).toMatchObject({ status: 200 });
    expect(signedIn(await people.signIn({ email: work })).user._id).toBe(id);
    expect(signedIn(await people.signIn({ email: work })).user.email).toBe(email);
    expect(await providersOf(token)).toEqual([
      { id: 'apple', name: 'Apple', isLinked: false, email: null },
      { id: 'sandbox', name: 'Sandbox', isLinked: true, email: work },
    ]);
  });

  it('the owner gets one mail about a new link', async () => {
    const { email, token } = await register({ isVerified: true });
    const work = newAddress();
    for (const _ of [1, 2]) await people.link(token, { email: work });
    const { text } = await mailTo(server, email, 'Your Parley account was linked to Sandbox');
    expect(text).toContain('Signing in with Sandbox now opens your Parley account.');
    const about = (await mailsTo(server, email)).filter(({ subject }) => subject.includes('linked'));
    expect(about).toHaveLength(1);
  });

  it('asks for the password, so that a stolen session adds no way in', async () => {
    const { id, token } = await register({ isVerified: true });
    for (const password of ['not it', '', undefined]) {
      const begun = await people.start('/link/start', { password }, token);
      expect(begun).toMatchObject({ status: 403, body: { code: 'wrong-password' } });
    }
    expect(await people.start('/link/start', { password: 'tangerine' })).toMatchObject({ status: 401 });
    // A sign-in's state needs no password, so it links nothing.
    const { answer, cookie } = await people.returned({ email: newAddress() });
    expect(await people.post('/link/exchange', answer, { cookie, token })).toMatchObject({ status: 401 });
    expect(await identitiesOf(id)).toEqual([]);
  });

  it('takes the answer only from the user who started', async () => {
    const [owner, thief] = [await register({ isVerified: true }), await register({ isVerified: true })];
    const { url, cookie } = await people.start('/link/start', { password: 'tangerine' }, owner.token);
    const answer = await people.logIn(url, { email: newAddress() });
    const stolen = await people.post('/link/exchange', answer, { cookie, token: thief.token });
    expect(stolen).toMatchObject({ status: 401, body: { code: 'sign-in-failed' } });
    expect(await identitiesOf(thief.id)).toEqual([]);
  });

  it('refuses an account with an unverified address, unless the provider verifies the same one', async () => {
    const { id, email, token } = await register({ isVerified: false });
    expect(await people.link(token, { email: newAddress() })).toMatchObject({ status: 403 });
    expect(await people.link(token, { email, isVerified: false })).toMatchObject({ status: 403 });
    expect(await people.link(token, { email })).toMatchObject({ status: 200 });
    expect(await server.storage.users.findById(id)).toMatchObject({ emailVerified: true });
  });

  it('says that the earlier account of a person is still being deleted', async () => {
    const [earlier, later] = [await register({ isVerified: true }), await register({ isVerified: true })];
    const email = newAddress();
    await people.link(earlier.token, { email });
    await server.storage.deletions.begin(earlier.id, Date.now());
    const message = 'We’re still deleting your earlier account. Please try again in a few minutes.';
    expect(await people.link(later.token, { email })).toMatchObject({ status: 409, body: { message } });
  });

  it('links one person to exactly one of two accounts', async () => {
    const accounts = [await register({ isVerified: true }), await register({ isVerified: true })];
    const email = newAddress();
    const answers = await Promise.all(accounts.map(({ token }) => people.link(token, { email })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
      'This Sandbox account already signs in to another account.',
    );
  });
});

describe('unlinking', () => {
  it('removes the link and keeps the account', async () => {
    const { token } = await register({ isVerified: true });
    const email = newAddress();
    await people.link(token, { email });
    expect(await people.unlink(token)).toMatchObject({ status: 200 });
    expect(await providersOf(token)).toContainEqual({ id: 'sandbox', name: 'Sandbox', isLinked: false, email: null });
  });

  it('refuses the last way in with the reason, also for an account without an address', async () => {
    for (const [login, first] of [
      [{ email: newAddress() }, 'Set a password'],
      [{ person: 'alan' }, 'Add an email and a password'],
    ] as const) {
      const { token, user } = signedIn(await people.signIn(login));
      expect(await people.unlink(token)).toMatchObject({
        status: 409,
        body: {
          code: 'conflict',
          message: `Sandbox is your only way to sign in. ${first} first, or link another account.`,
        },
      });
      expect(await identitiesOf(user._id)).toHaveLength(1);
    }
  });

  it('Apple leaves the other provider linked', async () => {
    const { token, id } = await register({ isVerified: true });
    await people.link(token, { email: newAddress() });
    await server.call('POST', '/api/auth/apple/link', token, {
      ...(await applePeople(server).popup()),
      password: 'tangerine',
    });
    const unlink = (password: string) => server.call('DELETE', '/api/auth/apple/link', token, { password });
    expect(await unlink('not it')).toMatchObject({ status: 403, body: { code: 'wrong-password' } });
    expect(await unlink('tangerine')).toMatchObject({ status: 200 });
    expect(await identitiesOf(id)).toMatchObject([{ provider: server.sandbox.urls.oidc }]);
  });
});

it('Apple can be linked by a redirect as well, after the password', async () => {
  const { id, token } = await register({ isVerified: true });
  const apple = applePeople(server);
  const wrong = await server.call('POST', '/api/auth/apple/link/start', token, { password: 'not it' });
  expect(wrong.status).toBe(403);
  const begun = await server.call('POST', '/api/auth/apple/link/start', token, { password: 'tangerine' });
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { query } = await apple.post(await apple.answer(String(begun.body.url)));
  const response = await fetch(`${server.url}/api/auth/apple/link/exchange`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie, Authorization: `Bearer ${token}` },
    body: JSON.stringify(query),
  });
  expect(response.status).toBe(200);
  expect(await identitiesOf(id)).toMatchObject([{ provider: 'apple', refreshToken: expect.any(String) }]);
});

it('a deleted account leaves no link to a provider, so the person can start again', async () => {
  const email = newAddress();
  const { token, user } = signedIn(await people.signIn({ email }));
  expect(await server.call('DELETE', '/api/account', token, {})).toMatchObject({ status: 200 });
  await expect.poll(() => identitiesOf(user._id)).toEqual([]);
  await expect.poll(async () => (await people.signIn({ email })).status).toBe(200);
});
