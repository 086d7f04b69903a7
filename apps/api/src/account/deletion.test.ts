import { expect, it, onTestFinished } from 'vitest';
import { standInSettings } from '../auth/apple/apple-settings.ts';
import { applePeople } from '../auth/apple/testing.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { mailTo } from '../testing/mailbox.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

async function startServer(options: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  const server = await startTestServer(options);
  onTestFinished(() => server.close());
  return server;
}

const remove = (server: TestServer, token: string, body: unknown = { password: 'tangerine' }) =>
  server.call('DELETE', '/api/account', token, body);

it('deleting an account ends its sessions and its running reply and frees its address at once', async () => {
  const server = await startServer({ delayMs: 5 });
  const email = 'leaving@example.com';
  const token = await server.signUp(email);
  const user = await server.storage.users.findByEmail(email);
  await server.storage.users.setVerified(user?.id ?? '', email);
  const { body } = await server.call('POST', '/api/auth/login', undefined, { email, password: 'tangerine' });
  const conversationId = crypto.randomUUID();
  const upload = await server.upload(token, 'a.txt', 'text/plain', 'kept');
  await (await server.send(token, { conversationId, text: 'hello' })).all();
  const running = await server.send(token, { text: '[[long 20000]]' });
  await running.until(({ event }) => event.type === 'content');

  expect(await remove(server, token, { password: 'wrong' })).toMatchObject({ body: { code: 'wrong-password' } });
  expect(await remove(server, token, {})).toMatchObject({ body: { code: 'wrong-password' } });
  expect(await remove(server, token)).toMatchObject({ status: 200, body: { success: true } });
  for (const session of [token, body.token as string]) {
    expect((await server.call('GET', '/api/auth/me', session)).status).toBe(401);
  }
  await running.all();
  const modelCall = () => server.sandbox.log().find(({ input }) => JSON.stringify(input).includes('[[long'));
  await expect.poll(modelCall).toMatchObject({ closed: true });
  await expect.poll(() => server.storage.deletions.listUnfinished()).toEqual([]);
  const { id } = upload.body.file as { id: string };
  expect(await server.storage.files.bytes(id)).toBeNull();
  expect(await server.storage.conversations.find(user?.id ?? '', conversationId)).toBeNull();
  await mailTo(server, email, 'was deleted');

  const login = await server.call('POST', '/api/auth/login', undefined, { email, password: 'tangerine' });
  expect(login.body.code).toBe('wrong-credentials');
  expect((await server.call('GET', '/api/chat/history', await server.signUp(email))).body.conversations).toEqual([]);
});

/** A storage whose process dies at the given step of a deletion: no later call reaches the store. */
function dyingAt(kept: Storage, step: number): { storage: Storage; steps: () => number } {
  let steps = 0;
  const alive = async (): Promise<void> => {
    if (steps >= step) throw new Error('the process is dead');
    steps++;
  };
  const dying = <T extends object>(store: T): T =>
    new Proxy(store, {
      get: (target, name) => {
        const method = target[name as keyof T];
        if (typeof method !== 'function' || !isOn) return method;
        return async (...given: unknown[]) => {
          await alive();
          return Reflect.apply(method, target, given) as unknown;
        };
      },
    });
  let isOn = false;
  const { deletions } = kept;
  const storage: Storage = {
    ...kept,
    replies: dying(kept.replies),
    identities: dying(kept.identities),
    deletions: {
      ...dying(deletions),
      async begin(userId, now) {
        await deletions.begin(userId, now);
        isOn = true;
      },
      removeContent: (userId) => alive().then(() => deletions.removeContent(userId)),
      finish: (userId, now) => alive().then(() => deletions.finish(userId, now)),
    },
    async close() {},
  };
  return { storage, steps: () => steps };
}

it('the next process finishes a deletion that died at any step', { timeout: 60_000 }, async () => {
  for (let step = 0; ; step++) {
    const kept = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
    onTestFinished(() => kept.close());
    const dying = dyingAt(kept, step);
    const first = await startTestServer({ storage: dying.storage });
    const email = 'halfway@example.com';
    const token = await first.signUp(email);
    const userId = (await kept.users.findByEmail(email))?.id ?? '';
    const upload = await first.upload(token, 'a.txt', 'text/plain', 'kept');
    const { id: fileId } = upload.body.file as { id: string };
    for (let count = 0; count < 8; count++) await (await first.send(token, { text: 'hello' })).all();
    expect((await remove(first, token)).status).toBe(200);
    const isWhole = async () => (await kept.deletions.listUnfinished()).length === 0;
    await expect.poll(async () => dying.steps() === step || (await isWhole())).toBe(true);
    // Meanwhile the account cannot be found, and its address is free.
    expect((await first.call('GET', '/api/auth/me', token)).status).toBe(401);
    expect(await kept.users.findByEmail(email)).toBeNull();
    await first.close();
    if (await isWhole()) {
      // Stopping replies, at least three batches of content, and finishing.
      expect(step).toBeGreaterThan(4);
      return;
    }
    await startServer({ storage: { ...kept, async close() {} } });
    await expect.poll(isWhole).toBe(true);
    expect((await kept.conversations.list(userId, { limit: 9 })).items).toEqual([]);
    expect(await kept.files.bytes(fileId)).toBeNull();
  }
});

it('a deletion that cannot reach Apple removes the account at once and is finished by the next process', async () => {
  const kept = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  onTestFinished(() => kept.close());
  const storage: Storage = { ...kept, async close() {} };
  const first = await startServer({ storage });
  const people = applePeople(first);
  const { body } = await people.signIn(await people.popup());
  const { _id: userId } = body.user as { _id: string };
  const away = await startServer({ storage, apple: { issuer: 'http://127.0.0.1:1' } });
  expect((await remove(away, body.token as string, {})).status).toBe(200);
  await expect.poll(() => kept.deletions.removeContent(userId)).toBe(true);
  expect(await kept.deletions.listUnfinished()).toEqual([userId]);
  expect((await first.call('GET', '/api/auth/me', body.token as string)).status).toBe(401);
  await startServer({ storage, apple: standInSettings(first.sandbox) });
  await expect.poll(() => kept.deletions.listUnfinished()).toEqual([]);
  expect(await kept.identities.listOfUser(userId)).toEqual([]);
});
