import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serveBundle } from './serve-bundle.ts';

type Handler = (request: Request) => Promise<Response>;
const protocol = vi.hoisted(() => ({ handle: vi.fn<(scheme: string, handler: Handler) => void>() }));
vi.mock('electron', () => ({ protocol }));

let folder: string;
let language: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-bundle-'));
  for (const name of ['renderer/index.html', 'renderer/find.html', 'renderer/assets/a.js', 'languages/de/index.html']) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), name);
  }
  writeFileSync(join(folder, 'languages/de/find.html'), 'languages/de/find.html');
  language = 'renderer';
  serveBundle(
    join(folder, 'renderer'),
    () => join(folder, language),
    () => 'https://parley.example.com',
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

it('the pages are those of the current language, with scripts from one folder', async () => {
  const paths = ['/', '/c/1', '/find.html', '/assets/a.js'];
  expect(await Promise.all(paths.map(get))).toEqual([
    'renderer/index.html',
    'renderer/index.html',
    'renderer/find.html',
    'renderer/assets/a.js',
  ]);
  language = 'languages/de';
  expect(await Promise.all(paths.map(get))).toEqual([
    'languages/de/index.html',
    'languages/de/index.html',
    'languages/de/find.html',
    'renderer/assets/a.js',
  ]);
});

it.each(['/..%2Flanguages%2Fde%2Findex.html', '/..%2F..%2Fsecret.html', '/%'])('%s is refused', async (path) => {
  expect(await get(path)).toBe('Forbidden');
});

it('a page that the language lacks is not found', async () => {
  language = 'languages/de';
  expect(await get('/quick-ask.html')).toBe('Not found');
});

async function get(path: string): Promise<string> {
  const handler = protocol.handle.mock.lastCall?.[1];
  // A request of an app scheme can be made in Electron alone.
  const response = await handler?.({ url: `app://bundle${path}`, method: 'GET' } as Request);
  return response?.text() ?? '';
}
