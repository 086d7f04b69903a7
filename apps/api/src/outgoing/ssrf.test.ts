import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openImageModel } from '../chat/model/images/open-image-model.ts';
import { openModel } from '../chat/model/open-model.ts';
import { searxng } from '../chat/search/searxng.ts';
import { fold } from '../testing/reply-stream.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

interface Listener {
  port: number;
  hits: string[];
  close(): void;
}

async function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  host?: string,
): Promise<Listener> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  server.listen(0, host);
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, hits, close };
}

/** Every spelling of a local address, or name that resolves to one, that a URL parser or a resolver accepts. */
function addressesOf(port: number): string[] {
  const hosts = [
    '127.0.0.1',
    'localhost',
    'localhost.',
    '127.1',
    '0177.0.0.1',
    '0x7f000001',
    '2130706433',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    'user:secret@127.0.0.1',
    'example.com@127.0.0.1',
    '127.0.0.1.',
    '①②⑦.0.0.1',
    // Public names that resolve to this machine, as in DNS rebinding.
    'localtest.me',
    '127.0.0.1.nip.io',
  ];
  return [
    ...hosts.map((host) => `http://${host}:${port}/secret`),
    `//127.0.0.1:${port}/secret`,
    `http:127.0.0.1:${port}/secret`,
    `\\\\127.0.0.1:${port}\\secret`,
    `https://example.com\\@127.0.0.1:${port}/secret`,
    `gopher://127.0.0.1:${port}/secret`,
    `file:///etc/passwd`,
  ];
}

let canary: Listener;
let service: Listener;
/** The target of the services' redirects, and of the URLs in their responses. */
let named = '';
let server: TestServer;
let token: string;

beforeAll(async () => {
  canary = await listen((_request, response) => response.end('secret'));
  service = await listen((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    const location = Buffer.from(named).toString('latin1');
    if (request.url?.startsWith('/redirect')) return response.writeHead(307, { location, 'content-length': 0 }).end();
    if (request.url?.endsWith('/models')) return response.end(JSON.stringify({ data: [{ id: 'demo' }] }));
    if (request.url?.includes('/images')) return response.end(JSON.stringify({ data: [{ url: named }] }));
    const content = `[1](${named}) ![x](${named})`;
    const annotations = [{ type: 'url_citation', url: named, url_citation: { url: named } }];
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(
      `data: ${JSON.stringify({ choices: [{ delta: { content, annotations }, finish_reason: 'stop' }] })}\n\n`,
    );
  }, '127.0.0.1');
  const base = `http://127.0.0.1:${service.port}`;
  server = await startTestServer({
    backends: () => ({
      model: openModel({
        apiKey: null,
        baseUrl: `${base}/v1`,
        api: 'chat',
        model: 'demo',
        thinkingModel: null,
        titleModel: null,
        contextTokens: 8_192,
      }),
      imageModel: openImageModel({ apiKey: null, baseUrl: `${base}/v1`, model: 'demo', quality: 'low' }),
    }),
  });
  token = await server.signUp();
});
afterAll(async () => {
  await server.close();
  canary.close();
  service.close();
});

const FIELDS = ['previousImageUrl', 'base64ImageDataUri', 'documentContent', 'documentName', 'text'] as const;

it.each(FIELDS)('T43: a URL in %s of a message is not opened', async (field) => {
  for (const address of addressesOf(canary.port)) {
    named = address;
    for (const selectedTool of ['normal', 'image', 'web_search']) {
      const request = {
        conversationId: randomUUID(),
        text: 'Look at this',
        selectedTool,
        ...(field === 'documentContent' && { documentName: 'a.txt' }),
        [field]: address,
      };
      const { status } = await server.call('POST', '/api/chat/stream', token, request).catch(() => ({ status: 200 }));
      expect([200, 400, 404, 415, 422], address).toContain(status);
    }
  }
  expect(canary.hits).toEqual([]);
});

it('T43: sources and pictures in a reply are shown, but not opened', async () => {
  for (const address of addressesOf(canary.port)) {
    named = address;
    const message = fold(await (await server.send(token, { text: 'What is there?' })).all());
    expect(message.status, address).toBe('complete');
    const drawn = fold(await (await server.send(token, { text: 'Draw it', selectedTool: 'image' })).all());
    expect(drawn.isError, address).toBe(true);
  }
  expect(canary.hits).toEqual([]);
});

it('T43: a service’s redirect to another address of this machine is not followed', async () => {
  const { signal } = new AbortController();
  const baseUrl = `http://127.0.0.1:${service.port}/redirect`;
  const settings = { apiKey: 'key', baseUrl, model: 'demo' };
  const chat = { ...settings, api: 'chat' as const, thinkingModel: null, titleModel: null, contextTokens: null };
  for (const address of addressesOf(canary.port)) {
    named = address;
    const images = openImageModel({ ...settings, quality: 'low' });
    const about = { prompt: 'a fox', safetyIdentifier: 'x' };
    const bytes = Buffer.from(PNG, 'base64');
    await expect(images.draw({ ...about, pictures: [] }, signal), address).rejects.toThrow();
    await expect(images.draw({ ...about, pictures: [{ type: 'image/png', bytes }] }, signal)).rejects.toThrow();
    await images.capability();
    const model = openModel(chat);
    const text = { instructions: '', text: 'hi', maxOutputTokens: 20, safetyIdentifier: 'x' };
    await expect(model.complete(text, signal)).rejects.toThrow();
    await model.capabilities();
    await expect(searxng(baseUrl).search('cats', signal)).rejects.toThrow('status 307');
  }
  expect(service.hits.filter((hit) => hit.includes('/redirect')).length).toBeGreaterThan(100);
  expect(canary.hits).toEqual([]);
});

it('T43: the canary itself is reachable', async () => {
  await fetch(`http://127.0.0.1:${canary.port}/secret`);
  expect(canary.hits).toEqual(['GET /secret']);
});
