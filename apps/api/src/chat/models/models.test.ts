import { randomUUID } from 'node:crypto';
import { startSandbox, type Sandbox } from '@parley/sandbox';
import sharp from 'sharp';
import type { Message, ModelOption, StatusPart } from '@parley/core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createKey } from '../../api-keys/testing.ts';
import { fold } from '../../testing/reply-stream.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../testing/test-server.ts';
import type { ListedModel } from './listed-model.ts';
import { ModelList } from './model-list.ts';
import { Providers } from './providers.ts';
import { openModel } from '../model/open-model.ts';
import { aListedModel, startProvider } from './testing.ts';

const ADMIN = 'boss@example.com';

let sandbox: Sandbox;
const opened: { close(): Promise<unknown> }[] = [];
beforeAll(async () => {
  sandbox = await startSandbox({ faults: true, delayMs: 0 });
});
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close();
});
afterAll(() => sandbox.close());

async function serverWith(models: ListedModel[], options: TestServerOptions = {}): Promise<TestServer> {
  const list = new ModelList(models, new Providers(options.now ?? Date.now));
  const server = await startTestServer({ sandbox, backends: () => ({ models: list }), ...options });
  opened.push(server);
  return server;
}

const swift = (changes: Partial<ListedModel> = {}) => aListedModel(sandbox.urls, 'swift', changes);
const deep = (changes: Partial<ListedModel> = {}) => aListedModel(sandbox.urls, 'deep', changes);

/** Asks in a conversation and returns its last message as it is stored. */
async function ask(server: TestServer, token: string, body: object = {}): Promise<Message | undefined> {
  const conversationId: string = randomUUID();
  await (await server.send(token, { conversationId, text: '[[echo]] Hello', ...body })).all();
  return (await server.messages(token, conversationId)).at(-1);
}

const chosen = (server: TestServer, token: string, model: string | null) =>
  server.call('PUT', '/api/account/preferences', token, { model });
const userOf = async (server: TestServer, token: string) =>
  (await server.call('GET', '/api/auth/me', token)).body['user'];

it('the chosen model writes replies and is stored with them, and another one writes one reply', async () => {
  const server = await serverWith([swift(), deep()]);
  const token = await server.signUp();
  expect(await userOf(server, token)).toMatchObject({ model: { id: 'swift', label: 'Swift' } });
  expect((await ask(server, token))?.model).toEqual({ id: 'swift', label: 'Swift' });
  expect((await chosen(server, token, 'deep')).status).toBe(200);
  expect(await userOf(server, token)).toMatchObject({ model: { id: 'deep', label: 'Deep' } });
  expect((await ask(server, token))?.model).toEqual({ id: 'deep', label: 'Deep' });
  expect((await ask(server, token, { model: 'swift' }))?.model).toEqual({ id: 'swift', label: 'Swift' });
  expect((await ask(server, token))?.model).toEqual({ id: 'deep', label: 'Deep' });
  expect((await chosen(server, token, null)).status).toBe(200);
  expect((await ask(server, token))?.model).toEqual({ id: 'swift', label: 'Swift' });
});

it('a retry with another model is a version with its name, and readers get it with the end of the stream', async () => {
  const server = await serverWith([swift(), deep()]);
  const token = await server.signUp();
  const conversationId: string = randomUUID();
  await (await server.send(token, { conversationId, text: '[[echo]] Hello' })).all();
  const [, first] = await server.messages(token, conversationId);
  const again = { conversationId, isRegeneration: true, originalMessageId: first?.id, model: 'deep' };
  const events = await (await server.send(token, again)).all();
  expect(fold(events).model).toEqual({ id: 'deep', label: 'Deep' });
  expect((await server.messages(token, conversationId)).at(-1)).toMatchObject({
    model: { id: 'deep' },
    versionIds: [first?.id, expect.any(String)],
  });
});

