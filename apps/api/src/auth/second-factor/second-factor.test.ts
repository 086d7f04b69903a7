import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { MAILED_PAGES, type SignedInResponse } from '@parley/core';
import { mailTo, tokenIn } from '../../testing/mailbox.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { oidcPeople } from '../oidc/testing.ts';
import { aDevice, passkeyPeople } from '../passkeys/testing.ts';
import { appCode, appPeople, STEP_MS, testClock } from './testing.ts';

const clock = testClock();
let server: TestServer;
let people: ReturnType<typeof appPeople>;
beforeAll(async () => {
  server = await startTestServer({ now: clock.now, trustedProxies: 1, oidc: {} });
  people = appPeople(server, clock);
});
afterAll(() => server.close());

const MINUTE_MS = 60_000;
const WRONG = { status: 403, body: { code: 'wrong-code', message: 'That code isn’t right.' } };
const USED = { status: 403, body: { code: 'wrong-code', message: expect.stringContaining('used before') } };
const EXPIRED = { status: 401, body: { code: 'sign-in-failed', message: expect.stringContaining('took too long') } };
const NEEDED = {
  status: 401,
  body: { code: 'second-factor-needed', ticket: expect.stringMatching(/^[\w-]{43}$/) },
};
const isOpen = async (token: unknown) => (await server.call('GET', '/api/auth/me', String(token))).status === 200;

