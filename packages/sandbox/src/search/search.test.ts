import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../start.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ faults: true, publicUrl: 'https://parley.example', productName: 'Lantern' });
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

interface Found {
  query: string;
  number_of_results: number;
  results: { title: string; url: string; content: string; score: number }[];
}

const ask = (q: string, format = 'json', signal?: AbortSignal) => {
  const query = new URLSearchParams({ q, format });
  return fetch(`${sandbox.urls.search}/search?${query}`, signal ? { signal } : {});
};
const find = async (q: string) => (await (await ask(q)).json()) as Found;

describe('the search', () => {
  test('search results have SearXNG’s shape', async () => {
    const answer = await ask('cookies');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(await answer.json()).toMatchObject({
      query: 'cookies',
      number_of_results: 1,
      results: [
        {
          url: 'https://parley.example/cookies',
          title: 'Cookie Policy - Lantern',
          content: expect.stringContaining('browser') as string,
          engine: 'sandbox',
          engines: ['sandbox'],
          positions: [1],
          score: expect.any(Number) as number,
          category: 'general',
          parsed_url: ['https', 'parley.example', '/cookies', '', '', ''],
        },
      ],
      answers: [],
      suggestions: [],
      unresponsive_engines: [],
    });
    expect(sandbox.log()).toMatchObject([{ kind: 'search', method: 'GET', path: '/search', query: 'cookies' }]);
  });

  test.each([
    ['How do I cancel my subscription?', '/help'],
    ['bearer token for programs', '/api'],
    ['which personal data is kept', '/privacy'],
    ['is there an outage', '/status'],
    ['write an e-mail to support', '/contact'],
    ['who may use the service, what is not allowed', '/terms'],
  ])('the search finds %s on %s', async (q, path) => {
    const { results } = await find(q);
    expect(results[0]?.url).toBe(`https://parley.example${path}`);
    expect(results.map(({ score }) => score)).toEqual(results.map(({ score }) => score).toSorted((a, b) => b - a));
  });

  test.each(['zebra crossings', 'what is the'])('the search finds nothing for %j', async (q) => {
    expect(await find(q)).toMatchObject({ number_of_results: 0, results: [] });
  });

  test('the search rejects other formats and an empty query', async () => {
    expect((await ask('cookies', 'html')).status).toBe(403);
    expect((await fetch(`${sandbox.urls.search}/search?q=cookies`)).status).toBe(403);
    expect((await ask(' ')).status).toBe(400);
    expect((await fetch(`${sandbox.urls.search}/searching`)).status).toBe(404);
  });
});

describe('a word in the query', () => {
  test('a scenario word fails the search, empties it or replaces it with a page', async () => {
    expect((await ask('cookies [[500]]')).status).toBe(500);
    expect(await find('cookies [[empty]]')).toMatchObject({ results: [] });
    const page = await ask('cookies [[html200]]');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
  });

  test('a scenario word stalls the search, and a disconnect is noticed', async () => {
    const stop = new AbortController();
    const waiting = ask('cookies [[stall]]', 'json', stop.signal);
    await expect.poll(() => sandbox.log()[0]?.query).toBe('cookies [[stall]]');
    stop.abort();
    await expect(waiting).rejects.toThrow('aborted');
    await expect.poll(() => sandbox.log()).toMatchObject([{ kind: 'search', closed: true }]);
  });

  test('a scenario word is an ordinary word when faults are off', async () => {
    const calm = await startSandbox();
    expect((await fetch(`${calm.urls.search}/search?q=cookies+[[500]]&format=json`)).status).toBe(200);
    await calm.close();
  });
});
