import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startSandbox, type Sandbox } from '@parley/sandbox';
import { aUser, NOW } from '../storage/contract/samples.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { startProgram } from '../testing/processes/command-process.ts';
import { removeSecondFactor } from './remove-second-factor.ts';

vi.setConfig({ testTimeout: 60_000 });
const ROOT = join(import.meta.dirname, '../../../..');
const EMAIL = 'mira@example.com';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ publicUrl: 'http://localhost:3000' });
});
afterAll(() => sandbox.close());

let data: string;
let userId: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'parley-second-factor-'));
  userId = await stored(signUp);
});
afterEach(() => rm(data, { recursive: true }));

async function stored<T>(work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openStorage(`sqlite:${data}/parley.db`, { filesDir: join(data, 'files') });
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

/** Stores a person with an app, a remembered device and a session. */
async function signUp({ users, secondFactors, rememberedDevices, sessions }: Storage): Promise<string> {
  const user = aUser({ email: EMAIL });
  const [id, later] = [user.id, Date.now() + 1e9];
  await users.create(user);
  await secondFactors.create({ userId: id, secret: 'sealed', lastStep: 1, recoveryHashes: ['a'], createdAt: NOW });
  const device = { id: randomUUID(), userId: id, hash: 'hash', name: 'Firefox', lastUsedAt: null };
  await rememberedDevices.add({ ...device, createdAt: NOW, expiresAt: later }, NOW);
  const session = { id: randomUUID(), userId: id, device: 'Firefox', createdAt: NOW, lastSeenAt: NOW };
  await sessions.create({ ...session, expiresAt: later });
  return id;
}

/** How much of each the person has: apps, remembered devices, sessions. */
const left = () =>
  stored(async ({ secondFactors, rememberedDevices, sessions }) => [
    (await secondFactors.find(userId)) === null ? 0 : 1,
    (await rememberedDevices.list(userId, Date.now())).length,
    (await sessions.list(userId, Date.now())).length,
  ]);

const run = (args: string[], settings: Record<string, string> = {}) =>
  startProgram('commands/parley.ts', ['remove-second-factor', ...args], { DATA_DIR: data, ...settings }).ended;

test('removes the app and devices, ends the sessions, logs it, and mails the person', async () => {
  const mail = { SMTP_URL: sandbox.urls.smtp, MAIL_FROM: 'parley@example.com', PRODUCT_NAME: 'Tea' };
  const { code, output } = await run([' MIRA@example.com', '--yes'], mail);
  expect([code, output]).toEqual([0, expect.stringContaining(`Sent a mail to ${EMAIL}.`)]);
  expect(output).toContain(`"userId":"${userId}","msg":"an operator removed a second factor"`);
  expect(await left()).toEqual([0, 0, 0]);
  const inbox = await (await fetch(`${sandbox.urls.mail}/messages?to=${encodeURIComponent(EMAIL)}`)).text();
  expect(inbox).toContain('Two-step sign-in is off for your Tea account');
});

test('finds an account by its ID, and says when no mail can be sent', async () => {
  expect(await run([userId, '--yes'])).toEqual({ code: 0, output: expect.stringContaining('SMTP_URL is not set') });
  expect(await left()).toEqual([0, 0, 0]);
  const unreachable = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'parley@example.com' };
  await stored(({ secondFactors }) =>
    secondFactors.create({ userId, secret: 'sealed', lastStep: 1, recoveryHashes: [], createdAt: NOW }),
  );
  const { code, output } = await run([userId, '--yes'], unreachable);
  expect([code, output]).toEqual([0, expect.stringContaining('could not be sent')]);
});

test.each([
  [['nobody@example.com', '--yes'], 1, 'No account has the email address or ID nobody@example.com.'],
  [[EMAIL], 1, 'There is no terminal to confirm at. Add --yes if you are sure.'],
  [[], 2, 'parley remove-second-factor <email or ID> [--yes]'],
])('changes nothing for %j', async (args, code, sentence) => {
  expect(await run(args)).toEqual({ code, output: expect.stringContaining(sentence) });
  expect(await left()).toEqual([1, 1, 1]);
});

test('names the database in which no account was found, because the server may have another', async () => {
  const { output } = await run(['nobody@example.com', '--yes']);
  expect(output).toContain(`nobody@example.com. The database is ${join(data, 'parley.db')}.`);
});

test('creates no database in a folder without one, which is not the server’s', async () => {
  const elsewhere = join(data, 'elsewhere');
  const { code, output } = await run([EMAIL, '--yes'], { DATA_DIR: elsewhere });
  expect([code, output.trim()]).toEqual([
    1,
    `There is no database at ${join(elsewhere, 'parley.db')}: set DATA_DIR to the folder that it is in.`,
  ]);
  expect(existsSync(elsewhere)).toBe(false);
});

test('asks for the address again, and changes nothing for another one', async () => {
  const settings = { DATABASE_URL: `sqlite:${data}/parley.db`, DATA_DIR: data, LOG_LEVEL: 'silent', SANDBOX: '1' };
  const said: string[] = [];
  const answer = (typed: string) => ({ say: (text: string) => void said.push(text), ask: async () => typed });
  const remove = (typed: string) => removeSecondFactor({ who: EMAIL, isSure: false }, ROOT, answer(typed), settings);
  await expect(remove('mira@example.org')).rejects.toThrow('That is something else, so nothing was changed.');
  expect(await left()).toEqual([1, 1, 1]);
  await remove(EMAIL);
  expect(said[0]).toContain('the password alone signs in');
  expect(await left()).toEqual([0, 0, 0]);
  await expect(remove(EMAIL)).rejects.toThrow('has no authenticator app');
});

test('says that the server must be stopped while it uses the embedded database', async () => {
  await stored(async () => {
    const { code, output } = await run([EMAIL, '--yes']);
    expect([code, output]).toEqual([1, expect.stringMatching(/in use by process \d+\. Stop that process first/)]);
  });
});
