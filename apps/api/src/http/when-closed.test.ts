import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { METRICS_TOKEN, startTestServer, type TestServer } from '../testing/test-server.ts';

/** What the store takes its time for, as one over a network may, and how often it was asked. */
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

/** How many requests are over that were never answered. */
async function unanswered(): Promise<number> {
  const response = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
  const lines = (await response.text()).matchAll(/^parley_http_requests_total\{.*status="none".*\} (\d+)$/gm);
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Asks so many times at once, and is gone before the store answers. */
async function leaveEarly(what: keyof typeof held, times: number, path: string, init: RequestInit): Promise<void> {
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

it('uploads that were left before anything was known of them take no place of others', async () => {
  const token = await server.signUp();
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'text/plain' };
  await leaveEarly('session', 3, '/api/files', { method: 'POST', headers, body: 'words' });
  await expect.poll(async () => (await server.upload(token, 'a.txt', 'text/plain', 'words')).status).toBe(200);
});

it('nobody listens for whoever has gone', async () => {
  const token = await server.signUp();
  const headers = { Authorization: `Bearer ${token}` };
  await leaveEarly('session', 30, '/api/events', { headers });
  const leaving = new AbortController();
  const listen = () => fetch(`${server.url}/api/events`, { headers, signal: leaving.signal });
  expect((await listen()).status).toBe(200);
  leaving.abort();
});

it('a reply that nobody can come back to is stopped, also where its asker left before it began', async () => {
  const token = await server.signUp();
  const conversationId = crypto.randomUUID();
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ conversationId, text: '[[long 100000]]' });
  await leaveEarly('accept', 1, '/api/chat/stream', { method: 'POST', headers, body });
  const status = async () => (await server.messages(token, conversationId)).at(-1)?.status;
  await expect.poll(status, { timeout: 5_000 }).toBe('stopped');
});
