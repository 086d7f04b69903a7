import { randomUUID } from 'node:crypto';
import type { Usage, UsageRule } from '@parley/core';
import { startSandbox, type Sandbox } from '@parley/sandbox';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { fold } from '../../testing/reply-stream.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { ModelList } from './model-list.ts';
import { aListedModel } from './testing.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ delayMs: 0 });
});
afterAll(() => sandbox.close());

/** Two free messages by Deep, then three by Swift. */
async function serverWithLesser(modes?: UsageRule['modes']) {
  const list = new ModelList([aListedModel(sandbox.urls, 'deep'), aListedModel(sandbox.urls, 'swift')]);
  const server = await startTestServer({
    sandbox,
    backends: () => ({ models: list }),
    usageRule: { limit: 2, windowLength: 3_600_000, ...(modes && { modes }) },
    lesser: { model: { id: 'swift', label: 'Swift' }, messages: 3 },
  });
  onTestFinished(() => server.close());
  const token = await server.signUp();
  const send = async (body: object = {}) => {
    const sent = await server.send(token, { conversationId: randomUUID(), text: 'Hello', ...body });
    return sent.status === 200 ? fold(await sent.all()).model?.id : sent.error?.code;
  };
  const usage = async () => {
    const { body } = await server.call('GET', '/api/chat/usage', token);
    return [body['messagesUsed'], body['messagesLimit'], body['isLimitReached'], body['lesserModel']];
  };
  return { server, token, send, usage };
}

it('a lesser model goes on at the free limit, up to its own cap, and the usage says so', async () => {
  const { server, token, send, usage } = await serverWithLesser();
  expect([await send(), await usage()]).toEqual(['deep', [1, 2, false, undefined]]);
  expect([await send(), await usage()]).toEqual(['deep', [2, 2, false, 'Swift']]);
  expect([await send(), await usage()]).toEqual(['swift', [2, 2, false, 'Swift']]);
  expect(await send({ temporary: true })).toBe('swift');
  const conversationId = randomUUID();
  expect(await send({ conversationId })).toBe('swift');
  expect((await server.messages(token, conversationId)).at(-1)?.model).toEqual({ id: 'swift', label: 'Swift' });
  expect(await usage()).toEqual([2, 2, true, undefined]);
  for (const body of [{}, { temporary: true }]) expect(await send(body)).toBe('usage-limit-reached');
});

it('beyond the limit, what counts towards it stays at it', async () => {
  const { server, token, send } = await serverWithLesser({ thinking: 1 });
  const answered: unknown[] = [];
  for (const mode of ['thinking', 'normal', 'normal']) answered.push(await send({ selectedTool: mode }));
  expect(answered).toEqual(['deep', 'deep', 'swift']);
  const { limits } = (await server.call('GET', '/api/chat/usage', token)).body as unknown as Usage;
  expect(limits).toEqual([
    { name: 'Messages', used: 2, limit: 2 },
    { name: 'Thinking', used: 1, limit: 1 },
  ]);
});

it('beyond the limit, it draws no pictures and refuses requests that name another model', async () => {
  const { send, usage } = await serverWithLesser();
  await send();
  await send();
  expect(await send({ model: 'deep' })).toBe('usage-limit-reached');
  expect(await send({ selectedTool: 'image' })).toBe('usage-limit-reached');
  expect(await send({ model: 'swift' })).toBe('swift');
  expect(await usage()).toEqual([2, 2, false, 'Swift']);
});

it('of thirty messages at once, each cap lets exactly its own number pass', async () => {
  const { send } = await serverWithLesser();
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => send(index % 3 === 0 ? { temporary: true } : {})),
  );
  const count = (answer: string) => answers.filter((each) => each === answer).length;
  expect([count('deep'), count('swift'), count('usage-limit-reached')]).toEqual([2, 3, 25]);
});

it('of thirty messages at once at one below the cap, one passes', async () => {
  const { send } = await serverWithLesser();
  for (let sent = 0; sent < 4; sent++) await send();
  const answers = await Promise.all(Array.from({ length: 30 }, () => send()));
  expect(answers.filter((answer) => answer === 'swift')).toHaveLength(1);
  expect(answers.filter((answer) => answer === 'usage-limit-reached')).toHaveLength(29);
});
