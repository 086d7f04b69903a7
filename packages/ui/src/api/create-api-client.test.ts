import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { AppError, encodeFrame, type SequencedEvent, type UserEvent } from '@parley/core';
import { TransportError } from './transport-error.ts';
import { createApiClient } from './create-api-client.ts';

let server: Server | undefined;
afterEach(async () => {
  vi.useRealTimers();
  server?.closeAllConnections();
  await new Promise((closed) => (server ? server.close(closed) : closed(null)));
  server = undefined;
});

async function serve(listener: RequestListener, token: string | null = 'good') {
  server = createServer(listener);
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const onUnauthorized = vi.fn<() => void>();
  const session = { token };
  const apiUrl = `http://127.0.0.1:${port}`;
  return { api: createApiClient({ apiUrl, token: () => session.token, onUnauthorized }), session, onUnauthorized };
}

function answer(status: number, body: string, headers: Record<string, string> = {}): RequestListener {
  return (_req, res) => void res.writeHead(status, headers).end(body);
}

const SSE = { 'Content-Type': 'text/event-stream; charset=utf-8' };

function readInto(events: SequencedEvent[], signal = new AbortController().signal) {
  return { signal, onEvent: (event: SequencedEvent) => void events.push(event) };
}

test('sends the token, the path and the parameters of a call', async () => {
  const seen: (string | undefined)[] = [];
  const { api, session } = await serve((req, res) => {
    seen.push(`${req.method} ${req.url}`, req.headers.authorization);
    res.end('{"success":true,"conversations":[]}');
  });
  await api.history({ limit: 20, before: 'a&b' });
  session.token = null;
  await api.deleteConversation('c/1');
  expect(seen).toEqual([
    'GET /api/chat/history?limit=20&before=a%26b&messages=last',
    'Bearer good',
    'DELETE /api/chat/c%2F1',
    undefined,
  ]);
});

test('a change goes on when the page is closed unless it is long or the fourth at once, and every deletion of an upload', async () => {
  const seen: [string | undefined, boolean | undefined][] = [];
  const fetch: typeof globalThis.fetch = async (_url, { method, keepalive } = {}) => {
    seen.push([method, keepalive]);
    return new Response('{"success":true,"conversations":[]}');
  };
  const api = createApiClient({ apiUrl: '', token: () => null, fetch });
  await api.deleteConversation('c');
  const account = await api.account();
  await account.setPreferences({ about: 'A baker.' });
  await account.setPreferences({ about: 'x'.repeat(5_000) });
  await api.history({ limit: 20 });
  expect(seen).toEqual([
    ['DELETE', true],
    ['PUT', true],
    ['PUT', false],
    ['GET', false],
  ]);
  await Promise.all([1, 2, 3, 4].map((id) => api.deleteConversation(`${id}`)));
  await api.deleteConversation('c');
  expect(seen.slice(4).map(([, keepalive]) => keepalive)).toEqual([true, true, true, false, true]);
  await Promise.all([1, 2, 3, 4, 5].map((id) => api.deleteUpload(`${id}`)));
  expect(seen.slice(9)).toEqual(Array(5).fill(['DELETE', true]));
});

test('Undo and Stop go on when the page is closed', async () => {
  const seen: [string, boolean | undefined][] = [];
  const fetch: typeof globalThis.fetch = async (url, { keepalive } = {}) => {
    seen.push([String(url), keepalive]);
    const conversation = { id: 'c', title: 'Tides', updatedAt: '2026-01-01T00:00:00.000Z' };
    return Response.json({ success: true, status: 'stopped', conversation });
  };
  const api = createApiClient({ apiUrl: '', token: () => null, fetch });
  await api.restoreConversation('c');
  await (await api.projects()).restore('p');
  await api.stop('g');
  expect(seen).toEqual([
    ['/api/chat/c/restore', true],
    ['/api/projects/p/restore', true],
    ['/api/chat/stream/g/stop', true],
  ]);
});

test('each call uses its own address and returns the content of the answer', async () => {
  const seen: string[] = [];
  const conversation = { id: 'c', title: 'Tides', updatedAt: '2026-01-01T00:00:00.000Z' };
  const lists = { hits: [], messages: [], conversations: [], prompts: [] };
  const onboarding = { answers: { goals: [], quiz: {} }, step: 'goals' };
  const answers = { ...lists, ...onboarding, conversation, image: { ok: true }, text: 'Hi', isCut: false };
  const { api } = await serve((req, res) => {
    let body = '';
    req.on('data', (piece: Buffer) => (body += piece.toString()));
    req.on('end', () => {
      seen.push(`${req.method} ${req.url} ${body}`.trim());
      res.end(JSON.stringify({ success: true, ...answers }));
    });
  });
  const { signal } = new AbortController();
  expect(await api.changeConversation('c', { pinned: true })).toEqual(conversation);
  expect(await api.restoreConversation('c')).toEqual(conversation);
  await api.showVersion('c', 'm/1');
  expect(await api.search('a & b', signal)).toEqual([]);
  expect(await api.capabilities()).toMatchObject({ image: { ok: true }, attachPdf: { ok: false } });
  expect(await api.documentText('f')).toMatchObject({ text: 'Hi', isCut: false });
  await api.deleteUpload('f');
  await api.history({ limit: 5, only: 'pinned' });
  await api.onboarding();
  await api.saveOnboarding({ step: 'quiz', hasSeen: true });
  expect(seen).toEqual([
    'PATCH /api/chat/c {"pinned":true}',
    'POST /api/chat/c/restore',
    'POST /api/chat/c/versions/m%2F1',
    'GET /api/chat/search?q=a+%26+b',
    'GET /api/capabilities',
    'GET /api/files/f/text',
    'DELETE /api/files/f',
    'GET /api/chat/history?limit=5&only=pinned&messages=last',
    'GET /api/onboarding',
    'PUT /api/onboarding {"step":"quiz","hasSeen":true}',
  ]);
});

