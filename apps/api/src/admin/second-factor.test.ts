import { expect, it, onTestFinished } from 'vitest';
import { aDevice, passkeyPeople } from '../auth/passkeys/testing.ts';
import { appPeople, testClock } from '../auth/second-factor/testing.ts';
import { NEW_USER, type PasskeyRecord } from '../storage/storage.ts';
import { startTestServer } from '../testing/test-server.ts';

const ADMIN = 'boss@example.com';

async function start(adminsNeedSecondFactor: boolean) {
  const clock = testClock();
  const options = { adminEmails: [ADMIN], emailsVerifiedAtOnce: true, adminsNeedSecondFactor };
  const server = await startTestServer({ ...options, now: clock.now });
  onTestFinished(() => server.close());
  const figures = async (token: string) => server.call('GET', '/api/admin/figures', token);
  return { server, figures, people: appPeople(server, clock) };
}

it('admins need two-step sign-in where the operator says so, and keep it to stay admins', async () => {
  const { server, figures, people } = await start(true);
  const { token, nextCode } = await people.signUp(ADMIN);
  expect((await figures(token)).status).toBe(200);
  const off = await server.call('DELETE', people.own, token, { password: 'tangerine', code: nextCode() });
  expect(off.status).toBe(200);
  expect(await figures(token)).toMatchObject({
    status: 403,
    body: { code: 'forbidden', message: expect.stringContaining('two-step sign-in') },
  });
  expect((await figures(await server.signUp())).body.message).toBe('You don’t have permission.');
});

it('an admin whose only ways to sign in are passkeys needs no app', async () => {
  const { server, figures } = await start(true);
  const boss = { ...NEW_USER, id: 'boss', email: ADMIN, emailVerified: true, createdAt: 0 };
  await server.storage.users.create(boss);
  const [passkeys, device] = [passkeyPeople(server), aDevice()];
  expect((await passkeys.add(await server.signUp(), device)).status).toBe(200);
  const passkey = await server.storage.passkeys.find(device.id);
  await server.storage.passkeys.remove(passkey?.userId ?? '', device.id);
  await server.storage.passkeys.add({ ...(passkey as PasskeyRecord), userId: boss.id });
  const userHandle = Buffer.from(boss.id).toString('base64url');
  const { body } = await passkeys.signIn(device, { userHandle });
  expect((await figures(String(body.token))).status).toBe(200);
});

it('admins need only their password otherwise', async () => {
  const { server, figures } = await start(false);
  expect((await figures(await server.signUp(ADMIN))).status).toBe(200);
});
