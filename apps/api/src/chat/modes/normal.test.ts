import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message, StreamEvent } from '@parley/core';
import type { SandboxRequest } from '@parley/sandbox';
import { fold } from '../../testing/reply-stream.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../testing/test-server.ts';
import { DOT, modelAt, sendChat, serve } from '../model/testing.ts';
import { DEFAULT_ASSISTANT } from './prompt/assistant-settings.ts';

const CALCULATE = (expression: string) => `[[call calculate ${JSON.stringify({ expression })}]]`;

/** A word for the search as it is written in the arguments of a call. */
const word = (name: string) => `\\u005b\\u005b${name}\\u005d\\u005d`;

let server: TestServer;
let token: string;

async function ask(text: string, conversationId: string = randomUUID()) {
  server.sandbox.reset();
  const reply = await server.send(token, { conversationId, text });
  const events = await reply.all();
  const replies = server.sandbox.log().filter(({ kind }) => kind === 'reply');
  const list = events.map(({ event }) => event);
  const message: Message = fold(events);
  return { message, conversationId, events: list, replies, tools: list.filter(isTool) };
}

const isTool = (event: StreamEvent) => event.type === 'tool';
const used = async () => (await server.call('GET', '/api/chat/usage', token)).body['messagesUsed'];
const toolNames = ({ tools = [] }: SandboxRequest) =>
  (tools as { type: string; name?: string; function?: { name: string } }[]).map(
    (tool) => tool.function?.name ?? tool.name ?? tool.type,
  );

describe.each(['responses', 'chat'] as const)('Normal with tools, through %s', (api) => {
  beforeAll(async () => {
    server = await startTestServer({ api });
  });
  beforeEach(async () => {
    token = await server.signUp();
  });
  afterAll(() => server.close());

  it('a calculation is shown with its duration, and its result goes back to the model', async () => {
    const { message, tools, replies, conversationId } = await ask(`What is it? ${CALCULATE('0.1 + 0.2')}`);
    const call = { type: 'tool', name: 'calculate', detail: '0.1 + 0.2' };
    expect(tools).toEqual([
      { ...call, status: 'starting' },
      { ...call, status: 'completed', seconds: expect.any(Number) },
    ]);
    expect(message).toMatchObject({ status: 'complete', text: expect.stringContaining('0.1 + 0.2 = 0.3') });
    expect(replies).toHaveLength(2);
    expect(await used()).toBe(1);
    expect((await server.messages(token, conversationId)).at(-1)?.text).toBe(message.text);
  });

  it('text and a call of one round both count, and several calls run in one round', async () => {
    const { message, tools, replies } = await ask(
      '[[saycall calculate {"expression":"1+1"}]] [[call calculate {"expression":"2^70"}]]',
    );
    expect(message.text).toMatch(/^Let me see\.\n\n[^]*1\+1 = 2[^]*1180591620717411303424/);
    expect(tools).toHaveLength(4);
    expect(replies).toHaveLength(2);
  });

  it.each([
    ['arguments that are no JSON', '[[call calculate {oops]]', 'not valid JSON'],
    ['arguments of another shape', '[[call calculate {"formula":"1"}]]', 'arguments of this call are wrong'],
    ['an unknown tool', '[[call send_mail {"to":"all"}]]', 'no tool send_mail'],
    ['a failing calculation', CALCULATE('1 +'), 'Unexpected end'],
  ])('the model reads what is wrong with %s', async (_name, words, problem) => {
    const { message, replies } = await ask(words);
    expect(message.status).toBe('complete');
    expect(JSON.stringify(replies[1])).toContain(problem);
    expect(replies).toHaveLength(2);
    expect(await used()).toBe(1);
  });

  it('the same call again and again ends after one useless round', async () => {
    const { message, replies, tools } = await ask('[[recall calculate {"expression":"6*7"}]]');
    expect(message.status).toBe('complete');
    expect(JSON.stringify(replies.at(-1))).toContain('6*7 = 42');
    expect(tools).toHaveLength(2);
    expect(replies.map((request) => toolNames(request).length > 0)).toEqual([true, true, false]);
    expect(await used()).toBe(1);
  });

  it('a picture is drawn from what was talked about, once, and can be looked at', async () => {
    const { conversationId } = await ask('Tell me about a red lighthouse');
    const drawn = await ask('Draw that', conversationId);
    expect(drawn.message).toMatchObject({
      status: 'complete',
      mode: 'normal',
      imageUrl: expect.stringContaining('/api/files/'),
      imagePrompt: 'Tell me about a red lighthouse',
      text: expect.stringContaining('Here’s a pattern made from your words.'),
    });
    expect(drawn.tools.at(-1)).toMatchObject({ name: 'image_generation', status: 'completed' });
    expect(await used()).toBe(2);
    const seen = await ask('What is on it?', conversationId);
    expect(seen.tools.at(-1)).toMatchObject({ name: 'look_at_picture', status: 'completed' });
    expect(seen.message.text).toMatch(/\| Type\s+\| PNG/);
    const twice = await ask('[[call draw_picture {"prompt":"a"}]] [[call draw_picture {"prompt":"b"}]]');
    expect(twice.tools.filter((event) => event.type === 'tool' && event.status === 'completed')).toHaveLength(1);
    expect(twice.message.text).toContain('as often as a reply may');
  });

  it('Stop ends a calculation and every socket, and keeps what was written', async () => {
    server.sandbox.reset();
    const endless = '[[saycall calculate {"expression":"f(x) = x < 2 ? x : f(x - 1) + f(x - 2); f(90)"}]]';
    const conversationId = randomUUID();
    const reply = await server.send(token, { conversationId, text: endless });
    await reply.until(({ event }) => event.type === 'tool');
    const stopped = await server.stop(token, reply);
    expect(stopped.body['status']).toBe('stopped');
    const [, last] = await server.messages(token, conversationId);
    expect(last).toMatchObject({ status: 'stopped', text: 'Let me see.' });
    await vi.waitFor(() => expect(server.sandbox.log().every(({ ended, closed }) => ended || closed)).toBe(true));
  });
});

