import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { WORK_LIMITS } from '../../limits/work-limits.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { startTestServer } from '../../testing/test-server.ts';

it('requests of one user that flood the store run a few at a time, and another user’s pass them', async () => {
  const storage = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  const open = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const update: typeof storage.projects.update = async (...args) => {
    most = Math.max(most, ++running);
    await open.promise;
    running--;
    return storage.projects.update(...args);
  };
  const server = await startTestServer({ storage: { ...storage, projects: { ...storage.projects, update } } });
  onTestFinished(() => server.close());
  const [flooding, calm] = [await server.signUp(), await server.signUp()];
  const id = randomUUID();
  await server.call('POST', '/api/projects', flooding, { id, name: 'Tides' });

  const { perUser, waitingPerUser } = WORK_LIMITS.turns;
  const statuses: number[] = [];
  const change = async () => {
    statuses.push((await server.call('PATCH', `/api/projects/${id}`, flooding, { name: 'ทะเล' })).status);
  };
  const flood = Array.from({ length: perUser + waitingPerUser + 20 }, change);
  await expect.poll(() => statuses).toEqual(Array(20).fill(429));
  expect(running).toBe(perUser);
  const begun = performance.now();
  await (await server.send(calm, { text: 'hello' })).all();
  expect((await server.call('GET', '/api/auth/me', calm)).status).toBe(200);
  expect(performance.now() - begun).toBeLessThan(3_000);
  open.resolve();
  await Promise.all(flood);
  expect(statuses.slice(20)).toEqual(Array(perUser + waitingPerUser).fill(200));
  expect(most).toBe(perUser);
});

it('a stream, an upload and a search end the turn of their request', async () => {
  const server = await startTestServer({});
  onTestFinished(() => server.close());
  const token = await server.signUp();
  const streams = await Promise.all(
    Array.from({ length: WORK_LIMITS.turns.perUser + 2 }, () => server.send(token, { text: '[[stall]]' })),
  );
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  expect((await server.call('GET', '/api/chat/usage', token)).status).toBe(200);
  expect((await server.call('GET', '/api/chat/search?q=tide', token)).status).toBe(200);
  expect((await server.upload(token, 'a.txt', 'text/plain', 'words')).status).toBe(200);
});
