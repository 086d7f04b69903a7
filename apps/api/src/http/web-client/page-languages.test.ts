import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TEST_SETTINGS } from '@parley/core/test-settings';
import type { Languages } from '../../language/languages.ts';
import { TEST_CONTENT } from '../../testing/test-content.ts';
import { webClient } from './web-client.ts';

const GERMAN = {
  ...TEST_CONTENT,
  terms: { ...TEST_CONTENT.terms, title: 'Nutzungsbedingungen', markdown: 'Sei nett.' },
};
const OWN_FILES = ['/boot.js', '/service-worker.js', '/manifest.webmanifest'];
const VARY = 'Accept-Language, Cookie';

let folder: string;
let several: Server;
let english: Server;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-languages-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets/chat-de-1.js'), 'de');
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  writeBuild(folder, 'en', '');
  writeBuild(join(folder, 'languages/de'), 'de', '');
  writeBuild(join(folder, 'languages/ar'), 'ar', ' dir="rtl"');
  several = await serve({ offered: ['en', 'de', 'ar'], content: { de: GERMAN } });
  english = await serve();
});
afterAll(() => {
  several.close();
  english.close();
  rmSync(folder, { recursive: true });
});

function writeBuild(into: string, language: string, direction: string): void {
  mkdirSync(join(into, '.share'), { recursive: true });
  const head = `<title>Parley</title><meta name="parley" content='{}' /><meta name="description" content="x" /></head>`;
  writeFileSync(join(into, 'index.html'), `<html lang="${language}"${direction}>${head}`);
  for (const name of ['boot.js', 'service-worker.js']) {
    writeFileSync(join(into, name), `// ${language}`);
    writeFileSync(join(into, `${name}.br`), brotliCompressSync(`// ${language}`));
  }
  writeFileSync(join(into, 'manifest.webmanifest'), JSON.stringify({ name: 'Parley', lang: language }));
  writeFileSync(join(into, '.share/render-shared-page.mjs'), '');
}

async function serve(languages?: Languages): Promise<Server> {
  const publicUrl = () => 'https://chat.example.com';
  const client = webClient(folder, TEST_SETTINGS, TEST_CONTENT, publicUrl, undefined, languages);
  const server = createServer({ maxHeaderSize: 16_384 }, express().set('query parser', 'simple').use(client));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

/** `fetch` would add headers of its own. */
async function get(server: Server, path: string, headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, host: '127.0.0.1', path, headers: { Connection: 'close', ...headers } }).end();
  const [res] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: res.statusCode, headers: res.headers, body: await text(res) };
}

it.each([
  ['/', { 'Accept-Language': 'de-DE,de;q=0.9' }, '<html lang="de">'],
  ['/', { Cookie: 'language=ar', 'Accept-Language': 'de' }, '<html lang="ar" dir="rtl">'],
  ['/help?language=de', { Cookie: 'language=ar' }, '<html lang="de">'],
  ['/c/some-id', { Cookie: 'language=de' }, '<html lang="de">'],
  ['/?language=tlh', { 'Accept-Language': 'fr' }, '<html lang="en">'],
  ['/?language=../../de', { Cookie: 'language=<script>' }, '<html lang="en">'],
  ['/', { 'Accept-Language': `${'x-y,'.repeat(2000)}de` }, '<html lang="de">'],
])('%s with %o is the page of its language', async (path, headers, start) => {
  const page = await get(several, path, headers);
  expect([page.status, page.headers.vary]).toEqual([200, expect.stringContaining(VARY)]);
  expect(page.body.startsWith(start)).toBe(true);
});

it.each(OWN_FILES)('%s is the one of the language, whether packed or not', async (path) => {
  const german = await get(several, path, { Cookie: 'language=de' });
  expect([german.status, german.headers['cache-control'], german.headers.vary]).toEqual([
    200,
    'no-cache',
    expect.stringContaining(VARY),
  ]);
  expect(german.body).toContain('de');
  expect((await get(several, path)).body).toContain('en');
  const packed = await get(several, path, { Cookie: 'language=de', 'Accept-Encoding': 'br' });
  expect(packed.headers.vary).toContain('Accept-Language');
});

it('hashed files and pictures are the same for all languages', async () => {
  for (const path of ['/assets/chat-de-1.js', '/favicon.svg']) {
    const file = await get(several, path, { Cookie: 'language=de' });
    expect([file.status, file.headers.vary ?? '']).toEqual([200, expect.not.stringContaining('Cookie')]);
  }
});

it.each(['/languages/de/index.html', '/languages/de/service-worker.js', '/languages/de/.share/render-shared-page.mjs'])(
  'the build of a language is not served at %s',
  async (path) => {
    for (const server of [several, english]) {
      const answer = await get(server, path);
      expect([answer.status, answer.headers.location]).toEqual([302, '/']);
    }
  },
);

it('an English page differs by the addresses of the other languages alone', async () => {
  const [one, other] = await Promise.all([get(several, '/terms'), get(english, '/terms')]);
  expect(one.body.replace(/ *<link rel="alternate".*\n/g, '')).toBe(other.body);
  expect([other.body.includes('hreflang'), other.headers.vary]).toEqual([false, 'Accept-Encoding']);
});

it('a public page has its texts, its address and the addresses of the other languages in its head', async () => {
  const { body } = await get(several, '/terms?language=de');
  expect(body).toContain('<title>Nutzungsbedingungen · Parley</title>');
  expect(body).toContain('Sei nett.');
  expect(body).toContain('<link rel="canonical" href="https://chat.example.com/terms?language=de" />');
  const found = [...body.matchAll(/hreflang="(.*?)" href="(.*?)"/g)].map(([, language, href]) => [language, href]);
  expect(found).toEqual([
    ['en', 'https://chat.example.com/terms'],
    ['de', 'https://chat.example.com/terms?language=de'],
    ['ar', 'https://chat.example.com/terms?language=ar'],
    ['x-default', 'https://chat.example.com/terms'],
  ]);
  // A page without a translation, and one that no search engine lists.
  expect((await get(several, '/terms?language=ar')).body).toContain(TEST_CONTENT.terms.title);
  expect((await get(several, '/reset-password')).body).not.toContain('hreflang');
});
