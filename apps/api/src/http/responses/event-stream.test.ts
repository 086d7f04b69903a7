import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import express, { type Response } from 'express';
import { expect, it, onTestFinished, vi } from 'vitest';
import { DEADLINES } from '../../limits/deadlines.ts';
import { EventStream } from './event-stream.ts';

/** Opens a stream whose reader takes nothing until asked. */
async function open(): Promise<{ stream: EventStream; res: Response; reader: IncomingMessage }> {
  const opened = Promise.withResolvers<{ stream: EventStream; res: Response }>();
  const app = express().get('/', (_req, res) => {
    opened.resolve({ stream: new EventStream(res, DEADLINES, { onDrain() {}, onClose() {} }), res });
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [reader] = (await once(get({ port, host: '127.0.0.1', agent: false }), 'response')) as [IncomingMessage];
  return { ...(await opened.promise), reader };
}

const turn = () => new Promise(setImmediate);

it('the server disconnects a reader that does not read the rest of an ended stream', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { stream, res, reader } = await open();
  const broken = once(reader, 'error');
  let calm = 0;
  // Stop when so little is buffered that the stream does not seem blocked, although nothing is read.
  while (calm < 20) {
    if (res.writableLength === 0) expect(stream.write(`${'x'.repeat(999)}\n`)).toBe(true);
    await turn();
    calm = res.writableLength === 0 ? 0 : calm + 1;
  }
  expect(stream.isBlocked).toBe(false);
  stream.end();
  await vi.advanceTimersByTimeAsync(45_000);
  expect(res.destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(45_000);
  expect(res.destroyed).toBe(true);
  reader.resume();
  await broken;
});

it('a silent stream sends a comment every 15 seconds, and its headers forbid proxies to buffer it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { reader } = await open();
  expect(reader.headers).toMatchObject({ 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' });
  let text = '';
  reader.setEncoding('utf8').on('data', (part: string) => (text += part));
  await vi.advanceTimersByTimeAsync(14_900);
  await turn();
  expect(text).toBe('');
  for (const count of [1, 2]) {
    await vi.advanceTimersByTimeAsync(count === 1 ? 200 : 15_000);
    await vi.waitFor(() => expect(text).toBe(': hb\n\n'.repeat(count)));
  }
});

it('a HEAD request gets the headers of a stream, and its connection is free for the next request', async () => {
  const app = express().get('/', (_req, res) => {
    const stream = new EventStream(res, DEADLINES, { onDrain() {}, onClose() {} });
    stream.write('data: {}\n\n');
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  let received = '';
  socket.on('data', (text: string) => (received += text));
  for (const request of ['HEAD /', 'GET /none']) socket.write(`${request} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await expect
    .poll(() => received)
    .toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*text\/event-stream[^]*\r\n\r\nHTTP\/1\.1 404 Not Found\r\n/);
});