describe('Normal with a search service', () => {
  beforeAll(async () => {
    server = await startTestServer({ api: 'chat' });
  });
  beforeEach(async () => {
    token = await server.signUp();
  });
  afterAll(() => server.close());

  it('the web is searched when the question needs it, and the pages found are its sources', async () => {
    const { message, tools, replies } = await ask('Search the web for how I cancel my subscription');
    const searches = server.sandbox.log().filter(({ kind }) => kind === 'search');
    expect(searches).toHaveLength(1);
    expect(tools.at(-1)).toMatchObject({ name: 'web_search', status: 'completed' });
    expect(message.sources?.[0]).toMatch(/\/help$/);
    expect(message.text).toContain('[1](');
    expect(JSON.stringify(replies[1]?.messages)).toContain('<document name=\\"Web search results for');
    expect(await used()).toBe(1);
  });

  it('no picture is offered or drawn once strangers’ words are in the reply', async () => {
    const { replies, message } = await ask(
      '[[recall web_search {"query":"cancel"}]] [[recall draw_picture {"prompt":"x"}]] [[recall web_search {"query":"plan"}]]',
    );
    expect(toolNames(replies[0] as SandboxRequest)).toContain('draw_picture');
    expect(toolNames(replies[1] as SandboxRequest)).not.toContain('draw_picture');
    expect(message.status).toBe('complete');
  });

  it('tools are described without the keywords that Gemini’s gateways refuse', async () => {
    const { replies } = await ask('Hello');
    const keywords = new Set<string>();
    for (const tool of (replies[0]?.tools ?? []) as ({ parameters?: object } & { function?: object })[]) {
      JSON.stringify(tool.parameters ?? tool.function, (key, value: unknown) => {
        keywords.add(key);
        return value;
      });
    }
    expect(keywords).toContain('properties');
    for (const refused of ['$schema', 'additionalProperties', 'const', 'exclusiveMinimum', 'anyOf', '$ref'])
      expect(keywords).not.toContain(refused);
  });

  it('at most three searches run, and the last request offers no tools', async () => {
    const { replies, tools } = await ask(
      ['a', 'b', 'c', 'd', 'e'].map((query) => `[[recall web_search {"query":"plan ${query}"}]]`).join(' '),
    );
    expect(tools.filter((event) => event.type === 'tool' && event.status === 'starting')).toHaveLength(3);
    expect(replies.length).toBeLessThanOrEqual(4);
    expect(toolNames(replies.at(-1) as SandboxRequest)).toEqual([]);
  });

  it('a failed search is said to the model, and the reply goes on', async () => {
    const { message, tools } = await ask(`[[call web_search {"query":"cancel ${word('500')}"}]]`);
    expect(tools.at(-1)).toMatchObject({ name: 'web_search', status: 'error' });
    expect(message).toMatchObject({ status: 'complete', text: expect.stringContaining('The web search failed') });
  });

  it('Stop during a search closes its socket', async () => {
    server.sandbox.reset();
    const reply = await server.send(token, {
      conversationId: randomUUID(),
      text: `[[call web_search {"query":"x ${word('stall')}"}]]`,
    });
    await reply.until(({ event }) => event.type === 'tool');
    await vi.waitFor(() => expect(server.sandbox.log().at(-1)).toMatchObject({ kind: 'search' }));
    await server.stop(token, reply);
    await vi.waitFor(() => expect(server.sandbox.log().at(-1)).toMatchObject({ kind: 'search', closed: true }));
  });
});