test('an aborted search ends on the server', async () => {
  const closed = Promise.withResolvers<void>();
  const controller = new AbortController();
  const { api } = await serve((_req, res) => {
    res.on('close', () => closed.resolve());
    controller.abort();
  });
  await expect(api.search('a', controller.signal)).rejects.toBeInstanceOf(TransportError);
  await closed.promise;
});

test('an error body becomes an error with its code, sentence, delay and details', async () => {
  const body = { success: false, code: 'usage-limit-reached', message: 'Enough.', error: 'Enough.', messagesUsed: 10 };
  const { api } = await serve(answer(429, JSON.stringify(body), { 'Retry-After': '30' }));
  const error = await api
    .streamChat({ conversationId: 'c', text: 'Hi' }, readInto([]))
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({
    code: 'usage-limit-reached',
    message: 'Enough.',
    retryAfter: 30,
    details: { messagesUsed: 10 },
  });
});

test.each([
  ['a proxy’s page', 502, '<html>Bad gateway</html>'],
  ['nothing', 503, ''],
  ['null', 500, 'null'],
  ['an object without a sentence', 418, '{}'],
])('an error whose body is %s gets its code from the status', async (_name, status, body) => {
  const { api } = await serve(answer(status, body));
  await expect(api.usage()).rejects.toMatchObject({ code: 'internal', message: `HTTP error! status: ${status}` });
});

test('a 429 without a body is the limit', async () => {
  const { api } = await serve(answer(429, '<html>Too many'));
  await expect(api.usage()).rejects.toMatchObject({
    code: 'usage-limit-reached',
    message: 'Daily message limit reached. Please upgrade to Premium for unlimited messages.',
  });
});

test('a rejected token is reported once, and only while it is current', async () => {
  const refusal = JSON.stringify({ success: false, code: 'unauthorized', message: 'No.', error: 'No.' });
  const { api, session, onUnauthorized } = await serve(answer(401, refusal));
  await expect(api.usage()).rejects.toMatchObject({ code: 'unauthorized' });
  expect(onUnauthorized).toHaveBeenCalledTimes(1);
  const late = api.usage().catch(() => {});
  session.token = 'newer';
  await late;
  expect(onUnauthorized).toHaveBeenCalledTimes(1);
});

test('wrong credentials do not end a session', async () => {
  const refusal = JSON.stringify({ success: false, code: 'wrong-credentials', message: 'No.', error: 'No.' });
  const { api, onUnauthorized } = await serve(answer(401, refusal));
  await expect(api.login({ email: 'a@b.c', password: 'secret' })).rejects.toMatchObject({ code: 'wrong-credentials' });
  expect(onUnauthorized).not.toHaveBeenCalled();
});

test.each<[string, RequestListener]>([
  ['is not JSON', answer(200, '<html>')],
  ['is not an object', answer(200, '42')],
  ['is cut', (_req, res) => void res.writeHead(200, { 'Content-Length': '100' }).write('{"a":', () => res.destroy())],
  ['never begins', (req) => void req.socket.destroy()],
])('an answer that %s is a transport error', async (_name, listener) => {
  const { api } = await serve(listener);
  await expect(api.me()).rejects.toBeInstanceOf(TransportError);
});

test('a request without an answer for 20 s is a transport error', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((time) => {
    expect(time).toBe(20_000);
    return AbortSignal.abort();
  });
  const { api } = await serve(() => {});
  await expect(api.activeReplies()).rejects.toBeInstanceOf(TransportError);
  timeout.mockRestore();
});

test.each([204, 200])('a stream without a body is reported as such, with status %i', async (status) => {
  const { api } = await serve((_req, res) => void res.writeHead(status, { 'Content-Length': '0' }).end());
  await expect(api.streamChat({ conversationId: 'c', text: 'Hi' }, readInto([]))).rejects.toMatchObject({
    code: 'internal',
    message: 'No reader available',
  });
});

