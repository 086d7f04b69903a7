import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const PAGES = 'https://chat.example.com';
const APP = 'app://bundle';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ corsOrigins: [PAGES], rateLimits: { messages: 1 } });
});
afterAll(() => server.close());

const ask = (origin: string, path = '/api/auth/me', init: RequestInit = {}) =>
  fetch(server.url + path, { ...init, headers: { ...init.headers, Origin: origin } });
const listOf = (response: Response, name: string) => (response.headers.get(name) ?? '').toLowerCase().split(/,\s*/);

describe.each([PAGES, APP])('the allowed origin %s', (origin) => {
  it('pages of an allowed origin may read responses, without cookies', async () => {
    for (const path of ['/api/auth/me', '/healthz', '/api/settings', '/api/no-such-call']) {
      const response = await ask(origin, path);
      expect(response.headers.get('access-control-allow-origin')).toBe(origin);
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
      expect(listOf(response, 'vary')).toContain('origin');
    }
  });

  it('pages of an allowed origin may send every header that our client or OpenAI’s library uses', async () => {
    const wanted = ['authorization', 'content-type', 'idempotency-key', 'last-event-id', 'x-stainless-lang'];
    const response = await ask(origin, '/api/chat/stream', {
      method: 'OPTIONS',
      headers: { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': wanted.join(',') },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(listOf(response, 'access-control-allow-methods')).toEqual(['get', 'post', 'put', 'patch', 'delete']);
    expect(listOf(response, 'access-control-allow-headers')).toEqual(expect.arrayContaining(wanted));
  });

  it('pages of an allowed origin may read the rate-limit headers, even of a rejection', async () => {
    const token = await server.signUp();
    const send = () =>
      ask(origin, '/api/chat/stream', {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ conversationId: crypto.randomUUID(), text: 'Hello' }),
      });
    await (await send()).text();
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
    const exposed = listOf(refused, 'access-control-expose-headers');
    expect(exposed).toEqual(expect.arrayContaining(['ratelimit', 'ratelimit-policy', 'retry-after', 'x-request-id']));
    // OpenAI's library reads it.
    expect(exposed).toContain('x-should-retry');
  });
});

describe.each([
  'null',
  'https://evil.example',
  'https://chat.example.com.evil.example',
  'http://chat.example.com',
  'https://chat.example.com:8443',
  'https://CHAT.example.com.',
  'app://bundle.evil',
])('the foreign origin %s', (origin) => {
  it.each(['GET', 'OPTIONS'])('pages of a foreign origin get no CORS permission for %s', async (method) => {
    for (const path of ['/api/auth/me', '/api/chat/stream', '/healthz']) {
      const response = await ask(origin, path, {
        method,
        headers: { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'authorization' },
      });
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });
});

it('without the setting only the desktop app gets CORS permission', async () => {
  const closed = await startTestServer({ sandbox: server.sandbox });
  try {
    const response = await fetch(`${closed.url}/api/settings`, { headers: { Origin: PAGES } });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    const desktop = await fetch(`${closed.url}/api/settings`, { headers: { Origin: APP } });
    expect(desktop.headers.get('access-control-allow-origin')).toBe(APP);
  } finally {
    await closed.close();
  }
});

it('pages of other origins can read the settings that our own pages contain', async () => {
  const { body } = await server.call('GET', '/api/settings');
  expect(body).toMatchObject({
    success: true,
    settings: { productName: 'Parley', messagesLimit: 1000, windowHours: 12 },
  });
});
