import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ATTACHMENT_LIMITS } from '@parley/core';
import { clientOf, startTestServer, type TestServer } from '../testing/test-server.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find(existsSync);
/** The model's answer: so many words, so long apart. */
const WORDS = 5;
const PAUSE_MS = 400;
const MOST_LATE_MS = 300;

let server: TestServer;
let instances: Server[];
const asked = [0, 0];
/** When the model said each of its words, in the time of this process. */
let said: number[] = [];
/** Ends the model's silence. */
let speak = Promise.withResolvers<void>();

beforeAll(async () => {
  server = await startTestServer({
    trustedProxies: 1,
    backends: ({ model }) => ({
      model: {
        capabilities: () => model.capabilities(),
        complete: (...request) => model.complete(...request),
        async *stream({ messages }) {
          if (messages.at(-1)?.content.includes('silence')) await speak.promise;
          for (let word = 0; word < WORDS; word++) {
            if (word > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
            said.push(performance.now());
            yield { type: 'text', delta: `word${word} ` } as const;
          }
          yield { type: 'end', reason: 'stop' } as const;
        },
      },
    }),
  });
  instances = await Promise.all(
    asked.map(async (_, index) => {
      const instance = createServer((req, res) => {
        asked[index] = (asked[index] ?? 0) + 1;
        server.handler(req, res);
      });
      instance.listen(0, '127.0.0.1');
      await once(instance, 'listening');
      return instance;
    }),
  );
});
afterAll(async () => {
  for (const instance of instances) {
    instance.closeAllConnections();
    instance.close();
  }
  await server.close();
});
afterEach(() => {
  vi.useRealTimers();
});

const portOf = (of: { address(): unknown }) => (of.address() as AddressInfo).port;

/** Runs nginx with this inside of its `http` block; `PORT` stands for where it listens. */
async function startNginx(http: string): Promise<{ url: string; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-nginx-'));
  mkdirSync(join(folder, 'temp'));
  const probe = createSocketServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const port = portOf(probe);
  probe.close();
  await once(probe, 'close');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path temp/${name};`);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid nginx.pid; error_log stderr warn; events {}
     http { access_log off; ${paths.join(' ')} ${http.replaceAll('PORT', `127.0.0.1:${port}`)} }`,
  );
  const child = spawn(NGINX ?? '', ['-p', folder, '-c', 'nginx.conf'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (text) => (output += text));
  const url = `http://127.0.0.1:${port}`;
  const look = async () => {
    if (child.exitCode === null) await fetch(`${url}/healthz`);
  };
  await vi.waitFor(look, { timeout: 10_000, interval: 50 });
  if (child.exitCode !== null) throw new Error(`nginx ended: ${output}`);
  return {
    url,
    async close() {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The shipped configuration, between this test's address and its two instances. */
function shipped(): string {
  const text = readFileSync(join(ROOT, 'deploy/nginx/parley.conf'), 'utf8');
  const [first = 0, second = 0] = instances.map(portOf);
  const filled = text
    .replace('listen 80;', 'listen PORT;')
    .replace('server api1:3000', `server 127.0.0.1:${first}`)
    .replace('server api2:3000', `server 127.0.0.1:${second}`);
  expect(filled).not.toContain('api1');
  return `include ${join('/etc/nginx', 'mime.types')}; ${filled}`;
}

/** Nothing but a way to the API, and compression of all there is: buffering as it comes. */
function plain(): string {
  const [first = 0] = instances.map(portOf);
  return `gzip on; gzip_types *; gzip_proxied any; gzip_min_length 1;
    server { listen PORT; location / { proxy_pass http://127.0.0.1:${first}; } }`;
}

describe.skipIf(NGINX === undefined)('behind nginx (skipped where there is none: apt-get install nginx)', () => {
  describe.each([
    ['with its shipped configuration', shipped],
    ['as it comes, buffering, and compressing everything', plain],
  ])('%s', (_, http) => {
    let nginx: Awaited<ReturnType<typeof startNginx>>;
    let client: ReturnType<typeof clientOf>;
    beforeAll(async () => {
      nginx = await startNginx(http());
      client = clientOf(nginx.url);
    });
    afterAll(() => nginx.close());

    it('words arrive when they are said, to whoever takes compressed answers', async () => {
      const token = await client.signUp();
      said = [];
      const arrived: number[] = [];
      const reply = await client.send(token, { text: 'Count' });
      for (let word = 0; word < WORDS; word++) {
        await reply.until(({ event }) => event.type === 'content' && event.content.includes(`word${word}`));
        arrived.push(performance.now());
      }
      const late = arrived.map((time, index) => time - (said[index] ?? 0));
      expect(Math.max(...late), late.join()).toBeLessThan(MOST_LATE_MS);
      await reply.all();
    });

    it('heartbeats arrive while the model is silent', async () => {
      const token = await client.signUp();
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      speak = Promise.withResolvers();
      const reply = await client.send(token, { text: 'silence' });
      await reply.generationId();
      for (let beat = 1; beat <= 2; beat++) {
        vi.advanceTimersByTime(15_000);
        await expect
          .poll(
            () =>
              reply
                .raw()
                .split('\n')
                .filter((line) => line === ': hb').length,
          )
          .toBe(beat);
      }
      speak.resolve();
      await reply.all();
    });
  });

  describe('with its shipped configuration', () => {
    let nginx: Awaited<ReturnType<typeof startNginx>>;
    let client: ReturnType<typeof clientOf>;
    let token: string;
    beforeAll(async () => {
      nginx = await startNginx(shipped());
      client = clientOf(nginx.url);
      token = await client.signUp();
    });
    afterAll(() => nginx.close());

    it('never compresses a stream, and compresses what is whole', async () => {
      const reply = await client.send(token, { text: 'Count' });
      expect(reply.headers.get('content-encoding')).toBeNull();
      await reply.all();
      const document = await fetch(`${nginx.url}/api/openapi.json`, { headers: { 'Accept-Encoding': 'gzip' } });
      expect(document.headers.get('content-encoding')).toBe('gzip');
      await document.text();
    });

    it('asks both instances, and says whom it asks for', async () => {
      asked.fill(0);
      const replies = await Promise.all(Array.from({ length: 6 }, () => client.send(token, { text: 'Count' })));
      await Promise.all(replies.map((reply) => reply.all()));
      expect(
        asked.every((count) => count > 0),
        asked.join(),
      ).toBe(true);
      const named = await fetch(`${nginx.url}/healthz`, { headers: { 'X-Request-Id': 'mine-42' } });
      expect(named.headers.get('x-request-id')).toBe('mine-42');
      const unnamed = await fetch(`${nginx.url}/healthz`);
      expect(unnamed.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
    });

    it('lets uploads through up to their limit, and the longest messages', async () => {
      const text = await client.upload(token, 'a.txt', 'text/plain', 'a'.repeat(ATTACHMENT_LIMITS.text));
      expect(text).toMatchObject({ status: 200, body: { success: true } });
      const beyond = await client.upload(token, 'a.txt', 'text/plain', 'a'.repeat(ATTACHMENT_LIMITS.text + 1));
      expect(beyond).toMatchObject({ status: 413, body: { code: 'too-large' } });
      // It is no PDF, which the API can only say when it has all of it.
      const pdf = await client.upload(token, 'a.pdf', 'application/pdf', 'a'.repeat(ATTACHMENT_LIMITS.pdf));
      expect(pdf.status).toBe(415);
      // The API's own word on a message that long; a proxy's would be no JSON.
      const message = { conversationId: crypto.randomUUID(), text: 'a'.repeat(31 * 1024 * 1024) };
      expect((await client.call('POST', '/api/chat/stream', token, message)).body.code).toBe('too-large');
    });

    it('answers 413 beyond everything that may be sent', async () => {
      const response = await fetch(`${nginx.url}/api/chat/stream`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: 'a'.repeat(34 * 1024 * 1024),
      });
      expect(response.status).toBe(413);
      await response.text();
    });

    it('keeps the metrics in the house', async () => {
      expect((await fetch(`${nginx.url}/metrics`)).status).toBe(404);
    });
  });
});
