import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_PROJECT_INSTRUCTIONS, MAX_PROJECTS } from '@parley/core';
import { completed, send, upload } from '../../storage/contract/samples.ts';
import { stalledReader } from '../../testing/stalled-reader.ts';
import { METRICS_TOKEN, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { timeStretch } from '../../testing/time-stretch.ts';

const MB = 1024 * 1024;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ deadlines: { unreadAnswer: 2_000, contestedAnswer: 400 } });
});
afterAll(() => server.close());

async function signUpWithId(): Promise<{ token: string; id: string }> {
  const email = `${crypto.randomUUID()}@example.com`;
  const token = await server.signUp(email);
  return { token, id: (await server.storage.users.findByEmail(email))?.id ?? '' };
}

/** Stores a conversation of about 2 MB. */
async function storeConversation(userId: string): Promise<void> {
  const seed = Array.from({ length: 10 }, (_, index) => ({
    isUser: index % 2 === 0,
    text: `${index}`.repeat(200_000),
    id: crypto.randomUUID(),
  }));
  const reply = await send(server.storage, userId, { seed, now: Date.now() });
  const message = completed(reply, 'answer');
  await server.storage.replies.end({ generationId: reply.generationId, message, usage: 'consume', now: Date.now() });
}

async function timed(path: string, token: string): Promise<{ ms: number; status: number }> {
  const begun = performance.now();
  const answer = await fetch(server.url + path, { headers: { Authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  return { ms: performance.now() - begun, status: answer.status };
}

/** Whether a response is being sent or queued. */
async function isBusy(): Promise<boolean> {
  const metrics = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
  return /^parley_work_(running|waiting)\{kind="answers"\} [1-9]/m.test(await metrics.text());
}

/** Runs `attack` while another user sends requests; returns the peak growth of memory. */
async function growthDuring(attack: () => (() => void)[], victim: { token: string }): Promise<number> {
  const before = process.memoryUsage.rss();
  const readers = attack();
  let most = 0;
  const times: number[] = [];
  do {
    for (const path of ['/api/chat/history', '/api/chat/search?q=hello', '/api/auth/me']) {
      const { ms, status } = await timed(path, victim.token);
      expect(status, path).toBe(200);
      times.push(ms);
    }
    most = Math.max(most, process.memoryUsage.rss() - before);
  } while (await isBusy());
  for (const leave of readers) leave();
  const stretch = Math.max(1, await timeStretch());
  expect(Math.max(...times) / stretch).toBeLessThan(3_000);
  return most / MB;
}

it(
  'unread histories, exports and files use little memory, delay no other user and lose their connection',
  { timeout: 180_000 },
  async () => {
    const attackers = await Promise.all(Array.from({ length: 2 }, signUpWithId));
    const victim = await signUpWithId();
    await (await server.send(victim.token, { text: 'hello' })).all();
    const files: { token: string; id: string }[] = [];
    for (const { token, id } of attackers) {
      for (let index = 0; index < 15; index++) await storeConversation(id);
      const bytes = new Uint8Array(randomBytes(8 * MB));
      files.push({ token, id: (await upload(server.storage, id, { bytes })).id });
    }
    const growth = await growthDuring(
      () => [
        ...attackers.flatMap(({ token }) =>
          Array.from({ length: 20 }, () => stalledReader(server.url, '/api/chat/history', token)),
        ),
        ...attackers.map(({ token }) => stalledReader(server.url, '/api/account/export', token)),
        ...files.flatMap(({ token, id }) =>
          Array.from({ length: 8 }, () => stalledReader(server.url, `/api/files/${id}`, token)),
        ),
      ],
      victim,
    );
    // With garbage. The 40 histories alone have 1,200 MB.
    expect(growth).toBeLessThan(400);
  },
);

it('a client that does not read a list of long projects loses its connection', { timeout: 60_000 }, async () => {
  const { token } = await signUpWithId();
  const instructions = 'ก'.repeat(MAX_PROJECT_INSTRUCTIONS);
  for (let index = 0; index < MAX_PROJECTS; index++) {
    const { status } = await server.call('POST', '/api/projects', token, {
      id: crypto.randomUUID(),
      name: 'ทะเล',
      instructions,
    });
    expect(status).toBe(200);
  }
  const readers = Array.from({ length: 6 }, () => stalledReader(server.url, '/api/projects', token));
  await expect.poll(isBusy).toBe(true);
  await expect.poll(isBusy, { timeout: 30_000 }).toBe(false);
  for (const leave of readers) leave();
});
