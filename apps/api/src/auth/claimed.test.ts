import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAILED_PAGES } from '@parley/core';
import { createKey } from '../api-keys/testing.ts';
import { NEW_USER } from '../storage/storage.ts';
import { mailTo, tokenIn } from '../testing/mailbox.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const OWN = 'clementine';
/** The owner reads it after the first proof of the address, because a stranger's conversations stay. */
const DELETE_FOREIGN = 'delete what isn’t yours';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ adminEmails: ['boss@example.com'] });
});
afterAll(() => server.close());

const newAddress = () => `${randomUUID()}@example.com`;
const verify = (body: object, session?: string) => server.call('POST', '/api/auth/verify', session, body);
const login = (email: string, password: string) =>
  server.call('POST', '/api/auth/login', undefined, { email, password });
const me = async (session: string) => (await server.call('GET', '/api/auth/me', session)).body.user;
const linkTo = async (email: string, subject = 'Confirm your email') =>
  tokenIn(await mailTo(server, email, subject), MAILED_PAGES.verify);

/** An account that a stranger registered with another user's address, and the mail that this user gets. */
async function registeredByStranger(email = newAddress()) {
  const session = await server.signUp(email);
  return { email, session, token: await linkTo(email) };
}

describe('a mailed link', () => {
  it('opening a mailed link has no effect, and the link stays valid', async () => {
    const { session, token } = await registeredByStranger('boss@example.com');
    const stranger = await server.signUp();
    for (const bearer of [undefined, 'forged', stranger]) {
      const refused = await verify({ token }, bearer);
      expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
    expect(await me(session)).toMatchObject({ emailVerified: false, isAdmin: false });
    expect((await verify({ token }, session)).status).toBe(200);
    expect(await me(session)).toMatchObject({ emailVerified: true, isAdmin: true });
  });

  it('a mailed link verifies with the account’s password, which is protected against guessing', async () => {
    const { email, session, token } = await registeredByStranger();
    expect(await verify({ token, password: 'not it' })).toMatchObject({
      status: 403,
      body: { code: 'wrong-password' },
    });
    expect((await verify({ token, password: 'tangerine' })).body).toEqual({ success: true, email });
    expect(await me(session)).toMatchObject({ emailVerified: true });
    const other = await registeredByStranger();
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess++) {
      statuses.push((await verify({ token: other.token, password: `guess ${guess}` })).status);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
  });

  it('a mailed link with a new password ends the sessions and API keys of a stranger who registered the address', async () => {
    const { email, session, token } = await registeredByStranger();
    const other = (await login(email, 'tangerine')).body.token as string;
    const { secret } = await createKey(server, session);
    expect((await server.call('GET', '/api/chat/usage', secret)).status).toBe(200);
    expect((await verify({ token, newPassword: 'short' })).status).toBe(400);
    expect((await verify({ token, newPassword: OWN })).body).toEqual({ success: true, email });
    for (const ended of [session, other]) {
      expect((await server.call('GET', '/api/auth/me', ended)).status).toBe(401);
    }
    expect((await server.call('GET', '/api/chat/usage', secret)).status).toBe(401);
    expect((await login(email, 'tangerine')).status).toBe(401);
    expect((await login(email, OWN)).body.user).toMatchObject({ email, emailVerified: true });
    const mail = await mailTo(server, email, 'password was changed');
    expect(mail.text.replaceAll(/\s+/g, ' ')).toContain(DELETE_FOREIGN);
    expect((await verify({ token, newPassword: 'mandarine' })).body.code).toBe('invalid-link');
  });

  it('a mailed link sets no password once the address is verified', async () => {
    const { email, session, token } = await registeredByStranger();
    server.sandbox.reset();
    await server.call('POST', '/api/auth/verify/resend', session, {});
    const second = await linkTo(email);
    expect((await verify({ token }, session)).status).toBe(200);
    expect((await verify({ token: second, newPassword: OWN })).body.code).toBe('invalid-link');
    expect((await login(email, 'tangerine')).status).toBe(200);
  });

  it('a link to a new address works only for the account’s owner, who may have mistyped it', async () => {
    const { email, session } = await registeredByStranger();
    const wanted = newAddress();
    await server.call('POST', '/api/account/email', session, { email: wanted, password: 'tangerine' });
    const token = await linkTo(wanted, 'Confirm your new');
    for (const proof of [{}, { newPassword: OWN }]) {
      expect(await verify({ token, ...proof })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
    expect(await me(session)).toMatchObject({ email });
    expect((await verify({ token, password: 'tangerine' })).body).toEqual({ success: true, email: wanted });
    expect(await me(session)).toMatchObject({ email: wanted, emailVerified: true });
  });
});

it('a reset unlinks the Apple Account of a stranger who registered the unverified address', async () => {
  const email = newAddress();
  const user = {
    ...NEW_USER,
    id: randomUUID(),
    email,
    createdAt: Date.now(),
  };
  const identity = { provider: 'apple' as const, subject: randomUUID(), userId: user.id, email, refreshToken: null };
  await server.storage.identities.createUser(user, {
    ...identity,
    isPrivateRelay: false,
    forwardsMail: true,
    createdAt: Date.now(),
  });
  await server.call('POST', '/api/auth/forgot', undefined, { email });
  const token = tokenIn(await mailTo(server, email, 'Reset'), MAILED_PAGES.reset);
  await server.call('POST', '/api/auth/reset', undefined, { token, password: OWN });
  expect(await server.storage.identities.listOfUser(user.id)).toEqual([]);
  expect((await login(email, OWN)).body.user).toMatchObject({ emailVerified: true });
  expect((await mailTo(server, email, 'password was changed')).text.replaceAll(/\s+/g, ' ')).toContain(DELETE_FOREIGN);
});

it('a reset of a verified account says nothing about strangers', async () => {
  const { email, session, token } = await registeredByStranger();
  await verify({ token }, session);
  await server.call('POST', '/api/auth/forgot', undefined, { email });
  const reset = tokenIn(await mailTo(server, email, 'Reset'), MAILED_PAGES.reset);
  await server.call('POST', '/api/auth/reset', undefined, { token: reset, password: OWN });
  const mail = await mailTo(server, email, 'password was changed');
  expect(mail.text.replaceAll(/\s+/g, ' ')).not.toContain(DELETE_FOREIGN);
});

it('messages need a verified address if the operator requires it', async () => {
  const strict = await startTestServer({ verifiesFirst: true });
  try {
    const email = newAddress();
    const session = await strict.signUp(email);
    const body = { conversationId: randomUUID(), text: 'Hello' };
    const refused = await strict.call('POST', '/api/chat/stream', session, body);
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(refused.body.message).toBe(`Confirm your email first. We sent a link to ${email}.`);
    expect(await strict.messagesUsed(session)).toBe(0);
    expect((await strict.call('GET', '/api/settings')).body.settings).toMatchObject({ verifiesFirst: true });
    const token = tokenIn(await mailTo(strict, email, 'Confirm'), MAILED_PAGES.verify);
    await strict.call('POST', '/api/auth/verify', session, { token });
    expect((await (await strict.send(session, body)).all()).at(-1)?.event.type).toBe('done');
  } finally {
    await strict.close();
  }
});