describe('adding', () => {
  it('adding an authenticator app shows the key as text and as an address, and signs out everywhere else', async () => {
    const email = `${randomUUID()}@example.com`;
    const [token, other] = [await server.signUp(email), String((await people.login(email)).body.token)];
    const { status, body } = await people.start(token);
    expect([status, body.secret]).toEqual([200, expect.stringMatching(/^[A-Z2-7]{32}$/)]);
    const uri = new URL(String(body.uri));
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/Parley:${email}`,
    ]);
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret: body.secret, issuer: 'Parley' });
    const code = appCode(String(body.secret), clock.now());
    const added = await server.call('POST', people.own, token, { setup: body.setup, code });
    expect(added.status).toBe(200);
    expect(new Set(added.body.recoveryCodes as string[])).toHaveLength(10);
    expect(await people.status(token)).toEqual({
      success: true,
      since: expect.any(String),
      recoveryCodesLeft: 10,
      devices: [],
    });
    expect((await server.call('GET', '/api/account', token)).body).toMatchObject({ hasSecondFactor: true });
    expect([await isOpen(token), await isOpen(other)]).toEqual([true, false]);
    await mailTo(server, email, 'Two-step sign-in is on');
  });

  it('adding an authenticator app changes nothing without the app’s own code', async () => {
    const token = await server.signUp();
    const { setup, secret } = (await people.start(token)).body as { setup: string; secret: string };
    const refused = await server.call('POST', people.own, token, { setup, code: people.wrongCode({ secret }) });
    expect(refused).toMatchObject({ status: 403, body: { code: 'wrong-code' } });
    expect(await people.status(token)).toEqual({ success: true, since: null, recoveryCodesLeft: 0, devices: [] });
    expect((await server.call('GET', '/api/account', token)).body).not.toHaveProperty('hasSecondFactor');
  });

  it('adding an authenticator app needs the password, and its key works for the same session and for 15 minutes only', async () => {
    const email = `${randomUUID()}@example.com`;
    const token = await server.signUp(email);
    for (const proof of [{}, { password: 'not it' }]) {
      expect(await people.start(token, proof)).toMatchObject({ status: 403, body: { code: 'wrong-password' } });
    }
    const { setup, secret } = (await people.start(token)).body as { setup: string; secret: string };
    const add = (bearer: string, given: string) =>
      server.call('POST', people.own, bearer, { setup: given, code: appCode(secret, clock.now()) });
    const stale = { status: 400, body: { code: 'invalid-request', message: expect.stringContaining('too long') } };
    const other = String((await people.login(email)).body.token);
    for (const bearer of [other, await server.signUp()]) expect(await add(bearer, setup)).toMatchObject(stale);
    expect(await add(token, `${setup.slice(0, -2)}AA`)).toMatchObject(stale);
    clock.pass(15 * MINUTE_MS);
    expect(await add(token, setup)).toMatchObject(stale);
  });

  it('adding an authenticator app is refused while there is one', async () => {
    const { token, nextCode } = await people.signUp();
    const again = await people.start(token, { password: 'tangerine', code: nextCode() });
    const { setup, secret } = again.body as { setup: string; secret: string };
    const code = appCode(secret, clock.now());
    expect(await server.call('POST', people.own, token, { setup, code })).toMatchObject({ status: 409 });
  });
});

describe('signing in', () => {
  it('a sign-in with an authenticator app needs the password and a code, and opens one session', async () => {
    const { email, nextCode } = await people.signUp();
    expect(await people.login(email, 'not it')).toMatchObject({ status: 401, body: { code: 'wrong-credentials' } });
    const needed = await people.login(email);
    expect(needed).toMatchObject(NEEDED);
    expect(needed.body).not.toHaveProperty('token');
    const ticket = String(needed.body.ticket);
    const { status, body } = await people.finish(ticket, nextCode());
    expect([status, (body as unknown as SignedInResponse).user.email]).toEqual([200, email]);
    expect(await isOpen(body.token)).toBe(true);
    expect(await people.finish(ticket, nextCode())).toMatchObject(EXPIRED);
  });

  it('a sign-in with an authenticator app takes a code of the step before or after, and none beyond', async () => {
    const { email, secret } = await people.signUp();
    const at = async (steps: number) => {
      const ticket = await people.ticketOf(email);
      return (await people.finish(ticket, appCode(secret, clock.now() + steps * STEP_MS))).status;
    };
    clock.pass(10 * STEP_MS);
    expect([await at(-2), await at(2)]).toEqual([403, 403]);
    // A later step is used last: no earlier one works afterwards.
    expect([await at(-1), await at(0), await at(1)]).toEqual([200, 200, 200]);
  });

  it.each([
    ['Arabic', 0x660],
    ['Persian', 0x6f0],
    ['full-width', 0xff10],
  ])('a sign-in with an authenticator app takes its code in %s digits', async (_script, zero) => {
    const { email, nextCode } = await people.signUp();
    const typed = nextCode().replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
    expect((await people.finish(await people.ticketOf(email), typed)).status).toBe(200);
  });

  it('a sign-in with an authenticator app takes each code once, and none from before it', async () => {
    const { email, secret, nextCode } = await people.signUp();
    const before = appCode(secret, clock.now() + STEP_MS);
    clock.pass(STEP_MS);
    const code = nextCode();
    const tickets = [await people.ticketOf(email), await people.ticketOf(email), await people.ticketOf(email)];
    const answers = await Promise.all(tickets.map((ticket) => people.finish(ticket, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
    const ticket = await people.ticketOf(email);
    for (const used of [code, before]) expect(await people.finish(ticket, used)).toMatchObject(USED);
    expect((await people.finish(ticket, nextCode())).status).toBe(200);
  });

  it('a sign-in with an authenticator app takes one of two tickets’ codes only once, even at the same time', async () => {
    const { email, secret, recoveryCodes } = await people.signUp();
    const ticket = await people.ticketOf(email);
    clock.pass(STEP_MS);
    const codes = [appCode(secret, clock.now()), recoveryCodes[0] ?? ''];
    const answers = await Promise.all(codes.map((code) => people.finish(ticket, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  it('a sign-in with an authenticator app refuses a ticket after five minutes, a forged one, and one from before a new password', async () => {
    const { email, token, nextCode } = await people.signUp();
    const late = await people.ticketOf(email);
    clock.pass(5 * MINUTE_MS);
    expect(await people.finish(late, nextCode())).toMatchObject(EXPIRED);
    expect(await people.finish('A'.repeat(43), nextCode())).toMatchObject(EXPIRED);
    const old = await people.ticketOf(email);
    const change = { currentPassword: 'tangerine', code: nextCode(), newPassword: 'clementine' };
    expect((await server.call('POST', '/api/account/password', token, change)).status).toBe(200);
    expect(await people.finish(old, nextCode())).toMatchObject(EXPIRED);
    expect(await people.login(email, 'clementine')).toMatchObject(NEEDED);
  });

  it('a sign-in with a provider needs the code, too, and its ticket ends with the link', async () => {
    // The sandbox's provider has the real time.
    const today = testClock(Date.now());
    const its = await startTestServer({ now: today.now, oidc: {} });
    onTestFinished(() => its.close());
    const [oidc, ours] = [oidcPeople(its), appPeople(its, today)];
    const { id, token, email, nextCode } = await ours.signUp();
    await its.storage.users.setVerified(id, email);
    const begun = await oidc.start('/link/start', { password: 'tangerine', code: nextCode() }, token);
    const login = { email: `${randomUUID()}@work.example` };
    const back = await oidc.logIn(begun.url, login);
    expect((await oidc.post('/link/exchange', back, { cookie: begun.cookie, token })).status).toBe(200);
    const needed = await oidc.signIn(login);
    expect(needed).toMatchObject(NEEDED);
    expect((await ours.finish(String(needed.body.ticket), nextCode())).status).toBe(200);
    const old = String((await oidc.signIn(login)).body.ticket);
    expect((await oidc.unlink(token, { password: 'tangerine', code: nextCode() })).status).toBe(200);
    expect(await ours.finish(old, nextCode())).toMatchObject(EXPIRED);
  });

  it('a passkey signs in without a code, since it has two factors of its own', async () => {
    const passkeys = passkeyPeople(server);
    const { token, email, nextCode } = await people.signUp();
    const begun = await passkeys.startAdding(token, 'tangerine', nextCode());
    const device = aDevice();
    const made = { state: begun.state, response: device.register(begun.options) };
    const { cookie } = begun;
    expect((await passkeys.post('/api/account/passkeys', made, { token, cookie })).status).toBe(200);
    const { status, body } = await passkeys.signIn(device);
    expect([status, (body as unknown as SignedInResponse).user.email]).toEqual([200, email]);
  });
});

describe('recovery codes', () => {
  it('recovery codes sign in once each, however they are typed, and their owner gets a mail', async () => {
    const { email, token, recoveryCodes } = await people.signUp();
    const [first = '', second = ''] = recoveryCodes;
    const signIn = async (code: string) => people.finish(await people.ticketOf(email), code);
    expect((await signIn(first)).status).toBe(200);
    expect(await signIn(first)).toMatchObject(WRONG);
    const typed = second.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect((await signIn(` ${typed} `)).status).toBe(200);
    expect(await people.status(token)).toMatchObject({ recoveryCodesLeft: 8 });
    await mailTo(server, email, 'A recovery code');
  });

  it('recovery codes are refused for another account', async () => {
    const [one, other] = [await people.signUp(), await people.signUp()];
    expect(await people.finish(await people.ticketOf(one.email), other.recoveryCodes[0] ?? '')).toMatchObject(WRONG);
  });

  it('recovery codes are replaced all at once, after password and code', async () => {
    const { email, token, recoveryCodes, nextCode } = await people.signUp();
    const path = `${people.own}/recovery-codes`;
    expect(await server.call('POST', path, token, { password: 'tangerine' })).toMatchObject({ status: 403 });
    const renewed = await server.call('POST', path, token, { password: 'tangerine', code: nextCode() });
    const [fresh = ''] = renewed.body.recoveryCodes as string[];
    const ticket = await people.ticketOf(email);
    expect(await people.finish(ticket, recoveryCodes[0] ?? '')).toMatchObject(WRONG);
    expect((await people.finish(ticket, fresh)).status).toBe(200);
  });

  it('recovery codes are stored as hashes, and the key of the app is encrypted', async () => {
    const { id, secret, recoveryCodes } = await people.signUp();
    const stored = JSON.stringify(await server.storage.secondFactors.find(id));
    for (const hidden of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))]) {
      expect(stored).not.toContain(hidden);
    }
  });

  it('recovery codes still work on a server with another secret, which can’t read the app’s key', async () => {
    const { id, email, recoveryCodes, nextCode } = await people.signUp();
    const factor = await server.storage.secondFactors.find(id);
    await server.storage.secondFactors.remove(id);
    await server.storage.secondFactors.create({ ...factor!, secret: 'sealed by another secret' });
    const ticket = await people.ticketOf(email);
    const refused = await people.finish(ticket, nextCode());
    expect(refused).toMatchObject({ status: 403, body: { message: expect.stringContaining('Use a recovery code') } });
    expect((await people.finish(ticket, recoveryCodes[0] ?? '')).status).toBe(200);
  });
});

describe('removing', () => {
  it('removing an authenticator app needs password and code; then the password alone signs in', async () => {
    const { email, token, nextCode } = await people.signUp();
    const remove = (proof: object) => server.call('DELETE', people.own, token, proof);
    expect(await remove({ password: 'tangerine' })).toMatchObject({
      status: 403,
      body: { code: 'wrong-code', message: 'Enter the code from your authenticator app.' },
    });
    const code = nextCode();
    expect(await remove({ password: 'not it', code })).toMatchObject({ body: { code: 'wrong-password' } });
    // The wrong password has used up no code.
    expect((await remove({ password: 'tangerine', code })).status).toBe(200);
    expect((await people.login(email)).status).toBe(200);
    expect(await people.status(token)).toMatchObject({ since: null });
    await mailTo(server, email, 'Two-step sign-in is off');
    expect((await remove({ password: 'tangerine' })).status).toBe(404);
  });

  it('a password reset does not do it', async () => {
    const { id, email, nextCode } = await people.signUp();
    await server.storage.users.setVerified(id, email);
    await server.call('POST', '/api/auth/forgot', undefined, { email });
    const mailed = tokenIn(await mailTo(server, email, 'Reset your'), MAILED_PAGES.reset);
    const reset = { token: mailed, password: 'clementine' };
    expect((await server.call('POST', '/api/auth/reset', undefined, reset)).status).toBe(200);
    const needed = await people.login(email, 'clementine');
    expect(needed).toMatchObject(NEEDED);
    expect((await people.finish(String(needed.body.ticket), nextCode())).status).toBe(200);
  });

  it('the owner of an address does it by claiming the account of a stranger', async () => {
    const { email } = await people.signUp();
    const mailed = tokenIn(await mailTo(server, email, 'Confirm your email'), MAILED_PAGES.verify);
    const claim = { token: mailed, newPassword: 'clementine' };
    expect((await server.call('POST', '/api/auth/verify', undefined, claim)).status).toBe(200);
    expect((await people.login(email, 'clementine')).status).toBe(200);
  });
});
