import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Attachment } from '@parley/core';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { startPurge } from './purge.ts';

const DAY_MS = 24 * 3_600_000;
const EMAIL = 'mira@example.com';

let server: TestServer;
let token: string;
let time = Date.now();
beforeEach(async () => {
  server = await startTestServer({ now: () => time });
  token = await server.signUp(EMAIL);
});
afterEach(() => server.close());

const logger = pino({ level: 'silent' });

async function deletedConversation(): Promise<string> {
  const conversationId = randomUUID();
  await (await server.send(token, { conversationId, text: '[[echo]] a' })).all();
  await server.call('DELETE', `/api/chat/${conversationId}`, token);
  return conversationId;
}

/** Signs in again, because sessions expire before the 30 days are over. */
async function signInAgain(): Promise<string> {
  const { body } = await server.call('POST', '/api/auth/login', undefined, { email: EMAIL, password: 'tangerine' });
  return String(body.token);
}

/** Runs one purge to its end. */
async function purge(): Promise<void> {
  const { storage } = server;
  const isOver = Promise.withResolvers<void>();
  const purgeLast: typeof storage.conversations.purge = async (before, limit) => {
    const count = await storage.conversations.purge(before, limit);
    if (count < limit) isOver.resolve();
    return count;
  };
  const conversations = { ...storage.conversations, purge: purgeLast };
  const purging = startPurge({ storage: { ...storage, conversations }, logger, now: () => time });
  await isOver.promise;
  await purging.stop();
}

it('purges only conversations deleted 30 days ago and uploads unsent for a day, however many', async () => {
  for (let count = 0; count < 12; count++) await deletedConversation();
  const unsent = (await server.upload(token, 'a.txt', 'text/plain', 'words')).body.file as Attachment;
  const sent = (await server.upload(token, 'b.txt', 'text/plain', 'words')).body.file as Attachment;
  await (await server.send(token, { text: 'a', attachmentIds: [sent.id] })).all();

  time += DAY_MS - 1000;
  const late = await deletedConversation();
  await purge();
  expect(await server.storage.files.find(unsent.id)).not.toBeNull();

  time += 29 * DAY_MS + 2000;
  await purge();
  expect(await server.storage.files.find(unsent.id)).toBeNull();
  expect(await server.storage.files.find(sent.id)).not.toBeNull();
  expect(await server.storage.conversations.purge(time - 30 * DAY_MS, 100)).toBe(0);
  expect((await server.call('POST', `/api/chat/${late}/restore`, await signInAgain())).status).toBe(200);
});

it('deletes the expired session of someone who never returns', async () => {
  const userId = (await server.storage.users.findByEmail(EMAIL))?.id ?? '';
  const begun = time;
  expect(await server.storage.sessions.list(userId, begun)).toHaveLength(1);
  time += 29 * DAY_MS;
  await purge();
  expect(await server.storage.sessions.list(userId, begun)).toHaveLength(1);
  time += 2 * DAY_MS;
  await purge();
  expect(await server.storage.sessions.list(userId, begun)).toEqual([]);
});

it('purges a project 30 days after its deletion', async () => {
  const { projects, users } = server.storage;
  const userId = (await users.findByEmail(EMAIL))?.id ?? '';
  const made = { createdAt: time, updatedAt: time, deletedAt: null };
  const project = { id: randomUUID(), userId, name: 'Tides', color: 'blue', instructions: '', ...made } as const;
  await projects.create(project, 10);
  await projects.delete(userId, project.id, 'keep', time);
  time += 30 * DAY_MS - 1000;
  await purge();
  expect(await projects.listDeleted(userId, 0)).toHaveLength(1);
  time += 2000;
  await purge();
  expect(await projects.listDeleted(userId, 0)).toEqual([]);
});

it('ends no reply that may still be running', async () => {
  const endOrphaned = vi.spyOn(server.storage.replies, 'endOrphaned');
  await purge();
  const longestReply = 10 * 60_000;
  expect(time - Number(endOrphaned.mock.calls[0]?.[0])).toBeGreaterThan(longestReply);
});

it('logs a failed purge, and can be stopped in the middle', async () => {
  const warn = vi.spyOn(logger, 'warn');
  const { storage } = server;
  const failing = { ...storage.conversations, purge: () => Promise.reject(new Error('The disk is full.')) };
  const purging = startPurge({ storage: { ...storage, conversations: failing }, logger, now: () => time });
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  await purging.stop();

  let calls = 0;
  const endless = { ...storage.conversations, purge: async (_before: number, limit: number) => (calls++, limit) };
  const running = startPurge({ storage: { ...storage, conversations: endless }, logger, now: () => time });
  await vi.waitFor(() => expect(calls).toBeGreaterThan(2));
  await running.stop();
});
