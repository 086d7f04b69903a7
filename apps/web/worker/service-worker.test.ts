import { beforeAll, expect, it, vi } from 'vitest';

type Listener = (event: object) => void;

const CACHED = '<script src="/assets/index-1.js"></script>cached';
const listeners = new Map<string, Listener>();
let answer: Response;

beforeAll(async () => {
  const cache = { match: async () => new Response(CACHED), put: async () => {} };
  vi.stubGlobal('caches', { open: async () => cache });
  vi.stubGlobal('__BUILD__', { version: '1', entries: ['/assets/index-1.js'], files: [] });
  vi.stubGlobal('self', {
    location: new URL('https://parley.example.com/service-worker.js'),
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
  });
  await import('./service-worker.ts');
  return () => vi.unstubAllGlobals();
});

/** Opens a page while the server, or a proxy before it, answers with this. */
async function open(status: number): Promise<string> {
  answer = new Response('answered', { status });
  const { promise, resolve } = Promise.withResolvers<Response>();
  listeners.get('fetch')?.({
    request: { url: 'https://parley.example.com/c/1', method: 'GET', mode: 'navigate' },
    preloadResponse: Promise.resolve(answer),
    resultingClientId: 'client',
    respondWith: resolve,
    waitUntil() {},
  });
  return (await promise).text();
}

it.each([502, 503, 504, 520, 521, 522, 523, 524, 527, 530])(
  'the cached page opens when a proxy answers %i, because it cannot reach the server',
  async (status) => expect(await open(status)).toBe(CACHED),
);

it.each([200, 404, 429, 500, 501, 505])('the server’s own answer is shown with status %i', async (status) => {
  expect(await open(status)).toBe('answered');
});
