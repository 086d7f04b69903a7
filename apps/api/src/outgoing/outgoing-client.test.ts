import diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { fetchPublic } from './fetch-public.ts';
import { createOutgoingClient, type OutgoingSettings } from './outgoing-client.ts';

const MB = 1024 * 1024;
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A server on a free local port, and the paths that were requested from it. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    answer(request, response);
  });
  server.listen(0);
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port, paths };
}

const clientOf = (baseUrl: string, settings: Partial<OutgoingSettings> = {}) =>
  createOutgoingClient({ baseUrl, ...settings });

/** A promise's outcome, its duration and processor time in milliseconds, and the peak growth of memory in bytes. */
async function measured<T>(work: () => Promise<T>) {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 10);
  const [begun, used] = [performance.now(), process.cpuUsage()];
  const outcome = await work().catch((error: unknown) => error as Error);
  clearInterval(sampling);
  peak = Math.max(peak, process.memoryUsage().rss);
  const { user, system } = process.cpuUsage(used);
  return { outcome, ms: performance.now() - begun, cpuMs: (user + system) / 1000, grown: peak - before };
}

/** A gigabyte of zeros as a gzip file of about one megabyte, in several members that decoders join. */
function bomb(): Buffer {
  const member = gzipSync(Buffer.alloc(32 * MB));
  return Buffer.concat(Array.from({ length: 32 }, () => member));
}

test('a connection rests for a minute before it is closed', async () => {
  const sockets: Socket[] = [];
  const note = (message: unknown) => void sockets.push((message as { socket: Socket }).socket);
  diagnostics.subscribe('net.client.socket', note);
  closers.push(() => void diagnostics.unsubscribe('net.client.socket', note));
  const { origin } = await serve((_request, response) => response.setHeader('Keep-Alive', 'timeout=120').end('{}'));
  const client = clientOf(origin);
  for (let request = 0; request < 2; request++) {
    await (await client.fetch(origin)).text();
    await expect.poll(() => sockets.map(({ timeout }) => timeout)).toEqual([60_000]);
  }
});

test.each<[string, (socket: Socket) => void]>([
  ['closes', (socket) => socket.destroy()],
  ['resets', (socket) => socket.resetAndDestroy()],
])('after a service %s a resting connection, the next request opens a new one', async (_how, close) => {
  const used = new WeakSet<Socket>();
  const { origin } = await serve(async (request, response) => {
    const isFirst = !used.has(request.socket);
    used.add(request.socket);
    await buffer(request);
    if (isFirst) response.end('answered');
    else close(request.socket);
  });
  const post = async () => (await clientOf(origin).fetch(origin, { method: 'POST', body: 'a question' })).text();
  await Promise.all([post(), post(), post()]);
  // Connections are put to rest after their answers.
  await new Promise(setImmediate);
  await expect(post()).rejects.toThrow();
  expect(await post()).toBe('answered');
});

