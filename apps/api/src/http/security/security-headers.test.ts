import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRoutes } from '../../testing/list-routes.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let withApple: TestServer;
beforeAll(async () => {
  server = await startTestServer({ apple: null });
  withApple = await startTestServer();
});
afterAll(() => Promise.all([server.close(), withApple.close()]));

/** The content security policy as a record of directives. */
function directives(headers: Headers): Record<string, string> {
  const policy = headers.get('content-security-policy') ?? '';
  return Object.fromEntries(
    policy.split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(' ');
      return [name, values.join(' ')];
    }),
  );
}

const OWN = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' blob:",
  'media-src': 'blob:',
  'font-src': "'self'",
  'connect-src': "'self'",
  'frame-src': "'self'",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
};

describe('every response, including errors,', () => {
  it.each([
    '/',
    '/help',
    '/no/such/page',
    '/assets/gone.js',
    '/api/auth/me',
    '/api/nothing',
    '/api/chat/%E0%A4%A',
    '/healthz',
  ])('the response has all security headers: %s', async (path) => {
    const { headers } = await fetch(server.url + path);
    expect(directives(headers)).toEqual(OWN);
    expect(Object.fromEntries(headers)).toMatchObject({
      // With `same-origin`, the popup of Sign in with Apple could not answer its opener.
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-permitted-cross-domain-policies': 'none',
      'strict-transport-security': 'max-age=31536000',
      'permissions-policy': 'camera=(), display-capture=(), geolocation=(), payment=(), usb=(), microphone=(self)',
    });
    expect(headers.has('x-powered-by')).toBe(false);
  });
});

it('browsers are told to stay on https only if the public URL is https', async () => {
  const onLaptop = await startTestServer({ publicUrl: 'http://localhost:3000' });
  try {
    const { headers } = await fetch(onLaptop.url);
    expect(headers.has('strict-transport-security')).toBe(false);
    expect(headers.has('permissions-policy')).toBe(true);
  } finally {
    await onLaptop.close();
  }
});

it('the policy allows only the origins that Sign in with Apple needs', async () => {
  const { headers } = await fetch(withApple.url);
  const { apple } = withApple.sandbox.urls;
  const origin = new URL(apple).origin;
  expect(directives(headers)).toEqual({
    ...OWN,
    'script-src': `'self' ${origin}`,
    'connect-src': `'self' ${origin}`,
    'frame-src': `'self' ${origin}`,
    'form-action': `'self' ${origin}`,
  });
});

describe('a request body without a session', () => {
  it('no route that requires a session reads a body without one', async () => {
    const routes = listRoutes(server.handler).filter((route) =>
      /^(?:post|patch|put|delete) \/api\/(?:chat|account|files)/.test(route),
    );
    expect(routes.length).toBeGreaterThan(10);
    const body = JSON.stringify({ text: 'x'.repeat(2_000_000) });
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ');
      const url = server.url + path.replaceAll(/\{\w+\}/g, crypto.randomUUID());
      const answer = await fetch(url, {
        method: method.toUpperCase(),
        headers: { 'Content-Type': 'application/json' },
        body,
      });
      expect(`${route} ${answer.status}`).toBe(`${route} 401`);
    }
  });
});

it('responses carry the rate-limit headers before and after the limit is reached', async () => {
  const strict = await startTestServer({ rateLimits: { messages: 1 } });
  try {
    const token = await strict.signUp();
    const send = () =>
      fetch(`${strict.url}/api/chat/stream`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify({ conversationId: crypto.randomUUID(), text: 'Hi', clientMessageId: crypto.randomUUID() }),
      });
    const taken = await send();
    await taken.text();
    expect(taken.headers.get('RateLimit')).toMatch(/^limit=1, remaining=0, reset=\d+$/);
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('RateLimit')).toMatch(/^limit=1, remaining=0, reset=\d+$/);
    expect(refused.headers.get('RateLimit-Policy')).toBe('1;w=60');
    await refused.text();
  } finally {
    await strict.close();
  }
});
