import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { AppError, failReply, type Share } from '@parley/core';
import { ownProcess } from '../cluster/own-process.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

async function start(changed: (storage: Storage) => Partial<Storage['conversations']> = () => ({})) {
  const storage = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  const conversations = { ...storage.conversations, ...changed(storage) };
  const shared = { ...storage, conversations, close: async () => {} };
  const options = { storage: shared, cluster: ownProcess() };
  const servers = [await startTestServer(options), await startTestServer(options)] as const;
  onTestFinished(async () => {
    for (const each of [...servers, storage]) await each.close();
  });
  return servers;
}

/** Shares a new conversation of a new user, and returns the token of its link. */
async function share(server: TestServer): Promise<string> {
  const owner = await server.signUp();
  const conversationId = randomUUID();
  await (await server.send(owner, { conversationId, text: '[[fast]] one' })).all();
  const { body } = await server.call('POST', '/api/shares', owner, { id: randomUUID(), conversationId });
  return (body.share as Share).url?.split('/').at(-1) ?? expect.fail('It has no address.');
}

const copy = (server: TestServer, reader: string, token: string) =>
  server.call('POST', '/api/shares/copies', reader, { token });

it('returns the same copy from two processes at the same time, in a storage that imports one at a time', async () => {
  let isImporting = false;
  // As MongoDB's storage does.
  const [a, b] = await start(({ conversations }) => ({
    async import(...given) {
      if (isImporting) throw new AppError('unavailable');
      isImporting = true;
      await delay(50);
      return conversations.import(...given).finally(() => (isImporting = false));
    },
  }));
  const [token, reader] = [await share(a), await a.signUp()];
  const both = await Promise.all([copy(a, reader, token), copy(b, reader, token)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both[0].body).toEqual(both[1].body);
});

it('a copy shows on the other devices of its reader', async () => {
  const [server] = await start();
  const [token, reader] = [await share(server), await server.signUp()];
  const leave = new AbortController();
  const headers = { Authorization: `Bearer ${reader}` };
  const response = await fetch(`${server.url}/api/events`, { headers, signal: leave.signal });
  let seen = '';
  const reading = (async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) seen += chunk;
  })().catch(() => {});
  const { body } = await copy(server, reader, token);
  await expect.poll(() => seen).toContain(String(body.conversationId));
  leave.abort();
  await reading;
});

it('a copy has no error sentence of the owner’s as words of the assistant', async () => {
  const [server] = await start(({ conversations }) => ({
    async tree(...given) {
      const tree = await conversations.tree(...given);
      return (tree ?? []).map(({ parentId, message }) => ({
        parentId,
        message: message.isUser ? message : failReply({ ...message, text: '' }, 'model-failed', 'Our key is sk-1.'),
      }));
    },
  }));
  const [token, reader] = [await share(server), await server.signUp()];
  const { body } = await copy(server, reader, token);
  const [, reply] = await server.messages(reader, String(body.conversationId));
  expect(reply).toMatchObject({ status: 'failed', errorCode: 'model-failed' });
  expect(reply?.text).toBe(`Error: ${reply?.error}`);
  expect(JSON.stringify(reply)).not.toContain('sk-1');
});
