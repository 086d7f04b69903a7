import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { RENDERER_FILE } from './renderer-file.ts';

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-share-'));
  writeRenderer(folder, 'This link doesn’t work.');
  writeRenderer(join(folder, 'languages/de'), 'Dieser Link geht nicht.');
  server = await startTestServer({ webRoot: folder, languages: { offered: ['en', 'de', 'ja'], content: {} } });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

function writeRenderer(build: string, words: string): void {
  const file = join(build, RENDERER_FILE);
  mkdirSync(dirname(file), { recursive: true });
  const page = JSON.stringify({ html: `<p>${words}</p>`, styles: '', script: '' });
  writeFileSync(file, `export const renderSharedPage = async () => (${page});`);
}

async function read(headers: Record<string, string>, query = '') {
  const response = await fetch(`${server.url}/share/unknown${query}`, { headers });
  return [response.status, response.headers.get('vary'), await response.text()];
}

it('a shared page is rendered by the build of its reader’s language', async () => {
  const english = [404, 'Origin, Accept-Language, Cookie, Accept-Encoding', '<p>This link doesn’t work.</p>'];
  const german = [404, 'Origin, Accept-Language, Cookie, Accept-Encoding', '<p>Dieser Link geht nicht.</p>'];
  for (let times = 0; times < 2; times++) {
    expect(await read({ 'Accept-Language': 'de-CH,de;q=0.9' })).toEqual(german);
    expect(await read({ Cookie: 'language=de', 'Accept-Language': 'en' })).toEqual(german);
    expect(await read({ Cookie: 'language=de' }, '?language=en')).toEqual(english);
    expect(await read({ Cookie: 'language=<b>', 'Accept-Language': 'tlh' })).toEqual(english);
  }
});

it('a shared page in a language whose build cannot render it is English', async () => {
  expect((await read({ 'Accept-Language': 'ja' }))[2]).toContain('This link doesn’t work.');
});
