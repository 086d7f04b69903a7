import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { SignedInResponse } from '@parley/core';
import { mailsTo, mailTo } from '../../testing/mailbox.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { oidcPeople } from '../oidc/testing.ts';
import { testClock } from '../second-factor/testing.ts';
import { relyingPartyAt } from './relying-party.ts';
import { aDevice, passkeyPeople } from './testing.ts';

let server: TestServer;
let people: ReturnType<typeof passkeyPeople>;
beforeAll(async () => {
  server = await startTestServer({ oidc: {} });
  people = passkeyPeople(server);
});
afterAll(() => server.close());

const newAddress = () => `${randomUUID()}@example.com`;
const FAILED = {
  status: 401,
  body: {
    code: 'sign-in-failed',
    message: 'We couldn’t verify this passkey. Please try again, or sign in another way.',
  },
};
const STALE = {
  status: 401,
  body: { message: expect.stringContaining('took too long or was started somewhere else') },
};
const UNKNOWN = { status: 401, body: { message: expect.stringContaining('This passkey isn’t known here.') } };
const REFUSED = {
  status: 400,
  body: { code: 'invalid-request', message: 'This passkey couldn’t be added. Please try again.' },
};

/** Registers an account and adds a passkey to it. */
async function withPasskey() {
  const email = newAddress();
  const token = await server.signUp(email);
  const device = aDevice();
  expect(await people.add(token, device)).toMatchObject({ status: 200 });
  return { email, token, device, id: (await server.storage.users.findByEmail(email))!.id };
}
const passkeysOf = async (token: string) =>
  (await server.call('GET', '/api/account/passkeys', token)).body.passkeys as { id: string }[];

