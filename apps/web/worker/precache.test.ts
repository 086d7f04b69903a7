import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let storedCaches: Map<string, Map<string, Response>>;
let missing: string;

beforeEach(() => {
  storedCaches = new Map();
  missing = '';
  const match = (cache: Map<string, Response>, path: string) => cache.get(path)?.clone();
  vi.stubGlobal('caches', {
    async open(name: string) {
      const cache = storedCaches.get(name) ?? new Map<string, Response>();
      storedCaches.set(name, cache);
      return {
        match: async (path: string) => match(cache, path),
        put: async (path: string, response: Response) => void cache.set(path, response),
      };
    },
    match: async (path: string) => [...storedCaches.values()].map((cache) => match(cache, path)).find(Boolean),
    keys: async () => [...storedCaches.keys()],
    delete: async (name: string) => storedCaches.delete(name),
  });
});
afterEach(() => void vi.unstubAllGlobals());

/** Installs and activates the worker of this build, as far as its files come. */
async function deploy(version: string): Promise<void> {
  const entry = `/assets/index-${version}.js`;
  vi.stubGlobal('__BUILD__', { version, entries: [entry], files: [entry, `/assets/chat-${version}.js`] });
  vi.stubGlobal('fetch', async (path: string) =>
    path === missing ? new Response('Gone', { status: 404 }) : new Response(`<script src="${entry}"></script>`),
  );
  vi.resetModules();
  const { precacheBuild, tidy } = await import('./precache.ts');
  await precacheBuild().then(tidy, () => {});
}

it('keeps the files of the last build, whose pages may be open, and deletes those of earlier ones', async () => {
  for (const version of ['1', '2', '3']) await deploy(version);
  expect([...storedCaches.keys()]).toEqual(['parley-2', 'parley-3']);
});

it('keeps the files of the last build that was complete after an installation that failed', async () => {
  await deploy('1');
  missing = '/assets/chat-2.js';
  await deploy('2');
  await deploy('3');
  expect([...storedCaches.keys()]).toEqual(['parley-1', 'parley-3']);
});
