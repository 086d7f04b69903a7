import OpenAI from 'openai';
import type { ResponseStreamEvent } from 'openai/resources/responses/responses';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../start.ts';
import { clientOptions } from './testing.ts';

let sandbox: Sandbox;
let client: OpenAI;

beforeAll(async () => {
  sandbox = await startSandbox({ faults: true, delayMs: 0, publicUrl: 'https://parley.example' });
  client = new OpenAI(clientOptions(sandbox));
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const REQUEST = { model: 'demo', tools: [{ type: 'web_search' as const }] };
const WITH_SOURCES = { ...REQUEST, include: ['web_search_call.action.sources' as const] };

async function eventsOf(input: string, request: typeof REQUEST = REQUEST): Promise<ResponseStreamEvent[]> {
  const events: ResponseStreamEvent[] = [];
  for await (const event of await client.responses.create({ ...request, input, stream: true })) events.push(event);
  return events;
}

function itemsOf(events: ResponseStreamEvent[]) {
  return events.flatMap((event) => (event.type === 'response.output_item.done' ? [event.item] : []));
}

function citedIn(events: ResponseStreamEvent[]) {
  return events.flatMap((event) =>
    event.type === 'response.output_text.annotation.added' && event.annotation?.type === 'url_citation'
      ? [event.annotation]
      : [],
  );
}

test('search events precede the answer in the real service’s order', async () => {
  const events = await eventsOf('When does the free plan give me messages again?');
  const kinds = events.map(({ type }) => type).filter((type) => type !== 'response.output_text.delta');
  expect(kinds.slice(0, 9)).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    'response.web_search_call.in_progress',
    'response.web_search_call.searching',
    'response.web_search_call.completed',
    'response.output_item.done',
    'response.output_item.added',
    'response.content_part.added',
  ]);
  expect(kinds.slice(-4)).toEqual([
    'response.output_text.done',
    'response.content_part.done',
    'response.output_item.done',
    'response.completed',
  ]);
  expect(new Set(kinds.slice(9, -4))).toEqual(new Set(['response.output_text.annotation.added']));
  expect(itemsOf(events)[0]).toEqual({
    id: expect.stringMatching(/^ws_/) as string,
    type: 'web_search_call',
    status: 'completed',
    action: {
      type: 'search',
      query: 'When does the free plan give me messages again?',
      queries: ['When does the free plan give me messages again?'],
    },
  });
  expect(sandbox.log()).toMatchObject([{ kind: 'reply', tools: [{ type: 'web_search' }] }]);
});

test('the answer links the product’s pages and cites each link at its offset', async () => {
  const events = await eventsOf('When does the free plan give me messages again?');
  const message = itemsOf(events).find(({ type }) => type === 'message');
  if (message?.type !== 'message' || message.content[0]?.type !== 'output_text') throw new Error('no text');
  const { text, annotations } = message.content[0];
  const cited = citedIn(events);
  expect(cited[0]).toMatchObject({
    url: 'https://parley.example/help?utm_source=openai',
    title: 'Help Center - Parley',
  });
  expect(annotations).toEqual(cited);
  for (const { url, title, start_index, end_index } of cited) {
    expect(text.slice(start_index, end_index)).toBe(`([${title}](${url}))`);
  }
  expect(text).toContain('10 messages every 12 hours');
});

test('the sources of a search are listed only on request', async () => {
  const [search] = itemsOf(await eventsOf('cookies in the browser', WITH_SOURCES));
  if (search?.type !== 'web_search_call' || search.action.type !== 'search') throw new Error('no search');
  expect(search.action.sources?.[0]).toEqual({ type: 'url', url: 'https://parley.example/cookies' });
});

test('an answer after an empty search says so and cites nothing', async () => {
  const events = await eventsOf('zebra crossings', WITH_SOURCES);
  expect(citedIn(events)).toEqual([]);
  expect(itemsOf(events)[0]).toMatchObject({ status: 'completed', action: { sources: [] } });
});

test('links in a scripted answer are citations', async () => {
  const events = await eventsOf('[[echo]] [one](https://one.example/?utm_source=openai) ![no](https://two.example/)');
  expect(citedIn(events).map(({ url }) => url)).toEqual(['https://one.example/?utm_source=openai']);
});

test('[[nosearch]] fails the search but not the answer', async () => {
  const events = await eventsOf('[[nosearch]] cookies', WITH_SOURCES);
  expect(itemsOf(events)[0]).toMatchObject({ type: 'web_search_call', status: 'failed' });
  expect(events.some(({ type }) => type === 'response.web_search_call.completed')).toBe(false);
  expect(events.at(-1)?.type).toBe('response.completed');
});

test('reasoning, search and answer are sent in this order, streamed or not', async () => {
  const thinking = { ...WITH_SOURCES, reasoning: { effort: 'low' as const, summary: 'auto' as const } };
  const streamed = await client.responses.stream({ ...thinking, input: 'cookies' }).finalResponse();
  const whole = await client.responses.create({ ...thinking, input: 'cookies' });
  expect(whole.output.map(({ type }) => type)).toEqual(['reasoning', 'web_search_call', 'message']);
  expect(streamed.output_text).toBe(whole.output_text);
  expect(streamed.output.map(({ type }) => type)).toEqual(whole.output.map(({ type }) => type));
});

test('no search runs without the tool', async () => {
  const { output } = await client.responses.create({ model: 'demo', input: 'cookies' });
  expect(output.map(({ type }) => type)).toEqual(['message']);
});
