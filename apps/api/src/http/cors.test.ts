import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
  fetch(server.url + path, { method, headers });

describe('the desktop app', () => {
  it('may ask what it sends with a token and a body, and reads how long it has to wait', async () => {
    const { status, headers } = await ask(
      '/api/chat/stream',
      { Origin: 'app://bundle', 'Access-Control-Request-Method': 'POST' },
      'OPTIONS',
    );
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('app://bundle');
    expect(headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    const answer = await ask('/api/auth/me', { Origin: 'app://bundle' });
    expect(answer.headers.get('access-control-allow-origin')).toBe('app://bundle');
    expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After');
  });

  it('learns what a page would have told it', async () => {
    const { body } = await server.call('GET', '/api/product');
    expect(body).toMatchObject({ success: true, settings: { productName: 'Parley', messagesLimit: 1000 } });
  });
});

it.each(['null', '*', 'app://bundle.evil', 'app://other', 'https://evil.example', 'http://localhost:3000'])(
  'no page of %s reads an answer',
  async (origin) => {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await ask('/api/auth/me', { Origin: origin, 'Access-Control-Request-Method': 'GET' }, method);
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('vary')).toContain('Origin');
    }
  },
);
