// @vitest-environment happy-dom
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { AppError, type Attachment } from '@parley/core';
import { TransportError } from './transport-error.ts';
import { createApiClient } from './create-api-client.ts';

let server: Server | undefined;
afterEach(async () => {
  vi.useRealTimers();
  server?.closeAllConnections();
  await new Promise((closed) => (server ? server.close(closed) : closed(null)));
  server = undefined;
});

const FILE: Attachment = {
  id: 'f1',
  kind: 'text',
  name: 'a & b.txt',
  type: 'text/plain',
  size: 5,
  url: '/api/files/f1',
};
const STORED = JSON.stringify({ success: true, file: FILE });

async function serve(listener: RequestListener) {
  server = createServer(listener);
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const apiUrl = `http://127.0.0.1:${port}`;
  // The page has the same origin as the API.
  (globalThis as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(`${apiUrl}/`);
  const onUnauthorized = vi.fn<() => void>();
  return { url: apiUrl, api: createApiClient({ apiUrl, token: () => 'good', onUnauthorized }), onUnauthorized };
}

function answer(status: number, body: string, headers: Record<string, string> = {}): RequestListener {
  return (req, res) => void req.resume().on('end', () => res.writeHead(status, headers).end(body));
}

function upload(api: Awaited<ReturnType<typeof serve>>['api'], signal = new AbortController().signal) {
  const file = new File(['hello'], 'a & b.txt', { type: 'text/plain' });
  return api.upload(file, { signal, onProgress: () => {} });
}

test('sends the bytes under their declared type, with name and token', async () => {
  const { promise: seen, resolve } = Promise.withResolvers<unknown[]>();
  const { api } = await serve((req, res) => {
    let body = '';
    req.on('data', (piece: Buffer) => (body += piece.toString()));
    req.on('end', () => {
      resolve([req.method, req.url, req.headers['content-type'], req.headers.authorization, body]);
      res.end(STORED);
    });
  });
  expect(await upload(api)).toEqual(FILE);
  expect(await seen).toEqual(['POST', '/api/files?name=a+%26+b.txt', 'text/plain', 'Bearer good', 'hello']);
});

test('an error body becomes an error with its code, sentence and delay', async () => {
  const body = { success: false, code: 'rate-limited', message: 'Slowly.', error: 'Slowly.' };
  const { api, onUnauthorized } = await serve(answer(429, JSON.stringify(body), { 'Retry-After': '9' }));
  const error = await upload(api).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ code: 'rate-limited', message: 'Slowly.', retryAfter: 9 });
  expect(onUnauthorized).not.toHaveBeenCalled();
});

test('a rejected token ends the session', async () => {
  const body = { success: false, code: 'unauthorized', message: 'No.', error: 'No.' };
  const { api, onUnauthorized } = await serve(answer(401, JSON.stringify(body)));
  await expect(upload(api)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(onUnauthorized).toHaveBeenCalledTimes(1);
});

test.each<[string, RequestListener]>([
  ['is not from our API', answer(200, '<html>')],
  ['is empty', answer(200, 'null')],
  ['never arrives', (req) => void req.socket.destroy()],
])('an answer that %s is a transport error', async (_name, listener) => {
  const { api } = await serve(listener);
  await expect(upload(api)).rejects.toBeInstanceOf(TransportError);
});

test('a folder or a file that is gone is no transport error', async () => {
  const { api } = await serve((req) => void req.socket.destroy());
  const file = new File(['hello'], 'folder');
  file.slice = () =>
    Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) });
  const error = await api
    .upload(file, { signal: new AbortController().signal, onProgress() {} })
    .catch((thrown) => thrown);
  expect(error).toMatchObject({ code: 'invalid-request', message: 'We couldn’t read this document.' });
});

test('an upload to a silent server is a transport error', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const arrived = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const { api } = await serve((req) => {
    req.socket.on('close', () => closed.resolve());
    req.resume().on('end', () => arrived.resolve());
  });
  const sent = upload(api).catch((error: unknown) => error);
  await arrived.promise;
  vi.advanceTimersByTime(180_000);
  expect(await sent).toBeInstanceOf(TransportError);
  await closed.promise;
});

test('an aborted upload ends on the server', async () => {
  const closed = Promise.withResolvers<void>();
  const controller = new AbortController();
  const { api } = await serve((req) => {
    req.socket.on('close', () => closed.resolve());
    controller.abort();
  });
  await expect(upload(api, controller.signal)).rejects.toBeInstanceOf(TransportError);
  await closed.promise;
  await expect(upload(api, AbortSignal.abort())).rejects.toBeInstanceOf(TransportError);
});
