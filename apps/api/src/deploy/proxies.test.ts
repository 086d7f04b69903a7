import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ATTACHMENT_LIMITS } from '@parley/core';
import { clientOf, METRICS_TOKEN } from '../testing/test-server.ts';
import { findProgram, plainNginx, shippedCaddy, shippedNginx, type Proxy } from './testing/start-proxy.ts';
import { startTwoInstances, type TwoInstances } from './testing/two-instances.ts';

let instances: TwoInstances;
beforeAll(async () => {
  instances = await startTwoInstances();
});
afterAll(() => instances.close());
afterEach(() => {
  vi.useRealTimers();
});

const nginx = findProgram('nginx', process.env.PATH);
const caddy = findProgram('caddy', process.env.PATH);
const PROXIES = [
  { name: 'nginx', program: nginx, start: shippedNginx, isShipped: true },
  { name: 'nginx as it comes, buffering, compressing all', program: nginx, start: plainNginx, isShipped: false },
  { name: 'Caddy', program: caddy, start: shippedCaddy, isShipped: true },
];

describe.each(PROXIES)('behind $name', ({ name, program, start, isShipped }) => {
  let proxy: Proxy;
  let client: ReturnType<typeof clientOf>;
  let token: string;
  beforeAll(async () => {
    if (program === null) {
      console.warn(`There is no ${name} here, so it is not tested: apt-get install it.`);
      return;
    }
    proxy = await start(program, instances.addresses);
    client = clientOf(proxy.url);
    token = await client.signUp();
  });
  afterAll(() => proxy?.close());

  it.skipIf(program === null)('words arrive as they are generated, even if clients accept compression', async () => {
    const turns = instances.newTurns();
    const reply = await client.send(token, { text: 'Count in turns' });
    // A word that the proxy held back would not arrive, since the next one waits for it.
    for (const [word, { resolve }] of turns.entries()) {
      resolve();
      await reply.until(({ event }) => event.type === 'content' && event.content.includes(`word${word}`));
    }
    await reply.all();
  });

  it.skipIf(program === null)('heartbeats arrive while the model is silent', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const reply = await client.send(token, { text: 'silence' });
    await reply.generationId();
    const beats = () => reply.raw().match(/^: hb$/gm)?.length ?? 0;
    for (let beat = 1; beat <= 2; beat++) {
      vi.advanceTimersByTime(15_000);
      await expect.poll(beats).toBe(beat);
    }
    instances.speak();
    await reply.all();
  });

  describe.skipIf(program === null || !isShipped)('with its shipped configuration', () => {
    it('the shipped proxy compresses complete responses, but never a stream', async () => {
      const reply = await client.send(token, { text: 'Count' });
      expect(reply.headers.get('content-encoding')).toBeNull();
      await reply.all();
      const document = await fetch(`${proxy.url}/api/openapi.json`, { headers: { 'Accept-Encoding': 'gzip' } });
      expect(document.headers.get('content-encoding')).toBe('gzip');
      await document.text();
    });

    it('the shipped proxy uses both instances and assigns request ids', async () => {
      instances.asked.fill(0);
      const replies = await Promise.all(Array.from({ length: 6 }, () => client.send(token, { text: 'Count' })));
      await Promise.all(replies.map((reply) => reply.all()));
      expect(
        instances.asked.every((count) => count > 0),
        instances.asked.join(),
      ).toBe(true);
      const response = await fetch(`${proxy.url}/healthz`);
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{32,36}$/);
    });

    it('the shipped proxy accepts uploads up to their limit, and the longest messages', async () => {
      const text = await client.upload(token, 'a.txt', 'text/plain', 'a'.repeat(ATTACHMENT_LIMITS.text));
      expect(text).toMatchObject({ status: 200, body: { success: true } });
      const beyond = await client.upload(token, 'a.txt', 'text/plain', 'a'.repeat(ATTACHMENT_LIMITS.text + 1));
      expect(beyond).toMatchObject({ status: 413, body: { code: 'too-large' } });
      // This is no PDF, which the API can detect only once it has read all of it.
      const pdf = await client.upload(token, 'a.pdf', 'application/pdf', 'a'.repeat(ATTACHMENT_LIMITS.pdf));
      expect(pdf.status).toBe(415);
      // The API's own response to such a long message; a proxy's would not be JSON.
      const message = { conversationId: crypto.randomUUID(), text: 'a'.repeat(31 * 1024 * 1024) };
      expect((await client.call('POST', '/api/chat/stream', token, message)).body.code).toBe('too-large');
    });

    it('the shipped proxy answers 413 to larger requests than any allowed one', async () => {
      const response = await fetch(`${proxy.url}/api/chat/stream`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: 'a'.repeat(34 * 1024 * 1024),
      });
      expect(response.status).toBe(413);
      await response.text();
    });

    it('the shipped proxy logs no address of a request that fails', async () => {
      const instance = createServer((req, res) => void (req.url === '/readyz' ? res.end() : req.socket.destroy()));
      instance.listen(0, '127.0.0.1');
      await once(instance, 'listening');
      const address = `127.0.0.1:${(instance.address() as AddressInfo).port}`;
      const failing = await start(program ?? '', [address, address]);
      onTestFinished(async () => {
        await failing.close();
        instance.close();
      });
      const { status } = await fetch(`${failing.url}/share/a-token?q=words`, { headers: { Referer: 'http://a/page' } });
      expect(status).toBe(502);
      // What it logs arrives after its response.
      await delay(200);
      expect(failing.log()).not.toMatch(/a-token|words|\/page/);
    });

    it.each(['/metrics', '/metrics/', '/METRICS', '//metrics', '/%6Detrics'])(
      'the shipped proxy does not expose the metrics under %s',
      async (path) => {
        const response = await fetch(proxy.url + path, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
        expect(await response.text()).not.toContain('parley_replies');
      },
    );
  });
});
