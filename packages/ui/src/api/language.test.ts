import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { createTransport } from './create-transport.ts';

const build = vi.hoisted(() => ({ LANGUAGE: 'en' }));
vi.mock('./language.ts', () => build);

test.each([
  ['en', '*'],
  ['pt-BR', 'pt-BR'],
])('a build in %s asks for sentences in %s', async (language, asked) => {
  build.LANGUAGE = language;
  const server = createServer((req, res) => res.end(JSON.stringify({ asked: req.headers['accept-language'] })));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const { request } = createTransport({ apiUrl: `http://127.0.0.1:${port}`, token: () => null });
  const answer = await request('/api/any', {}, new AbortController().signal);
  // Node asks for any language by itself, as a browser asks for its own.
  expect(await answer.json()).toEqual({ asked });
  server.close();
});