it('temporary chats and pictures: the reply of the first names its model, the second does not', async () => {
  const server = await serverWith([swift(), deep()]);
  const token = await server.signUp();
  const temporary = { temporary: true, text: '[[echo]] Hello', model: 'deep' };
  expect(fold(await (await server.send(token, temporary)).all()).model).toEqual({ id: 'deep', label: 'Deep' });
  const picture = await ask(server, token, { text: 'A lighthouse', selectedTool: 'image' });
  expect(picture).toMatchObject({ status: 'complete', mode: 'image' });
  expect(picture).not.toHaveProperty('model');
});

it.each([
  ['that is unknown', 'huge', 400, 'There is no model “huge”. Choose another one.'],
  ['with odd characters', '../<b>\u0000', 400, 'There is no model “../<b>\u0000”. Choose another one.'],
  ['that the plan lacks', 'deep', 403, 'Your plan doesn’t include Deep.'],
])('a request for a model %s is refused and counts nothing', async (_name, model, status, error) => {
  const server = await serverWith([swift(), aListedModel(sandbox.urls, 'calm'), deep({ plans: ['premium'] })]);
  const token = await server.signUp();
  for (const body of [{}, { temporary: true }]) {
    const refused = await server.send(token, { text: 'Hello', model, ...body });
    expect([refused.status, refused.error?.error]).toEqual([status, error]);
  }
  expect((await chosen(server, token, model)).status).toBe(status);
  expect(await server.messagesUsed(token)).toBe(0);
  expect((await server.call('GET', '/api/chat/history', token)).body['conversations']).toEqual([]);
});

it('a plan with one model has no choice, and one with several lists its own', async () => {
  const options = { adminEmails: [ADMIN], emailsVerifiedAtOnce: true };
  const server = await serverWith([deep({ plans: ['premium'] }), swift()], options);
  const [free, paid] = [await server.signUp(), await server.signUp(ADMIN)];
  const list = async (token: string) => (await server.call('GET', '/api/chat/models', token)).body['models'];
  expect(await userOf(server, free)).not.toHaveProperty('model');
  expect((await ask(server, free))?.model).toEqual({ id: 'swift', label: 'Swift' });
  expect(await userOf(server, paid)).toMatchObject({ model: { id: 'deep' } });
  expect(await list(paid)).toEqual([
    { id: 'deep', label: 'Deep', description: 'About Deep.', isAnswering: true },
    { id: 'swift', label: 'Swift', description: 'About Swift.', isAnswering: true },
  ]);
  expect(((await list(free)) as ModelOption[]).map(({ id }) => id)).toEqual(['swift']);
});

it('a server with one model does not name it', async () => {
  for (const models of [[], [swift()]]) {
    const server = await serverWith(models);
    const token = await server.signUp();
    expect(await userOf(server, token)).not.toHaveProperty('model');
    expect(await ask(server, token)).not.toHaveProperty('model');
    expect((await server.call('GET', '/api/chat/models', token)).body).toEqual({ success: true, models: [] });
  }
});

it('a model that is gone after a restart keeps its name on replies, and the default goes on', async () => {
  // The server before closes the storage of both.
  const before = await serverWith([swift(), deep()]);
  const token = await before.signUp();
  await chosen(before, token, 'deep');
  const conversationId: string = randomUUID();
  await (await before.send(token, { conversationId, text: '[[echo]] Hello' })).all();
  const after = await serverWith([swift(), aListedModel(sandbox.urls, 'calm')], {
    storage: { ...before.storage, close: async () => {} },
  });
  await (await after.send(token, { conversationId, text: '[[echo]] Again' })).all();
  const names = (await after.messages(token, conversationId)).flatMap(({ model }) => model?.label ?? []);
  expect(names).toEqual(['Deep', 'Swift']);
  expect(await userOf(after, token)).toMatchObject({ model: { id: 'swift' } });
});