describe('Normal that reads pages', () => {
  beforeAll(async () => {
    server = await startTestServer({ api: 'chat' });
  });
  beforeEach(async () => {
    token = await server.signUp();
  });
  afterAll(() => server.close());

  const page = (name: string) => server.sandbox.urls.pages + name;
  const pagesRead = () => server.sandbox.log().filter(({ kind }) => kind === 'page').length;

  it('a page that the user names is read, is a source, and leaves the reply without tools', async () => {
    const { message, tools, replies } = await ask(`How high is the tide? ${page('article')}`);
    expect(tools.at(-1)).toMatchObject({
      name: 'read_page',
      status: 'completed',
      detail: expect.stringContaining('127.0.0.1'),
    });
    expect(message).toMatchObject({ status: 'complete', sources: [page('article')] });
    expect(JSON.stringify(replies[1])).toContain('about 3.4 meters');
    expect(toolNames(replies[1] as SandboxRequest)).toEqual([]);
    expect(await used()).toBe(1);
  });

  it('a page’s instructions have no tools: nothing is drawn, and nothing further is read', async () => {
    const { message, tools, replies } = await ask(`What does it say? ${page('hostile')}`);
    expect(message.status).toBe('complete');
    expect(message.imageUrl).toBeUndefined();
    expect(tools).toHaveLength(2);
    expect(replies).toHaveLength(2);
    // The page's text cannot end the document that it stands in.
    expect(JSON.stringify(replies[1])).toContain('&lt;/document>');
  });

  it('an address that neither the user nor a search named is not read', async () => {
    const { tools, replies } = await ask('[[call read_page {"url":"http://le\\u0061k.example/?q=all"}]]');
    expect(tools.at(-1)).toMatchObject({ name: 'read_page', status: 'error' });
    expect(JSON.stringify(replies[1])).toContain('Neither a search nor the user named this address');
  });

  it('at most three pages are read, even if the model asks for more in one round', async () => {
    server.sandbox.reset();
    const urls = [1, 2, 3, 4].map((number) => page(`article?${number}`));
    const { replies } = await ask(urls.map((url) => `[[call read_page ${JSON.stringify({ url })}]]`).join(' '));
    expect(pagesRead()).toBe(3);
    expect(JSON.stringify(replies[1])).toContain('You used this tool as often as a reply may.');
  });

  it('a page of 3 MB without a space reaches the model within its bounds', async () => {
    const { message, replies } = await ask(page('wall'));
    expect(message.status).toBe('complete');
    expect(JSON.stringify(replies[1]?.messages).length).toBeLessThan(40_000);
  });

  it('Stop while a page is read closes its socket', async () => {
    server.sandbox.reset();
    const reply = await server.send(token, { conversationId: randomUUID(), text: page('stall') });
    await vi.waitFor(() => expect(pagesRead()).toBe(1));
    await server.stop(token, reply);
    await vi.waitFor(() => expect(server.sandbox.log().at(-1)).toMatchObject({ kind: 'page', closed: true }));
  });
});

