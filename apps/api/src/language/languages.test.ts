import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findLanguages, languageOfCall, languageOfPage } from './languages.ts';

const OFFERED = ['en', 'de', 'pt-BR', 'ar'] as const;
const EIGHT_KB = Array.from({ length: 1000 }, (_, index) => `x${index};q=0.${index % 10}`)
  .join(',')
  .slice(0, 8192);

let server: Server;
beforeAll(async () => {
  const app = express().set('query parser', 'simple');
  app.get('/page', (req, res) => void res.send(languageOfPage(req, OFFERED)));
  app.get('/call', (req, res) => void res.send(languageOfCall(req, OFFERED)));
  server = createServer({ maxHeaderSize: 16_384 }, app);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => server.close());

/** `fetch` would add a header of its own. */
async function get(path: string, headers: Record<string, string> = {}): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, host: '127.0.0.1', path, headers }).end();
  const [res] = (await once(sent, 'response')) as [NodeJS.ReadableStream];
  return text(res);
}

it.each([
  [undefined, 'en'],
  ['*', 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en-GB,en;q=0.9,de;q=0.8', 'en'],
  ['pt', 'pt-BR'],
  ['pt-PT,pt;q=0.9,en;q=0.8', 'pt-BR'],
  ['PT-br', 'pt-BR'],
  ['fr,ar;q=0.5,de;q=0.4', 'ar'],
  ['fr', 'en'],
  ['de;q=0', 'en'],
  ['constructor,__proto__,toString', 'en'],
  ['<script>alert(1)</script>', 'en'],
  [EIGHT_KB, 'en'],
  [`${EIGHT_KB},de`, 'de'],
])('a browser that accepts %s gets %s', async (accepted, language) => {
  const headers = accepted === undefined ? {} : { 'Accept-Language': accepted };
  expect(await get('/page', headers)).toBe(language);
  expect(await get('/call', headers)).toBe(language);
});

it('a page has the language of its address, else that of the cookie, else that of the header', async () => {
  const headers = { Cookie: 'a=1; language=ar; b=2', 'Accept-Language': 'de-DE,de;q=0.9' };
  expect(await get('/page?language=pt-BR', headers)).toBe('pt-BR');
  expect(await get('/page', headers)).toBe('ar');
  expect(await get('/page', { 'Accept-Language': 'de-DE,de;q=0.9' })).toBe('de');
});

it('a call has the language that its page names, and else that of the cookie', async () => {
  expect(await get('/call', { Cookie: 'language=ar', 'Accept-Language': 'de' })).toBe('de');
  expect(await get('/call', { Cookie: 'language=en', 'Accept-Language': 'de-DE,de;q=0.9' })).toBe('en');
  expect(await get('/call?language=ar', { 'Accept-Language': 'de' })).toBe('de');
});

it.each(['xx', 'fr', '', 'DE', '__proto__', 'de%3Cscript%3E', '..%2F..', 'x'.repeat(8000), 'de&language=de'])(
  'a language such as %s in an address or a cookie is none',
  async (language) => {
    expect(await get(`/page?language=${language}`)).toBe('en');
    expect(await get('/page', { Cookie: `language=${language}` })).toBe('en');
    expect(await get('/call', { Cookie: `language=${language}<b>; language2=de` })).toBe('en');
  },
);

it('a server offers the languages whose pages are built and whose texts are there, in the order of the list', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-languages-'));
  try {
    const [web, content] = [join(folder, 'dist'), join(folder, 'content')];
    for (const built of ['ja', 'de', 'fr', 'tlh']) {
      mkdirSync(join(web, 'languages', built), { recursive: true });
      writeFileSync(join(web, 'languages', built, 'index.html'), '');
    }
    mkdirSync(join(web, 'languages/es'));
    for (const written of ['ja', 'de', 'es', 'ar', 'tlh']) mkdirSync(join(content, written), { recursive: true });
    expect(findLanguages(web, content, null)).toEqual(['en', 'de', 'ja']);
    expect(findLanguages(web, content, ['ja', 'fr'])).toEqual(['en', 'ja']);
    expect(findLanguages(web, content, ['en'])).toEqual(['en']);
    expect(findLanguages(join(folder, 'nowhere'), content, null)).toEqual(['en']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
