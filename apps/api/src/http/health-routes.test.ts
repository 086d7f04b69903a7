import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { openStorage } from '../storage/open-storage.ts';
import { startTestServer } from '../testing/test-server.ts';

async function start(options: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(options);
  onTestFinished(() => server.close());
  const probe = async (path: '/healthz' | '/readyz') => (await server.call('GET', path)).status;
  return { server, probe };
}

it('a server that has announced its end is not ready, but still takes messages', async () => {
  const { server, probe } = await start();
  const token = await server.signUp();
  expect(await probe('/readyz')).toBe(200);
  server.replies.announceShutdown();
  expect([await probe('/readyz'), await probe('/healthz')]).toEqual([503, 200]);
  const sent = await server.send(token, { conversationId: randomUUID(), text: 'Hello' });
  expect(sent.status).toBe(200);
  await sent.all();
});

it('a server whose store does not answer is alive, but not ready', async () => {
  const storage = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  const ping = () => Promise.reject(new Error('the disk is gone'));
  const { probe } = await start({ storage: { ...storage, ping } });
  expect(await probe('/readyz')).toBeGreaterThanOrEqual(500);
  expect(await probe('/healthz')).toBe(200);
});