describe('passkeys', () => {
  it('a passkey signs in to the account that it was added to, and is listed with its last use', async () => {
    const { email, token, device } = await withPasskey();
    const { status, body } = await people.signIn(device);
    const { user, token: opened } = body as unknown as SignedInResponse;
    expect([status, user.email]).toEqual([200, email]);
    expect(await server.call('GET', '/api/auth/me', opened)).toMatchObject({ status: 200 });
    expect(await passkeysOf(token)).toEqual([
      { id: device.id, name: expect.any(String), createdAt: expect.any(String), lastUsedAt: expect.any(String) },
    ]);
  });

  it('the owner gets a mail about a new passkey', async () => {
    const { email } = await withPasskey();
    const { text } = await mailTo(server, email, 'A passkey was added to your Parley account');
    expect(text).toContain('If this wasn’t you, remove it in Settings and change your password.');
  });

  it('adding a passkey asks for the public URL’s host, a new key for each account, and the user’s PIN or fingerprint', async () => {
    const { token, device } = await withPasskey();
    const { options } = await people.startAdding(token, 'tangerine');
    expect(options).toMatchObject({
      rp: { id: 'parley.example.com', name: 'Parley' },
      excludeCredentials: [{ id: device.id }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect((await people.startSignIn()).options).toMatchObject({
      rpId: 'parley.example.com',
      userVerification: 'required',
    });
  });

  it('adding a passkey needs the password, so that a stolen session adds none', async () => {
    const token = await server.signUp(newAddress());
    for (const password of ['not it', undefined]) {
      expect(await people.startAdding(token, password)).toMatchObject({
        status: 403,
        body: { code: 'wrong-password' },
      });
    }
    // A challenge for a sign-in needs no password, so it adds nothing.
    const { state, options, cookie } = await people.startSignIn();
    const response = aDevice().register({ ...options, user: { id: 'x' } });
    expect(await people.post('/api/account/passkeys', { state, response }, { token, cookie })).toMatchObject(STALE);
    expect(await passkeysOf(token)).toEqual([]);
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['a user who was not verified', { isUnverified: true }],
  ])('a passkey is not added for %s', async (_name, changes) => {
    const token = await server.signUp(newAddress());
    expect(await people.add(token, aDevice(), changes)).toMatchObject(REFUSED);
    expect(await passkeysOf(token)).toEqual([]);
  });

  it.each(['android-key', 'packed', 'tpm', 'apple', 'fido-u2f', 'unknown'])(
    'what the maker of a device states as %s is never looked at: its certificates name addresses to ask',
    async (attestedAs) => {
      const token = await server.signUp(newAddress());
      expect(await people.add(token, aDevice(), { attestedAs })).toMatchObject({ status: 200 });
      expect(await passkeysOf(token)).toHaveLength(1);
    },
  );

  it('an attestation that cannot be decoded is refused', async () => {
    const token = await server.signUp(newAddress());
    const { state, options, cookie } = await people.startAdding(token, 'tangerine');
    const made = aDevice().register(options);
    for (const attestationObject of ['', 'AAAA', 'oA', `${made.response.attestationObject}AAAA`]) {
      const response = { ...made, response: { ...made.response, attestationObject } };
      const { status } = await people.post('/api/account/passkeys', { state, response }, { token, cookie });
      expect([400, 401]).toContain(status);
    }
    expect(await passkeysOf(token)).toEqual([]);
  });

  it('an account has at most 20 passkeys, however many were started before', async () => {
    const token = await server.signUp(newAddress());
    const started = [];
    for (let index = 0; index < 25; index++) started.push(await people.startAdding(token, 'tangerine'));
    const added = await Promise.all(
      started.map(({ state, options, cookie }) =>
        people.post('/api/account/passkeys', { state, response: aDevice().register(options) }, { token, cookie }),
      ),
    );
    const refused = added.filter(({ status }) => status === 409);
    expect(refused.length).toBeGreaterThanOrEqual(5);
    expect((await passkeysOf(token)).length).toBe(25 - refused.length);
    expect(await people.startAdding(token, 'tangerine')).toMatchObject({ status: refused.length === 5 ? 409 : 200 });
  });

  it('a passkey is not added twice, to the same account or another one', async () => {
    const { device } = await withPasskey();
    const other = await server.signUp(newAddress());
    expect(await people.add(other, device)).toMatchObject(REFUSED);
  });

  it('a passkey is not added for another user than the one who started', async () => {
    const [owner, thief] = [await server.signUp(newAddress()), await server.signUp(newAddress())];
    const { state, options, cookie } = await people.startAdding(owner, 'tangerine');
    const stolen = { state, response: aDevice().register(options) };
    expect(await people.post('/api/account/passkeys', stolen, { token: thief, cookie })).toMatchObject(STALE);
  });
});

describe('signing in', () => {
  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['a user who was not verified', { isUnverified: true }],
    ['a forged signature', { isForged: true }],
    ['another user’s handle', { userHandle: Buffer.from(randomUUID()).toString('base64url') }],
  ])('a sign-in with a passkey is refused for %s', async (_name, changes) => {
    const { device } = await withPasskey();
    expect(await people.signIn(device, changes)).toMatchObject(FAILED);
    expect(await people.signIn(device)).toMatchObject({ status: 200 });
  });

  it('a sign-in with a passkey is refused with a counter that did not grow, as a copied key has it', async () => {
    const { device } = await withPasskey();
    expect(await people.signIn(device, { counter: 7 })).toMatchObject({ status: 200 });
    for (const counter of [7, 6, 0]) expect(await people.signIn(device, { counter })).toMatchObject(FAILED);
    expect(await people.signIn(device, { counter: 8 })).toMatchObject({ status: 200 });
  });

  it('a sign-in with a passkey works with a device that does not count', async () => {
    const { device } = await withPasskey();
    for (let times = 0; times < 2; times++) {
      expect(await people.signIn(device, { counter: 0 })).toMatchObject({ status: 200 });
    }
  });

  it('a sign-in with a passkey takes each answer once, in the browser that started', async () => {
    const { device } = await withPasskey();
    const { state, options, cookie } = await people.startSignIn();
    const answer = { state, response: device.signIn(options) };
    expect(await people.post('/api/auth/passkey', answer, { cookie })).toMatchObject({ status: 200 });
    expect(await people.post('/api/auth/passkey', answer, { cookie })).toMatchObject(STALE);
    const again = await people.startSignIn();
    const elsewhere = { state: again.state, response: device.signIn(again.options) };
    expect(await people.post('/api/auth/passkey', elsewhere)).toMatchObject(STALE);
  });

  it('a sign-in with a passkey is refused for a removed passkey, also while the account is deleted', async () => {
    const { device, token } = await withPasskey();
    expect(await people.remove(token, device.id)).toMatchObject({ status: 200 });
    expect(await people.signIn(device)).toMatchObject(UNKNOWN);
    const gone = await withPasskey();
    await server.call('DELETE', '/api/account', gone.token, { password: 'tangerine' });
    expect(await people.signIn(gone.device)).toMatchObject(UNKNOWN);
    await expect.poll(() => server.storage.passkeys.list(gone.id)).toEqual([]);
  });

  it('a sign-in with a passkey is limited per address when it fails', async () => {
    const limited = await startTestServer({ rateLimits: { providerFailures: 2 } });
    const others = passkeyPeople(limited);
    for (let times = 0; times < 2; times++) expect(await others.signIn(aDevice())).toMatchObject(UNKNOWN);
    expect(await others.signIn(aDevice())).toMatchObject({ status: 429 });
    await limited.close();
  });
});

describe('removing', () => {
  it.each([
    ['an address', { email: newAddress() }, 'Set a password'],
    ['no address', { person: 'alan' }, 'Add an email and a password'],
  ])('the last way in to an account with %s can be a passkey, which then stays', async (_name, login, advice) => {
    const provider = oidcPeople(server);
    const { token } = (await provider.signIn(login)).body as unknown as SignedInResponse;
    const [first, second] = [aDevice(), aDevice()];
    for (const device of [first, second]) expect(await people.add(token, device)).toMatchObject({ status: 200 });
    expect(await provider.unlink(token)).toMatchObject({ status: 200 });
    expect(await people.remove(token, first.id)).toMatchObject({ status: 200 });
    expect(await people.remove(token, second.id)).toMatchObject({
      status: 409,
      body: { message: `This passkey is your only way to sign in. ${advice} first, or add another way.` },
    });
    expect(await people.signIn(second)).toMatchObject({ status: 200 });
  });

  it('the last way in is removed only after the password, or within five minutes of the sign-in', async () => {
    const clock = testClock();
    const later = await startTestServer({ now: clock.now });
    onTestFinished(() => later.close());
    const { add, remove } = passkeyPeople(later);
    const token = await later.signUp();
    const devices = [aDevice(), aDevice(), aDevice()] as const;
    for (const device of devices) expect(await add(token, device)).toMatchObject({ status: 200 });
    expect(await remove(token, devices[0].id, { password: 'not it' })).toMatchObject({ status: 403 });
    expect(await remove(token, devices[0].id, {})).toMatchObject({ status: 200 });
    clock.pass(5 * 60_000 + 1);
    const refused = { status: 403, body: { code: 'wrong-password' } };
    expect(await remove(token, devices[1].id, {})).toMatchObject(refused);
    expect(await remove(token, devices[1].id, { password: 'tangerine' })).toMatchObject({ status: 200 });
  });

  it('another user’s passkey is not a way in', async () => {
    const [owner, thief] = [await withPasskey(), await withPasskey()];
    expect(await people.remove(thief.token, owner.device.id)).toMatchObject({ status: 404 });
    expect(await passkeysOf(owner.token)).toHaveLength(1);
  });
});

it('a stranger’s passkey is removed when the owner of an unverified address claims the account', async () => {
  const { email, device } = await withPasskey();
  await server.call('POST', '/api/auth/forgot', undefined, { email });
  const link = /reset-password#([\w-]+)/;
  const mails = async () => (await mailsTo(server, email)).map(({ text }) => link.exec(text)?.[1]).filter(Boolean);
  await expect.poll(mails).toHaveLength(1);
  const [mailed] = await mails();
  const reset = await server.call('POST', '/api/auth/reset', undefined, { token: mailed, password: 'clementine blue' });
  expect(reset.status).toBe(200);
  expect(await people.signIn(device)).toMatchObject(UNKNOWN);
});

it('passkeys belong to the host of the public URL, and exist only where browsers allow them', async () => {
  expect(relyingPartyAt('https://chat.example.com:8443')).toEqual({
    id: 'chat.example.com',
    origin: 'https://chat.example.com:8443',
  });
  expect(relyingPartyAt('http://localhost:3000')).toEqual({ id: 'localhost', origin: 'http://localhost:3000' });
  for (const url of ['http://chat.example.com', 'http://127.0.0.1:3000', 'https://10.0.0.1', 'http://[::1]:3000']) {
    expect(relyingPartyAt(url), url).toBeNull();
  }
  const numbered = await startTestServer({ publicUrl: 'http://127.0.0.1:3000' });
  expect((await numbered.call('GET', '/api/settings')).body.settings).not.toHaveProperty('takesPasskeys');
  expect((await passkeyPeople(numbered).startSignIn()).status).toBe(404);
  await numbered.close();
});
