import { afterAll, beforeAll, expect, it } from 'vitest';
import { WORK_LIMITS } from '../../limits/work-limits.ts';
import { openStorage } from '../../storage/open-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import { METRICS_TOKEN, startTestServer, type TestServer } from '../../testing/test-server.ts';

/** Store calls that the test delays, as a remote store might, with the number of calls. */
const held = { session: Promise.resolve(), accept: Promise.resolve() };
const asked = { session: 0, accept: 0 };
async function inTime<T>(what: keyof typeof held, work: () => Promise<T>): Promise<T> {
  asked[what]++;
  await held[what];
  return work();
}

let server: TestServer;
beforeAll(async () => {
  const kept = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  const storage: Storage = {
    ...kept,
    sessions: { ...kept.sessions, find: (id, now) => inTime('session', () => kept.sessions.find(id, now)) },
    replies: { ...kept.replies, accept: (request) => inTime('accept', () => kept.replies.accept(request)) },
  };
  server = await startTestServer({ storage, delayMs: 5 });
});
afterAll(() => server.close());

/** Number of requests that ended without a response. */
async function unanswered(): Promise<number> {
  const response = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
  const lines = (await response.text()).matchAll(/^parley_http_requests_total\{.*status="none".*\} (\d+)$/gm);
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Sends so many requests at once and disconnects before the store answers. */
async function disconnectEarly(what: keyof typeof held, times: number, path: string, init: RequestInit): Promise<void> {
  const [before, asBefore] = [await unanswered(), asked[what]];
  const release = Promise.withResolvers<void>();
  held[what] = release.promise;
  const leaving = new AbortController();
  const asking = Array.from({ length: times }, () =>
    fetch(server.url + path, { ...init, signal: leaving.signal }).catch(() => {}),
  );
  await expect.poll(() => asked[what]).toBe(asBefore + times);
  leaving.abort();
  await Promise.all(asking);
  await expect.poll(unanswered).toBe(before + times);
  held[what] = Promise.resolve();
  release.resolve();
}

it('uploads abandoned before authentication hold no places', async () => {
  const token = await server.signUp();
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'text/plain' };
  await disconnectEarly('session', 3, '/api/files', { method: 'POST', headers, body: 'words' });
  await expect.poll(async () => (await server.upload(token, 'a.txt', 'text/plain', 'words')).status).toBe(200);
});

it('abandoned event streams free their places', async () => {
  const token = await server.signUp();
  const headers = { Authorization: `Bearer ${token}` };
  // As many as a user may have open, a few at a time.
  const { perUser: atOnce } = WORK_LIMITS.turns;
  for (let left = 0; left < WORK_LIMITS.events.perUser; left += atOnce) {
    await disconnectEarly('session', atOnce, '/api/events', { headers });
  }
  const leaving = new AbortController();
  const listen = () => fetch(`${server.url}/api/events`, { headers, signal: leaving.signal });
  expect((await listen()).status).toBe(200);
  leaving.abort();
});

it('a reply that its client cannot resume is stopped, even if the client left before it started', async () => {
  const token = await server.signUp();
  const conversationId = crypto.randomUUID();
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ conversationId, text: '[[long 100000]]' });
  await disconnectEarly('accept', 1, '/api/chat/stream', { method: 'POST', headers, body });
  const status = async () => (await server.messages(token, conversationId)).at(-1)?.status;
  await expect.poll(status).toBe('stopped');
});