test.each(['websocket', 'h2c'])(
  'an answer that switches to %s rejects, and no request waits for it',
  async (protocol) => {
    const { origin } = await serve(({ socket }) => {
      socket.end(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: ${protocol}\r\nConnection: Upgrade\r\n\r\nhello`);
    });
    await expect(clientOf(origin).fetch(origin, { method: 'POST', body: '{}' })).rejects.toThrow('without an answer');
    await expect(clientOf(origin).open(origin, {})).rejects.toThrow('without an answer');
    const { signal } = new AbortController();
    const options = { maxBytes: () => MB, wholeMs: 60_000, signal, headers: {}, isExempt: () => true };
    await expect(fetchPublic(new URL(origin), options)).rejects.toThrow('without an answer');
  },
);

describe('an error’s body', () => {
  test.each([400, 401, 429, 500, 503])(
    'an error with status %s and a gigabyte behind gzip costs neither memory nor time',
    async (status) => {
      const body = bomb();
      const { origin } = await serve((_request, response) =>
        response.writeHead(status, { 'content-encoding': 'gzip' }).end(body),
      );
      const { outcome, cpuMs, grown } = await measured(async () => {
        const response = await clientOf(origin).fetch(`${origin}/v1/models`);
        return { status: response.status, bytes: (await response.arrayBuffer()).byteLength };
      });
      expect(outcome).toEqual({ status, bytes: 64 * 1024 });
      expect(cpuMs).toBeLessThan(2_000);
      expect(grown).toBeLessThan(100 * MB);
    },
  );

  test('an error whose body never ends is returned as far as it arrived', async () => {
    const { origin } = await serve((_request, response) => {
      response.writeHead(500);
      const writing = setInterval(() => response.write('{"error":'), 200);
      response.once('close', () => clearInterval(writing));
    });
    const { outcome, ms } = await measured(async () => {
      const { response } = await clientOf(origin).open(origin, { method: 'POST', body: '{}' });
      return `${response.status} ${await response.text()}`;
    });
    expect(outcome).toMatch(/^500 (\{"error":)+$/);
    expect(ms).toBeLessThan(20_000);
  });

  test('an error whose body breaks off keeps its status', async () => {
    const { origin } = await serve((_request, response) => {
      response.writeHead(429, { 'content-length': 1000 });
      response.write('half', () => response.destroy());
    });
    expect((await clientOf(origin).fetch(origin)).status).toBe(429);
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('a cut %s body with no reader, or no longer one, does not end the process', async (encoding, compress) => {
    const whole = compress(Buffer.alloc(3 * MB, 'abcdefgh<div>'));
    const { origin } = await serve((request, response) => {
      response.statusCode = Number(request.url?.slice(1));
      response.setHeader('content-encoding', encoding).end(whole.subarray(0, whole.length / 2));
    });
    const client = clientOf(origin);
    const faults: Error[] = [];
    const note = (error: Error) => void faults.push(error);
    process.on('uncaughtException', note);
    closers.push(() => void process.off('uncaughtException', note));
    await client.open(`${origin}/200`, {});
    const { body } = await client.open(`${origin}/200`, {});
    await body
      ?.take(1)
      .toArray()
      .catch(() => {});
    const leave = new AbortController();
    await client.open(`${origin}/200`, { signal: leave.signal });
    leave.abort();
    await client.open(`${origin}/500`, {});
    await expect(clientOf(origin, { maxBytes: 10 }).fetch(`${origin}/200`)).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(faults).toEqual([]);
  });

  test('an abort while the body arrives rejects with the abort reason', async () => {
    const { origin } = await serve((_request, response) => void response.writeHead(500).write('…'));
    const controller = new AbortController();
    const answer = clientOf(origin).fetch(origin, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('no longer wanted')), 100);
    await expect(answer).rejects.toThrow('no longer wanted');
  });
});

describe('a body that is read in full', () => {
  test.each([
    ['gzip', bomb()],
    ['br', brotliCompressSync(Buffer.alloc(64 * MB))],
    ['deflate', deflateSync(Buffer.alloc(64 * MB))],
  ])('a body over the limit is rejected while %s decompresses it', async (encoding, body) => {
    const { origin } = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    );
    const { outcome, cpuMs, grown } = await measured(() => clientOf(origin).fetch(origin));
    expect(outcome).toEqual(new SyntaxError('The answer is longer than 1048576 bytes.'));
    expect(cpuMs).toBeLessThan(2_000);
    expect(grown).toBeLessThan(100 * MB);
  });

  test('a body that trickles is aborted at the total timeout', async () => {
    const { origin } = await serve((_request, response) => {
      response.writeHead(200);
      const writing = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(writing));
    });
    const { outcome, ms } = await measured(() => clientOf(origin, { wholeMs: 300 }).fetch(origin));
    expect(outcome).toMatchObject({ name: 'TimeoutError' });
    expect(ms).toBeLessThan(15_000);
  });

  test('a silent server is aborted at the same timeout', async () => {
    const { origin } = await serve(() => {});
    await expect(clientOf(origin, { wholeMs: 200 }).fetch(origin)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('a form keeps its boundary', async () => {
    const received: string[] = [];
    const { origin } = await serve(async (request, response) => {
      received.push(request.headers['content-type'] ?? '', (await buffer(request)).toString());
      response.end('ok');
    });
    const body = new FormData();
    body.set('prompt', 'a fox');
    const response = await clientOf(origin).fetch(origin, { method: 'POST', body });
    expect(await response.text()).toBe('ok');
    expect(received[0]).toMatch(/^multipart\/form-data; boundary=/);
    expect(received[1]).toContain('a fox');
  });
});

describe('redirects', () => {
  /** Every spelling of a loopback address that URL parsers or resolvers accept. */
  const loopbacks = (port: number) => [
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://localhost.:${port}/`,
    `http://LOCALHOST:${port}/`,
    `http://127.1:${port}/`,
    `http://0177.0.0.1:${port}/`,
    `http://0x7f.0.0.1:${port}/`,
    `http://2130706433:${port}/`,
    `http://017700000001:${port}/`,
    `http://0.0.0.0:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://[::ffff:7f00:1]:${port}/`,
    `http://[0:0:0:0:0:0:0:1]:${port}/`,
    `http://user:pass@127.0.0.1:${port}/`,
    `http://api.openai.com@127.0.0.1:${port}/`,
    `http://127.0.0.1:${port}#@api.openai.com/`,
    `//127.0.0.1:${port}/`,
    `\\\\127.0.0.1:${port}\\`,
    `http://127。0。0。1:${port}/`,
    `http://①②⑦.0.0.1:${port}/`,
    `http://127.0.0.1.:${port}/`,
    ` http://127.0.0.1:${port}/`,
    `HTTP://127.0.0.1:${port}/`,
  ];

  test.each([301, 302, 303, 307, 308])('a %s to another origin of this machine is never followed', async (status) => {
    const canary = await serve((_request, response) => response.end('secret'));
    for (const location of loopbacks(canary.port)) {
      for (const method of ['GET', 'POST']) {
        const { origin } = await serve((_request, response) =>
          response.writeHead(status, { location: Buffer.from(location).toString('latin1'), 'content-length': 0 }).end(),
        );
        const response = await clientOf(origin).fetch(`${origin}/v1/images/generations`, { method });
        expect(response.status, location).toBe(status);
      }
    }
    expect(canary.paths).toEqual([]);
  });

  test.each([
    ['GET', 302],
    ['POST', 307],
    ['POST', 308],
  ])('a %s is repeated at another path of the same origin after a %s', async (method, status) => {
    const received: string[] = [];
    const { origin, paths } = await serve(async (request, response) => {
      received.push(`${request.method} ${request.headers.authorization} ${(await buffer(request)).toString()}`);
      if (request.url === '/v1/chat') response.writeHead(status, { location: '/v1/chat/' }).end();
      else response.end('there');
    });
    const headers = { authorization: 'Bearer key' };
    const body = method === 'POST' ? 'question' : null;
    const response = await clientOf(origin).fetch(`${origin}/v1/chat`, { method, headers, body });
    expect(await response.text()).toBe('there');
    expect(paths).toEqual(['/v1/chat', '/v1/chat/']);
    expect(received[1]).toBe(`${method} Bearer key ${body ?? ''}`);
  });

  test('a POST is not turned into a GET by a 302', async () => {
    const { origin, paths } = await serve((_request, response) => response.writeHead(302, { location: '/else' }).end());
    expect((await clientOf(origin).fetch(origin, { method: 'POST', body: '{}' })).status).toBe(302);
    expect(paths).toEqual(['/']);
  });

  test('a redirect loop ends after three redirects', async () => {
    const { origin, paths } = await serve((_request, response) => response.writeHead(307, { location: '/' }).end());
    expect((await clientOf(origin).fetch(origin)).status).toBe(307);
    expect(paths).toHaveLength(4);
  });

  test('a foreign origin is rejected before a connection is made', async () => {
    const canary = await serve((_request, response) => response.end('secret'));
    const client = clientOf('https://api.example.com/v1');
    for (const address of loopbacks(canary.port).filter((each) => URL.canParse(each))) {
      await expect(client.fetch(address), address).rejects.toThrow('is not the configured origin');
    }
    expect(canary.paths).toEqual([]);
  });
});
