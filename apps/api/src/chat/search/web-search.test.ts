import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { startSandbox, type Sandbox } from '@parley/sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { brave } from './brave.ts';
import { openWebSearch } from './open-web-search.ts';
import { searxng } from './searxng.ts';
import { tavily } from './tavily.ts';

const NEVER = new AbortController().signal;

interface Asked {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

let close = () => {};
afterEach(() => close());

async function serve(answer: (response: ServerResponse) => void): Promise<{ baseUrl: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    asked.push({ method: request.method, url: request.url, headers: request.headers, body: await text(request) });
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const sendJson = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

describe('search requests and results', () => {
  test('queries SearXNG and reads its results', async () => {
    const { baseUrl, asked } = await serve((response) =>
      sendJson(response, {
        query: 'q',
        number_of_results: 0,
        results: [{ url: 'https://a.example/', title: 'A', content: 'About A', engine: 'x', score: 1 }],
        answers: [],
        unresponsive_engines: [],
      }),
    );
    const results = await searxng(`${baseUrl}/sub/`).search('cats & dogs', NEVER);
    expect(results).toEqual([{ title: 'A', url: 'https://a.example/', snippet: 'About A' }]);
    expect(asked[0]).toMatchObject({ method: 'GET', url: '/sub/search?q=cats+%26+dogs&format=json' });
  });

  test('queries Brave and reads its results', async () => {
    const { baseUrl, asked } = await serve((response) =>
      sendJson(response, {
        type: 'search',
        query: { original: 'cats' },
        web: {
          type: 'search',
          results: [
            {
              title: 'Cats &amp; dogs',
              url: 'https://a.example/',
              description: 'All about <strong>cats</strong>.',
              extra_snippets: ['They&#x27;re quick.'],
            },
          ],
        },
      }),
    );
    const results = await brave('key', { baseUrl }).search('cats', NEVER);
    expect(results).toEqual([
      { title: 'Cats & dogs', url: 'https://a.example/', snippet: "All about cats. They're quick." },
    ]);
    expect(asked[0]).toMatchObject({
      method: 'GET',
      url: '/res/v1/web/search?q=cats&count=5',
      headers: { 'x-subscription-token': 'key' },
    });
  });

  test('sends Brave the first 50 words of a query, because it refuses more', async () => {
    const { baseUrl, asked } = await serve((response) => sendJson(response, {}));
    const words = Array.from({ length: 60 }, (_, index) => `w${index}`);
    await brave('key', { baseUrl }).search(words.join(' '), NEVER);
    expect(asked[0]?.url).toBe(`/res/v1/web/search?q=${words.slice(0, 50).join('+')}&count=5`);
  });

  test('queries Tavily and reads its results', async () => {
    const { baseUrl, asked } = await serve((response) =>
      sendJson(response, {
        query: 'cats',
        answer: null,
        images: [],
        results: [{ title: 'A', url: 'https://a.example/', content: 'About A', score: 0.9, raw_content: null }],
        response_time: 1.2,
      }),
    );
    const results = await tavily('key', { baseUrl }).search('cats', NEVER);
    expect(results).toEqual([{ title: 'A', url: 'https://a.example/', snippet: 'About A' }]);
    expect(asked[0]).toMatchObject({ method: 'POST', url: '/search', headers: { authorization: 'Bearer key' } });
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ query: 'cats', max_results: 5, search_depth: 'basic' });
  });
});

describe('the search results', () => {
  const found = async (results: unknown) => {
    const { baseUrl } = await serve((response) => sendJson(response, { results }));
    return searxng(baseUrl).search('cats', NEVER);
  };

  test('returns at most five pages, of http and https only', async () => {
    const pages = Array.from({ length: 9 }, (_, index) => ({
      url: `http://a.example/${index}`,
      title: 't',
      content: 'c',
    }));
    const results = await found([
      { url: 'javascript:alert(1)' },
      { url: 7 },
      null,
      { url: 'ftp://a.example' },
      ...pages,
    ]);
    expect(results.map(({ url }) => url)).toEqual(pages.slice(0, 5).map(({ url }) => url));
  });

  test('returns plain text of at most 600 characters', async () => {
    const description = `<p>a &lt;b&gt;\n\n c</p> ${'🦜'.repeat(400)}`;
    const { baseUrl } = await serve((response) =>
      sendJson(response, { web: { results: [{ url: 'https://a.example/', title: null, description }] } }),
    );
    const [result] = await brave('key', { baseUrl }).search('cats', NEVER);
    expect(result?.title).toBe('a.example');
    expect(result?.snippet).toMatch(/^a <b> c 🦜+…$/u);
    expect(result?.snippet.length).toBeLessThanOrEqual(600);
  });

  test('keeps what looks like a tag in the texts of services that send plain text', async () => {
    const title = 'The <video> element';
    const content = 'It is empty if 0 < b and c > 1.';
    expect(await found([{ url: 'https://a.example/', title, content }])).toEqual([
      { title, url: 'https://a.example/', snippet: content },
    ]);
  });

  test.each([undefined, null, 'none', {}])('finds nothing when the list is %j', async (results) => {
    expect(await found(results)).toEqual([]);
  });
});