it('costs and ratings are those of the model that answered', async () => {
  const options = { adminEmails: [ADMIN], emailsVerifiedAtOnce: true };
  const server = await serverWith([swift(), deep()], options);
  const admin = await server.signUp(ADMIN);
  const conversationId: string = randomUUID();
  await (await server.send(admin, { conversationId, text: '[[echo]] Hello', model: 'deep' })).all();
  const reply = (await server.messages(admin, conversationId)).at(-1);
  await server.call('PUT', `/api/feedback/${conversationId}/${reply?.id}`, admin, { rating: 'good' });
  const { counts } = (await server.call('GET', '/api/admin/feedback', admin)).body as { counts: { model: string }[] };
  expect(counts.map(({ model }) => model)).toEqual(['deep']);
  const spent = await server.storage.spending.daily(0, 100_000);
  expect(spent.map(({ model }) => model)).toEqual(['deep']);
});

it('sets a provider aside that keeps failing, says so, and comes back to it by itself', async () => {
  let time = Date.now();
  const provider = await startProvider(sandbox.urls);
  opened.push(provider);
  const server = await serverWith([swift(), aListedModel(provider, 'deep')], { now: () => time });
  const token = await server.signUp();
  const modelPart = async () =>
    ((await server.call('GET', '/api/status')).body['parts'] as StatusPart[]).find(({ id }) => id === 'model');
  provider.state.isDown = true;
  for (let count = 0; count < 3; count++) {
    expect(await ask(server, token, { model: 'deep' })).toMatchObject({ status: 'failed', errorCode: 'model-auth' });
  }
  const asked = provider.state.requests;
  expect(await ask(server, token, { model: 'deep' })).toMatchObject({
    status: 'failed',
    error: 'Deep isn’t answering right now. Choose another model, or try again in a few minutes.',
    model: { id: 'deep' },
  });
  expect(provider.state.requests).toBe(asked);
  expect(await modelPart()).toMatchObject({ status: 'degraded', reason: 'Not answering right now: Deep.' });
  const { models } = (await server.call('GET', '/api/chat/models', token)).body as { models: ModelOption[] };
  expect(models.map(({ isAnswering }) => isAnswering)).toEqual([true, false]);
  // Others go on, and failures count nothing.
  expect(await ask(server, token)).toMatchObject({ status: 'complete', model: { id: 'swift' } });
  expect(await server.messagesUsed(token)).toBe(1);
  provider.state.isDown = false;
  time += 30_000;
  expect(await ask(server, token, { model: 'deep' })).toMatchObject({ status: 'complete', model: { id: 'deep' } });
});

it('sets a provider aside that breaks off every answer', async () => {
  const server = await serverWith([swift(), aListedModel(sandbox.urls, 'deep', { provider: 'deep' })]);
  const token = await server.signUp();
  const fails = { status: 'failed', errorCode: 'model-disconnected', text: expect.stringContaining('This') };
  for (let count = 0; count < 3; count++) {
    expect(await ask(server, token, { model: 'deep', text: '[[cut 5]]' })).toMatchObject(fails);
  }
  expect(await ask(server, token, { model: 'deep' })).toMatchObject({ errorCode: 'model-unreachable' });
  expect(await ask(server, token)).toMatchObject({ status: 'complete' });
});

it('a fallback answers at once when its model fails, and the reply names it', async () => {
  const provider = await startProvider(sandbox.urls);
  opened.push(provider);
  const server = await serverWith([aListedModel(provider, 'deep', { fallback: 'swift' }), swift()]);
  const token = await server.signUp();
  provider.state.isDown = true;
  for (let count = 0; count < 5; count++) {
    expect(await ask(server, token)).toMatchObject({ status: 'complete', model: { id: 'swift', label: 'Swift' } });
  }
  expect(provider.state.requests).toBe(3);
  const spent = await server.storage.spending.daily(0, 100_000);
  expect(spent.map(({ model, requests }) => [model, requests])).toEqual([['swift', 5]]);
});

