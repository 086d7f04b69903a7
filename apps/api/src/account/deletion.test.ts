import { expect, it, onTestFinished } from 'vitest';
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

it('ends everything at once: every session, the running reply, the address', async () => {
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
  await mailTo(server, email, 'is deleted');

  const login = await server.call('POST', '/api/auth/login', undefined, { email, password: 'tangerine' });
  expect(login.body.code).toBe('wrong-credentials');
  expect((await server.call('GET', '/api/chat/history', await server.signUp(email))).body.conversations).toEqual([]);
});

it('that a crash interrupted is finished by the next process', async () => {
  const kept = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  onTestFinished(() => kept.close());
  let pieces = 0;
  const crashing: Storage = {
    ...kept,
    deletions: {
      ...kept.deletions,
      async removeContent(userId) {
        if (++pieces > 1) throw new Error('the process dies here');
        return kept.deletions.removeContent(userId);
      },
    },
    async close() {},
  };
  const first = await startServer({ storage: crashing });
  const token = await first.signUp('halfway@example.com');
  const userId = (await kept.users.findByEmail('halfway@example.com'))?.id ?? '';
  for (let count = 0; count < 8; count++) await (await first.send(token, { text: 'hello' })).all();
  expect((await remove(first, token)).status).toBe(200);
  await expect.poll(() => pieces).toBe(2);
  expect(await kept.deletions.listUnfinished()).toEqual([userId]);

  await startServer({ storage: { ...kept, async close() {} } });
  await expect.poll(() => kept.deletions.listUnfinished()).toEqual([]);
  expect((await kept.conversations.list(userId, { limit: 9 })).items).toEqual([]);
});
