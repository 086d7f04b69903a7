import { startSandbox, type Sandbox } from '@parley/sandbox';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { ModelEvent } from './model.ts';
import { asking, collect, modelAt, sendChat, sendJson, sendResponses, serve } from './testing.ts';

let server: Awaited<ReturnType<typeof serve>>;
afterEach(() => server?.close());

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ faults: true, delayMs: 2 });
});
afterAll(() => sandbox.close());

const searching = (text: string) => asking(text, { webSearch: true });

test('requests the web search with its sources, and at most four calls', async () => {
  server = await serve((_asked, response) =>
    sendResponses(response, [{ type: 'response.output_text.delta', delta: 'ok' }]),
  );
  const model = modelAt(server.baseUrl, { api: 'responses' });
  await collect(model, searching('hi'));
  expect(server.asked[0]?.body).toMatchObject({
    tools: [{ type: 'web_search' }],
    include: ['web_search_call.action.sources'],
    max_tool_calls: 4,
  });
  await collect(model, asking('hi'));
  expect(server.asked[1]?.body).not.toHaveProperty('tools');
});

test('passes on the search, the pages read and the pages cited, and removes the citation marks', async () => {
  const call = { type: 'web_search_call', id: 'ws_1' };
  const sources = [{ url: 'https://a.example/' }, { url: 'https://b.example/' }, { url: 'https://a.example/' }];
  const cited = { type: 'url_citation', url: 'https://b.example/', title: 'B' };
  server = await serve((_asked, response) =>
    sendResponses(response, [
      { type: 'response.output_item.added', item: { ...call, status: 'in_progress' } },
      { type: 'response.web_search_call.searching' },
      {
        type: 'response.output_item.done',
        item: { ...call, status: 'completed', action: { type: 'search', queries: ['height of it'], sources } },
      },
      { type: 'response.output_item.added', item: { ...call, action: { type: 'open_page' } } },
      {
        type: 'response.output_item.done',
        item: { ...call, action: { type: 'open_page', url: 'https://c.example/' } },
      },
      { type: 'response.output_item.done', item: { ...call, status: 'failed', action: { query: 'more' } } },
      { type: 'response.output_text.delta', delta: '330 m\ue200ci' },
      { type: 'response.output_text.delta', delta: 'te\ue202turn0search1\ue201.' },
      { type: 'response.output_text.annotation.added', annotation: cited },
      { type: 'response.output_text.annotation.added', annotation: { type: 'file_citation', file_id: 'f' } },
      { type: 'response.content_part.done', part: { type: 'output_text', annotations: [cited] } },
    ]),
  );
  const collected = await collect(modelAt(server.baseUrl, { api: 'responses' }), searching('How high?'));
  expect(collected.text).toBe('330 m.');
  expect(collected.events).toEqual([
    { type: 'search', status: 'starting' },
    { type: 'search', status: 'completed', query: 'height of it' },
    { type: 'source', url: 'https://a.example/', isCited: false },
    { type: 'source', url: 'https://b.example/', isCited: false },
    { type: 'search', status: 'starting' },
    { type: 'search', status: 'completed' },
    { type: 'source', url: 'https://c.example/', isCited: false },
    { type: 'search', status: 'error', query: 'more' },
    { type: 'source', url: 'https://b.example/', isCited: true, title: 'B' },
    { type: 'end', reason: 'stop' },
  ]);
});

test('reads the citations of chat completions', async () => {
  const inner = { type: 'url_citation', url_citation: { url: 'https://a.example/', title: 'A' } };
  server = await serve((_asked, response) =>
    sendChat(response, [{ content: 'It is.', annotations: [inner] }, { annotations: [inner, { type: 'other' }] }]),
  );
  const collected = await collect(modelAt(server.baseUrl), asking('hi'));
  expect(collected.events).toEqual([
    { type: 'source', url: 'https://a.example/', isCited: true, title: 'A' },
    { type: 'end', reason: 'stop' },
  ]);
});

test.each([
  ['status', 400],
  ['event', 200],
])('learns and reports a refusal of web search by %s', async (_name, status) => {
  const error = { message: "tools[0].type: 'web_search' is not supported", code: 'unsupported_value', param: null };
  server = await serve(({ path }, response) => {
    if (path !== '/v1/responses') return sendJson(response, 404, {});
    if (status !== 200) return sendJson(response, status, { error });
    sendResponses(response, [{ type: 'response.failed', response: { error } }]);
  });
  const model = modelAt(server.baseUrl, { api: 'responses' });
  expect((await model.capabilities()).searches).toBe(true);
  const collected = await collect(model, searching('hi'));
  expect(collected.order).toEqual(['model-rejected']);
  expect(collected.error?.message).toBe('This model can’t search the web.');
  expect((await model.capabilities()).searches).toBe(false);
  expect(server.asked.filter(({ path }) => path === '/v1/responses')).toHaveLength(1);
});

test('does not retry without web search when the request fails for another reason', async () => {
  server = await serve((_asked, response) => sendJson(response, 429, { error: { message: 'web search rate limit' } }));
  const model = modelAt(server.baseUrl, { api: 'responses' });
  expect((await collect(model, searching('hi'))).order).toEqual(['model-rate-limited']);
  expect((await model.capabilities()).searches).toBe(true);
});

test('reports no web search for chat completions', async () => {
  const model = modelAt(sandbox.urls.openai, { api: 'chat' });
  expect((await model.capabilities()).searches).toBe(false);
});

test('lets the demo assistant search and cite its pages', async () => {
  const model = modelAt(sandbox.urls.openai, { api: 'responses' });
  const collected = await collect(model, searching('How many free messages are there?'));
  expect(collected.events.filter(({ type }) => type === 'search')).toEqual([
    expect.objectContaining({ status: 'starting' }),
    expect.objectContaining({ status: 'completed', query: expect.any(String) }),
  ]);
  const cited = {
    type: 'source',
    url: expect.stringMatching(/^http/),
    isCited: true,
    title: expect.stringMatching(/\w/),
  };
  expect(collected.events).toContainEqual(cited);
  expect(collected.text).not.toMatch(/[\ue200-\ue2ff]/);
});

test('closes the socket on abort during a search', async () => {
  const controller = new AbortController();
  const model = modelAt(sandbox.urls.openai, { api: 'responses' });
  const mark = 'the search that was stopped';
  const abortOnSearch = ({ type }: ModelEvent) => {
    if (type === 'search') controller.abort();
  };
  await model.stream(searching(`[[slow]] ${mark}`), abortOnSearch, controller.signal);
  const entry = () => sandbox.log().findLast((request) => JSON.stringify(request).includes(mark));
  await vi.waitFor(() => expect(entry()).toMatchObject({ closed: true }));
});