describe('Normal without tools', () => {
  const start = async (options: TestServerOptions) => {
    server = await startTestServer(options);
    token = await server.signUp();
  };

  it.each(['responses', 'chat'] as const)(
    'a model that refuses tools through %s answers without them from then on',
    async (api) => {
      await start({ api });
      const first = await ask('[[notools]] 12 * 7');
      expect(first.message).toMatchObject({ status: 'complete' });
      expect(first.replies.map(({ tools }) => tools === undefined)).toEqual([false, true]);
      const second = await ask('[[notools]] 12 * 7');
      expect(second.replies.map(({ tools }) => tools === undefined)).toEqual([true]);
      await server.close();
    },
  );

  it.each(['responses', 'chat'] as const)('a refusal after the first round through %s loses no result', async (api) => {
    await start({ api });
    const { message, replies } = await ask(`[[notools 1]] ${CALCULATE('6*7')}`);
    expect(message.status).toBe('complete');
    expect(JSON.stringify(replies.at(-1))).toContain('6*7 = 42');
    expect(await used()).toBe(1);
    await server.close();
  });

  it('AUTO_TOOLS=0 offers no tools', async () => {
    await start({ assistant: { ...DEFAULT_ASSISTANT, autoTools: false } });
    const { replies } = await ask('12 * 7');
    expect(replies.map(({ tools }) => tools)).toEqual([undefined]);
    await server.close();
  });
});

describe.each(['responses', 'chat'] as const)('the web forbidden, through %s', (api) => {
  it('the model gets no web tools in Normal once its user forbids the web, from the next question on', async () => {
    server = await startTestServer({ api });
    token = await server.signUp();
    const before = await ask('12 * 7');
    expect(toolNames(before.replies[0] as SandboxRequest)).toEqual(expect.arrayContaining(['web_search', 'read_page']));
    const change = { searchesByItself: false };
    expect((await server.call('PUT', '/api/account/preferences', token, change)).status).toBe(200);
    expect((await server.call('GET', '/api/account', token)).body).toMatchObject(change);
    const after = await ask('Search the web for how I cancel');
    expect(toolNames(after.replies[0] as SandboxRequest)).toEqual(['draw_picture', 'remember', 'calculate']);
    expect(after.tools).toEqual([]);
    expect((await server.call('PUT', '/api/account/preferences', token, { searchesByItself: 'no' })).status).toBe(400);
    await server.close();
  });
});

it.each(['responses', 'chat'] as const)('a plan without web searches has none in Normal through %s', async (api) => {
  server = await startTestServer({ api, usageRule: { limit: 5, windowLength: 3_600_000, modes: { web_search: 0 } } });
  token = await server.signUp();
  const { replies, tools } = await ask('Search the web for how I cancel');
  expect(toolNames(replies[0] as SandboxRequest)).toEqual(['read_page', 'draw_picture', 'remember', 'calculate']);
  expect(tools).toEqual([]);
  await server.close();
});

it('signed reasoning goes back to the service with the results', async () => {
  server = await startTestServer({ api: 'responses' });
  token = await server.signUp();
  const { replies } = await ask(CALCULATE('6*7'));
  const input = replies[1]?.input as { type?: string; encrypted_content?: string }[];
  expect(input.map(({ type }) => type).filter(Boolean)).toEqual(['reasoning', 'function_call', 'function_call_output']);
  expect(input.find(({ type }) => type === 'reasoning')?.encrypted_content).toEqual(expect.any(String));
  await server.close();
});

it.each([
  ['Normal', undefined],
  ['Thinking', 'thinking'],
])('a picture that the model itself draws is shown and stored in %s', async (_mode, selectedTool) => {
  const url = `data:image/png;base64,${DOT.toString('base64')}`;
  const service = await serve((_asked, response) => sendChat(response, [{ images: [{ image_url: { url } }] }]));
  server = await startTestServer({ backends: () => ({ model: modelAt(service.baseUrl) }) });
  token = await server.signUp();
  const reply = await server.send(token, { conversationId: randomUUID(), text: 'Draw a dot', selectedTool });
  const message = fold(await reply.all());
  expect(message).toMatchObject({ status: 'complete', text: '', imagePrompt: 'Draw a dot' });
  const picture = await fetch(server.url + message.imageUrl, { headers: { Authorization: `Bearer ${token}` } });
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(DOT);
  await server.close();
  await service.close();
});
