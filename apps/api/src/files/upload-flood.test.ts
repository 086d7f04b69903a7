import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { closeReaders } from './read-document.ts';
import { makePdf } from './testing/make-pdf.ts';

const MB = 1024 * 1024;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ deadlines: { stalledBody: 3_000, contestedBody: 400 } });
});
afterAll(() => server.close());

const tokens = (count: number) => Promise.all(Array.from({ length: count }, () => server.signUp()));

/** A POST that announces a body of `length` bytes, sends `sent` of it and then stalls. */
function stalledPost(path: string, type: string, token: string, length: number, sent: Uint8Array): Promise<void> {
  const { hostname, port, host } = new URL(server.url);
  const closed = Promise.withResolvers<void>();
  const socket: Socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {}).once('close', () => closed.resolve());
  socket.resume();
  const headers = [
    `Host: ${host}`,
    `Authorization: Bearer ${token}`,
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
  ];
  socket.write(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  socket.write(sent);
  onTestFinished(() => void socket.destroy());
  return closed.promise;
}

async function timed<T>(work: Promise<T>): Promise<{ ms: number; result: T }> {
  const begun = performance.now();
  const result = await work;
  return { ms: performance.now() - begun, result };
}

const longMessage = (token: string) =>
  server.send(token, { text: 'read it', documentName: 'a.txt', documentContent: 'word '.repeat(100_000) });

it('stalled bodies are cut off and do not delay another user’s long message', { timeout: 60_000 }, async () => {
  const attackers = await tokens(5);
  const victim = await server.signUp();
  // More bodies than places, 3 MB each, which stall after a few bytes.
  const stalled = attackers.flatMap((token) =>
    Array.from({ length: 4 }, () =>
      stalledPost('/api/chat/stream', 'application/json', token, 3 * MB, Buffer.from('{"te')),
    ),
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  const { ms, result } = await timed(longMessage(victim));
  expect(result.status).toBe(200);
  expect(ms).toBeLessThan(5_000);
  await result.all();
  await Promise.all(stalled);
});

it('stalled uploads use little memory and do not delay other users’ uploads', { timeout: 60_000 }, async () => {
  const attackers = await tokens(10);
  const victim = await server.signUp();
  const most = Buffer.alloc(14 * MB, 'a');
  const before = process.memoryUsage.rss();
  const stalled = attackers.flatMap((token) =>
    Array.from({ length: 3 }, () => stalledPost('/api/files?name=a.pdf', 'application/pdf', token, 15 * MB, most)),
  );
  await new Promise((resolve) => setTimeout(resolve, 500));
  const { ms, result } = await timed(server.upload(victim, 'a.txt', 'text/plain', 'words'));
  expect(result.status).toBe(200);
  expect(ms).toBeLessThan(5_000);
  expect((process.memoryUsage.rss() - before) / MB).toBeLessThan(350);
  await Promise.all(stalled);
});

it('slow PDFs delay no other file, and another user’s PDF only for its turn', { timeout: 120_000 }, async () => {
  const attackers = await tokens(2);
  const victim = await server.signUp();
  const slow = makePdf({ content: Buffer.alloc(60 * MB, 'q ') });
  expect(slow.length).toBeLessThan(MB / 10);
  let refused = 0;
  const flood = attackers.flatMap((token) =>
    Array.from({ length: 2 }, async () => {
      const { status } = await server.upload(token, 'slow.pdf', 'application/pdf', slow);
      refused += 1;
      return status;
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, 500));
  const text = await timed(server.upload(victim, 'a.txt', 'text/plain', 'words'));
  expect(text.result.status).toBe(200);
  expect(text.ms).toBeLessThan(10_000);
  const pdf = await server.upload(victim, 'a.pdf', 'application/pdf', makePdf());
  expect(pdf.status).toBe(200);
  // One turn of each attacker, however long the machine takes for it.
  expect(refused).toBeLessThanOrEqual(attackers.length);
  // The others need not use up their processor time.
  const abort = setInterval(closeReaders, 50);
  onTestFinished(() => clearInterval(abort));
  expect(new Set(await Promise.all(flood))).toEqual(new Set([413]));
});