test('a stream is read as it arrives, with the last event id in the request header', async () => {
  const seen: unknown[] = [];
  const { api } = await serve((req, res) => {
    seen.push(req.headers['idempotency-key']);
    res.writeHead(200, SSE);
    const bytes = Buffer.from(`: hb\n\n${encodeFrame({ seq: 0, event: { type: 'content', content: 'é😀' } })}`);
    for (const byte of bytes) res.write(Buffer.from([byte]));
    res.end();
  });
  const events: SequencedEvent[] = [];
  const onActivity = vi.fn<() => void>();
  await api.streamChat(
    { conversationId: 'c', text: 'Hi', clientMessageId: 'id-1' },
    { ...readInto(events), onActivity },
  );
  expect(events).toEqual([{ seq: 0, event: { type: 'content', content: 'é😀' } }]);
  expect(onActivity).toHaveBeenCalled();
  expect(seen).toEqual(['id-1']);
});

test('a message is on its way before the page is drawn, once the parser is loaded', async () => {
  const paths: string[] = [];
  const refuse: typeof fetch = (input) => {
    paths.push(String(input));
    return Promise.reject(new TypeError('unreachable'));
  };
  const api = createApiClient({ apiUrl: '', token: () => null, fetch: refuse });
  const events = readInto([]);
  await expect(api.events({ ...events, onEvent: () => {} })).rejects.toBeInstanceOf(TransportError);
  const sent = api.streamChat({ conversationId: 'c', text: 'Hi' }, events);
  expect(paths).toEqual(['/api/events', '/api/chat/stream']);
  await expect(sent).rejects.toBeInstanceOf(TransportError);
});

test('a stream that is cut or has an oversized line is a transport error, after its earlier events', async () => {
  const frame = encodeFrame({ seq: 3, event: { type: 'content', content: 'so far' } });
  const { api } = await serve((req, res) => {
    expect(req.url).toBe('/api/chat/stream/run?after=2');
    res.writeHead(200, SSE).write(frame);
    setImmediate(() => res.destroy());
  });
  const events: SequencedEvent[] = [];
  await expect(api.attach('run', 2, readInto(events))).rejects.toBeInstanceOf(TransportError);
  expect(events).toHaveLength(1);
});

test.each<[string, RequestListener]>([
  ['is an HTML page', answer(200, '<html>', { 'Content-Type': 'text/html' })],
  ['has an endless line', (_req, res) => void res.writeHead(200, SSE).end(`data: ${'x'.repeat(1_100_000)}`)],
])('a stream that %s is a transport error', async (_name, listener) => {
  const { api } = await serve(listener);
  await expect(api.attach('run', -1, readInto([]))).rejects.toBeInstanceOf(TransportError);
});

test('a stream aborted by its reader is closed on the server', async () => {
  const closed = Promise.withResolvers<void>();
  const { api } = await serve((_req, res) => {
    res.writeHead(200, SSE).write(': hb\n\n');
    res.on('close', () => closed.resolve());
  });
  const controller = new AbortController();
  const handlers = { ...readInto([], controller.signal), onActivity: () => controller.abort() };
  await expect(api.attach('run', -1, handlers)).rejects.toBeInstanceOf(TransportError);
  await closed.promise;
});

test('the event stream delivers known events and skips unknown ones', async () => {
  const user = { _id: 'ada', email: 'ada@example.com', subscriptionStatus: 'active' };
  const { api } = await serve((req, res) => {
    expect([req.url, req.headers.authorization]).toEqual(['/api/events', 'Bearer good']);
    const lines = [
      ': hb',
      'data: {',
      'data: null',
      'data: {"later":1}',
      `data: ${JSON.stringify({ type: 'user', user })}`,
    ];
    res.writeHead(200, SSE).end(lines.map((line) => `${line}\n\n`).join(''));
  });
  const received: UserEvent[] = [];
  await api.events({ signal: new AbortController().signal, onEvent: (event) => void received.push(event) });
  expect(received).toEqual([{ type: 'user', user }]);
});

test('an unreachable server is reported only for foreground requests', async () => {
  const onUnreached = vi.fn<() => void>();
  const fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  const api = createApiClient({ apiUrl: '', token: () => 'good', fetch, onUnreached });
  await expect(api.events({ signal: new AbortController().signal, onEvent() {} })).rejects.toThrow(TransportError);
  expect(onUnreached).not.toHaveBeenCalled();
  await expect(api.usage()).rejects.toThrow(TransportError);
  expect(onUnreached).toHaveBeenCalledTimes(1);
});

test.each([502, 503, 504, 520, 522, 527, 530])(
  'status %i of a proxy is reported as an unreachable server',
  async (status) => {
    const onUnreached = vi.fn<() => void>();
    const fetch = () => Promise.resolve(new Response('<html>Away', { status }));
    const api = createApiClient({ apiUrl: '', token: () => 'good', fetch, onUnreached });
    await expect(api.usage()).rejects.toThrow(AppError);
    expect(onUnreached).toHaveBeenCalledTimes(1);
  },
);

test.each([400, 429, 500, 501])('status %i is not', async (status) => {
  const onUnreached = vi.fn<() => void>();
  const fetch = () => Promise.resolve(new Response('<html>No', { status }));
  const api = createApiClient({ apiUrl: '', token: () => 'good', fetch, onUnreached });
  await expect(api.usage()).rejects.toThrow(AppError);
  expect(onUnreached).not.toHaveBeenCalled();
});