it('a fallback without its own search answers in Search from the search service', async () => {
  const provider = await startProvider(sandbox.urls);
  opened.push(provider);
  const asked = { apiKey: 'key', baseUrl: sandbox.urls.openai, api: 'chat' as const, model: 'calm' };
  const model = openModel({ ...asked, thinkingModel: null, titleModel: null, contextTokens: 128_000 });
  const server = await serverWith([
    aListedModel(provider, 'deep', { fallback: 'calm' }),
    aListedModel(sandbox.urls, 'calm', { model }),
  ]);
  const token = await server.signUp();
  provider.state.isDown = true;
  const question = { text: 'How many free messages do I have?', selectedTool: 'web_search' };
  expect(await ask(server, token, question)).toMatchObject({
    status: 'complete',
    model: { id: 'calm' },
    sources: expect.any(Array),
  });
});

it('two providers that flap never set each other aside', async () => {
  const [one, other] = [await startProvider(sandbox.urls), await startProvider(sandbox.urls)];
  opened.push(one, other);
  const server = await serverWith([
    aListedModel(one, 'swift', { fallback: 'deep' }),
    aListedModel(other, 'deep', { provider: other.openai }),
  ]);
  const token = await server.signUp();
  for (let count = 0; count < 8; count++) {
    one.state.isDown = count % 2 === 0;
    other.state.isDown = !one.state.isDown;
    const expected = one.state.isDown ? 'deep' : 'swift';
    expect(await ask(server, token)).toMatchObject({ status: 'complete', model: { id: expected } });
  }
});

it('programs find the models of their plan beside the modes, and ask them by their ids', async () => {
  const server = await serverWith([swift(), aListedModel(sandbox.urls, 'calm'), deep({ plans: ['premium'] })]);
  const token = await server.signUp();
  const { secret: key } = await createKey(server, token);
  const listed = (await server.call('GET', '/v1/models', key)).body as { data: { id: string }[] };
  expect(listed.data.map(({ id }) => id)).toEqual(['normal', 'thinking', 'web_search', 'swift', 'calm']);
  const complete = (model: string) =>
    server.call('POST', '/v1/chat/completions', key, { model, messages: [{ role: 'user', content: '[[echo]] Hi' }] });
  expect(await complete('calm')).toMatchObject({ status: 200, body: { model: 'calm' } });
  expect((await complete('normal')).body['model']).toBe('normal');
  const spent = await server.storage.spending.daily(0, 100_000);
  expect(spent.map(({ model }) => model).toSorted()).toEqual(['calm', 'swift']);
  for (const model of ['deep', 'huge']) {
    const refused = await complete(model);
    expect([refused.status, (refused.body['error'] as { code: string }).code]).toEqual([404, 'model_not_found']);
  }
  expect(await server.messagesUsed(token)).toBe(2);
});

it('an image can be attached when one of the plan’s models reads it, and each model refuses by itself', async () => {
  const blind = swift();
  const { model } = blind;
  const capabilities = async () => ({
    ...(await model.capabilities()),
    seesPictures: { ok: false, reason: 'This model can’t read images.' },
  });
  const server = await serverWith([
    { ...blind, model: { ...model, capabilities } },
    deep({ plans: ['premium'] }),
    aListedModel(sandbox.urls, 'calm'),
  ]);
  const token = await server.signUp();
  expect((await server.call('GET', '/api/capabilities', token)).body['attachImage']).toEqual({ ok: true });
  const pixel = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#369' } })
    .png()
    .toBuffer();
  const body = { text: 'What is it?', base64ImageDataUri: `data:image/png;base64,${pixel.toString('base64')}` };
  const refused = await server.send(token, body);
  expect([refused.status, refused.error?.error]).toEqual([415, 'This model can’t read images.']);
  expect((await ask(server, token, { ...body, model: 'calm' }))?.model?.id).toBe('calm');
  expect(await server.messagesUsed(token)).toBe(1);
});