test('an empty answer of SearXNG whose search engines were blocked is a failure', async () => {
  let results: object[] = [];
  const { baseUrl } = await serve((response) =>
    sendJson(response, {
      results,
      unresponsive_engines: [
        ['duckduckgo', 'CAPTCHA'],
        ['brave', 'too many requests'],
      ],
    }),
  );
  await expect(searxng(baseUrl).search('cats', NEVER)).rejects.toMatchObject({
    code: 'model-failed',
    message: 'The web search failed: SearXNG found nothing, and search engines behind it did not answer.',
  });
  results = [{ url: 'https://a.example/', title: 'A', content: 'About A' }];
  expect(await searxng(baseUrl).search('cats', NEVER)).toHaveLength(1);
});

describe('failures of a search', () => {
  const failing = async (answer: (response: ServerResponse) => void, timeoutMs = 8_000) => {
    const { baseUrl } = await serve(answer);
    return searxng(baseUrl, { timeoutMs }).search('cats', NEVER);
  };

  test.each<[string, (response: ServerResponse) => void, string]>([
    [
      'a SearXNG without JSON',
      (response) => response.writeHead(403).end('Forbidden'),
      'SearXNG answered with status 403. List json under search.formats in its settings.yml.',
    ],
    ['a failed search', (response) => response.writeHead(500).end(), 'SearXNG answered with status 500.'],
    ['an HTML page', (response) => response.end('<p>Sign in'), 'SearXNG sent something we couldn’t read.'],
    [
      'an oversized response',
      (response) => response.end(`"${'x'.repeat(3_000_000)}"`),
      'SearXNG sent something we couldn’t read.',
    ],
    ['a cut connection', (response) => response.destroy(), 'We couldn’t reach SearXNG.'],
    [
      'a redirect to another origin',
      (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
      'SearXNG answered with status 302.',
    ],
  ])('reports %s with a plain message', async (_name, answer, problem) => {
    await expect(failing(answer)).rejects.toMatchObject({
      name: 'AppError',
      code: 'model-failed',
      message: `The web search failed: ${problem}`,
    });
  });

  test.each([
    ['opening brackets', '<'],
    ['unclosed tags', '<a '],
    ['blanks', ' '],
    ['blanks and brackets', ' <'],
    ['entities', '&amp'],
  ])('reads a title and a snippet of %s in linear time', async (_name, piece) => {
    const text = piece.repeat(900_000 / piece.length);
    const before = process.threadCpuUsage();
    const results = await failing((response) =>
      response.end(JSON.stringify({ results: [{ url: 'https://example.com/', title: text, content: text }] })),
    );
    expect(results).toHaveLength(1);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(500);
  });

  test('searches for three things at once with a service that allows one search a second', async () => {
    let free = 0;
    const { baseUrl } = await serve((response) => {
      if (performance.now() < free) return sendJson(response, { error: { code: 'RATE_LIMITED' } }, 429);
      free = performance.now() + 1_000;
      sendJson(response, { web: { results: [{ url: 'https://a.example/', title: 'A' }] } });
    });
    const client = brave('key', { baseUrl });
    const found = await Promise.all(['a', 'b', 'c'].map((query) => client.search(query, NEVER)));
    expect(found.map(({ length }) => length)).toEqual([1, 1, 1]);
  });

  test('Stop ends the wait for a service that allows no more searches', async () => {
    const { baseUrl, asked } = await serve((response) => sendJson(response, {}, 429));
    const stop = new AbortController();
    const searching = brave('key', { baseUrl }).search('a', stop.signal);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    stop.abort();
    await expect(searching).rejects.toMatchObject({ code: 'model-failed' });
    expect(asked).toHaveLength(1);
  });

  test('times out on a silent service', async () => {
    await expect(failing(() => {}, 100)).rejects.toThrow('The web search failed: SearXNG did not answer in time.');
  });
});

test('names the missing settings when no service is configured', async () => {
  const search = openWebSearch(null);
  const reason = 'Web search isn’t set up on this server.';
  expect(search.capability).toEqual({ ok: false, reason });
  await expect(search.search('cats', NEVER)).rejects.toThrow(reason);
});

describe('the sandbox’s search', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ faults: true, delayMs: 0 });
  });
  afterAll(() => sandbox.close());

  test('finds the product’s own pages', async () => {
    const results = await openWebSearch({ provider: 'searxng', access: sandbox.urls.search }).search(
      'free plan messages',
      NEVER,
    );
    expect(results[0]).toEqual({
      title: expect.stringMatching(/\w/),
      url: expect.stringMatching(/^http/),
      snippet: expect.stringMatching(/\w/),
    });
  });

  test('closes the socket on abort', async () => {
    const controller = new AbortController();
    const search = searxng(sandbox.urls.search).search('[[stall]] cats', controller.signal);
    const failure = search.catch((error: unknown) => error);
    const entry = () => sandbox.log().findLast((request) => JSON.stringify(request).includes('[[stall]] cats'));
    await vi.waitFor(() => expect(entry()).toBeDefined());
    controller.abort();
    expect(await failure).toMatchObject({ name: 'AppError' });
    await vi.waitFor(() => expect(entry()).toMatchObject({ closed: true }));
  });
});
