import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WORK_LIMITS } from '../../limits/work-limits.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

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
  await (await server.send(calm, { text: 'hello' })).all();
  expect((await server.call('GET', '/api/auth/me', calm)).status).toBe(200);
  // The flood still runs and waits.
  expect([running, statuses.length]).toEqual([perUser, 20]);
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

describe('a token whose session has ended', () => {
  /** An owner, and the token of a session that they have ended. */
  async function robbed(server: TestServer) {
    const email = `${randomUUID()}@example.com`;
    const stolen = await server.signUp(email);
    const { body } = await server.call('POST', '/api/auth/login', undefined, { email, password: 'tangerine' });
    const own = String(body.token);
    expect((await server.call('DELETE', '/api/account/sessions', own)).status).toBe(200);
    return { stolen, own };
  }

  it('a token whose session has ended uses up none of its user’s requests a minute', async () => {
    const server = await startTestServer({ rateLimits: { reads: 20, changes: 20 } });
    onTestFinished(() => server.close());
    const { stolen, own } = await robbed(server);
    const statuses = { GET: new Set<number>(), PUT: new Set<number>() };
    for (let times = 0; times < 40; times++) {
      statuses.GET.add((await server.call('GET', '/api/auth/me', stolen)).status);
      statuses.PUT.add((await server.call('PUT', '/api/account/preferences', stolen, {})).status);
    }
    expect(statuses).toEqual({ GET: new Set([401]), PUT: new Set([401]) });
    expect((await server.call('GET', '/api/auth/me', own)).status).toBe(200);
    expect((await server.call('PUT', '/api/account/preferences', own, { language: 'en' })).status).toBe(200);
  });

  it('a token whose session has ended holds none of its user’s turns, however slowly its requests are sent', async () => {
    // A slow request holds what it has for longer than another one waits for a turn.
    const server = await startTestServer({ deadlines: { stalledBody: 60_000, contestedBody: 60_000 } });
    onTestFinished(() => server.close());
    const { stolen, own } = await robbed(server);
    const head = `POST /api/auth/login HTTP/1.1\r\nHost: parley\r\nAuthorization: Bearer ${stolen}\r\n`;
    const sockets = Array.from({ length: WORK_LIMITS.turns.perUser }, () => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {});
      socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`);
      return socket;
    });
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    await expect
      .poll(() => sockets.every(({ bytesWritten, connecting }) => !connecting && bytesWritten > 0))
      .toBe(true);
    // The server answers requests in the order in which they came.
    expect((await server.call('GET', '/api/auth/me', stolen)).status).toBe(401);
    expect((await server.call('GET', '/api/auth/me', own)).status).toBe(200);
  });
});
