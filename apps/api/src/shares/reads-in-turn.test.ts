import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Share } from '@parley/core';
import { expect, it, onTestFinished } from 'vitest';
import { openStorage } from '../storage/open-storage.ts';
import { startTestServer } from '../testing/test-server.ts';

/** A server whose reads of whole conversations take a moment, and how many of them ran at once. */
async function startWithSlowReads() {
  const { conversations, ...storage } = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  const reads = { running: 0, most: 0, count: 0 };
  async function slowly<T>(read: () => Promise<T>): Promise<T> {
    reads.count++;
    reads.most = Math.max(reads.most, ++reads.running);
    await delay(20);
    return read().finally(() => reads.running--);
  }
  const slow: typeof conversations = {
    ...conversations,
    messages: (...given) => slowly(() => conversations.messages(...given)),
    tree: (...given) => slowly(() => conversations.tree(...given)),
  };
  const server = await startTestServer({ storage: { ...storage, conversations: slow } });
  onTestFinished(() => server.close());
  const token = await server.signUp();
  const conversationId = randomUUID();
  await (await server.send(token, { conversationId, text: '[[echo]] one' })).all();
  const share = () => server.call('POST', '/api/shares', token, { id: randomUUID(), conversationId });
  const { id, url } = (await share()).body.share as Share;
  return { server, token, reads, share, id, shareToken: url?.split('/').at(-1) };
}

it('conversations that one user shares, updates and copies at once are read one after the other', async () => {
  const { server, token, reads, share, id, shareToken } = await startWithSlowReads();
  Object.assign(reads, { most: 0, count: 0 });
  const answers = await Promise.all([
    share(),
    share(),
    server.call('PUT', `/api/shares/${id}`, token, {}),
    server.call('PUT', `/api/shares/${id}`, token, {}),
    server.call('POST', '/api/shares/copies', token, { token: shareToken }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(reads).toMatchObject({ most: 1, count: 5 });
});
