import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished, vi } from 'vitest';
import { AppError } from '@parley/core';
import { openStorage } from '../../../storage/open-storage.ts';
import type { Storage } from '../../../storage/storage.ts';
import { startTestServer } from '../../../testing/test-server.ts';

/** A server with an SQLite file, whose calls to `accept` and to look-ups by client message id go through `change`. */
async function serverWith(change: (replies: Storage['replies']) => Partial<Storage['replies']>) {
  const folder = await mkdtemp(join(tmpdir(), 'parley-accept-'));
  const files = { filesDir: join(folder, 'files'), onFault() {} };
  const storage = await openStorage(`sqlite:${join(folder, 'parley.db')}`, files);
  const server = await startTestServer({
    storage: { ...storage, replies: { ...storage.replies, ...change(storage.replies) } },
  });
  onTestFinished(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });
  return { server, storage, token: await server.signUp() };
}

/** Ends the thread that writes to the database. */
async function crashWriter(storage: Storage): Promise<void> {
  const post = vi.spyOn(Worker.prototype, 'postMessage');
  const call = storage.users.findById('nobody').catch(() => null);
  const [writer] = post.mock.contexts as Worker[];
  post.mockRestore();
  await writer?.terminate();
  await call;
}

const aSend = () => ({ conversationId: randomUUID(), clientMessageId: randomUUID(), text: 'Hello' });

it('a message whose storing is not confirmed because the writer crashed gets its reply, and its title', async () => {
  let crashes = 1;
  const { server, storage, token } = await serverWith((replies) => ({
    async accept(request) {
      const result = await replies.accept(request);
      if (crashes-- <= 0) return result;
      await crashWriter(storage);
      throw new AppError('unavailable');
    },
  }));
  const send = aSend();
  const events = await (await server.send(token, send)).all();
  expect(events.at(-1)?.event.type).toBe('done');
  expect(events.filter(({ event }) => event.type === 'title').length).toBeGreaterThan(0);
  const again = await (await server.send(token, send)).all();
  expect(again.at(-1)?.event).toEqual(events.at(-1)?.event);
  expect(await server.messages(token, send.conversationId)).toHaveLength(2);
  expect(await server.messagesUsed(token)).toBe(1);
  crashes = 1;
  const next = await (await server.send(token, { ...aSend(), conversationId: send.conversationId })).all();
  expect(next.at(-1)?.event.type).toBe('done');
  expect(next.filter(({ event }) => event.type === 'title')).toEqual([]);
});

it('a send has one definite outcome whenever the writer crashes', { timeout: 60_000 }, async () => {
  let crashAfterMs = -1;
  const { server, storage, token } = await serverWith((replies) => ({
    async accept(request) {
      const accepted = replies.accept(request);
      if (crashAfterMs >= 0) {
        const wait = crashAfterMs;
        crashAfterMs = -1;
        await new Promise((resolve) => setTimeout(resolve, wait));
        await crashWriter(storage);
      }
      return accepted;
    },
  }));
  let sent = 0;
  for (let round = 0; round < 16; round++) {
    const send = aSend();
    crashAfterMs = round / 4;
    const first = await server.send(token, send);
    if (first.status === 200) await first.all();
    else expect(first.error?.code).toBe('unavailable');
    await expect.poll(async () => (await server.send(token, send)).status).toBe(200);
    const events = await (await server.send(token, send)).all();
    expect(events.at(-1)?.event).toMatchObject({ type: 'done', message: { status: 'complete' } });
    expect(await server.messages(token, send.conversationId)).toHaveLength(2);
    expect(await server.messagesUsed(token)).toBe(++sent);
  }
});

it('a refused message that was stored is interrupted and refunded once the store answers', async () => {
  let isDown = false;
  const { server, token } = await serverWith((replies) => ({
    async accept(request) {
      const result = await replies.accept(request);
      if (result.outcome !== 'accepted' || request.text !== 'Hello') return result;
      isDown = true;
      throw new AppError('unavailable');
    },
    async findByClientMessageId(...given) {
      if (isDown) throw new AppError('unavailable');
      return replies.findByClientMessageId(...given);
    },
  }));
  const send = aSend();
  const refused = await server.send(token, send);
  expect([refused.status, refused.error?.code]).toEqual([503, 'unavailable']);
  isDown = false;
  await expect.poll(async () => (await server.messages(token, send.conversationId)).at(-1)?.status).toBe('interrupted');
  expect(await server.messagesUsed(token)).toBe(0);
  const again = await server.send(token, send);
  expect((await again.all()).at(-1)?.event).toMatchObject({ type: 'error', code: 'interrupted' });
  const next = await server.send(token, { conversationId: send.conversationId, text: 'Goodbye' });
  expect((await next.all()).at(-1)?.event.type).toBe('done');
});
