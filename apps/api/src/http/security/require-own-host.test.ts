import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP_ORIGIN } from '@parley/core';
import { rawGet } from '../../testing/raw-get.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const PATHS = ['/', '/healthz', '/api/settings', '/api/auth/me', '/api/files/x', '/api/nothing', '/metrics'];

let server: TestServer;
let open: TestServer;
beforeAll(async () => {
  server = await startTestServer({ ownHostnames: ['chat.example.com'], corsOrigins: ['https://pages.example.com'] });
  open = await startTestServer();
});
afterAll(() => Promise.all([server.close(), open.close()]));

const statuses = (url: string, headers: Record<string, string>) =>
  Promise.all(PATHS.map(async (path) => (await rawGet(url + path, headers)).status));

describe('a server that listens on loopback only', () => {
  it.each([
    [{ Host: 'evil.example' }],
    [{ Host: 'evil.example:3000' }],
    [{ Host: 'localhost.evil.example' }],
    [{ Host: 'chat.example.com.evil.example' }],
    [{ Host: 'localhost', Origin: 'http://evil.example' }],
    [{ Host: 'localhost', Origin: 'null' }],
  ])('a loopback server rejects %j', async (headers) => {
    expect(await statuses(server.url, headers)).toEqual(PATHS.map(() => 403));
    const { body } = await rawGet(server.url, headers);
    expect(JSON.parse(body)).toMatchObject({ success: false, message: expect.stringContaining('set PUBLIC_URL') });
  });

  it.each([
    [{ Host: 'localhost:3000' }],
    [{ Host: '127.0.0.1' }],
    [{ Host: '[::1]:3000', Origin: 'http://localhost:5173' }],
    [{ Host: 'chat.example.com', Origin: 'https://chat.example.com' }],
    [{ Host: 'chat.example.com', Origin: 'https://pages.example.com' }],
    [{ Host: 'localhost:3000', Origin: DESKTOP_ORIGIN }],
  ])('a loopback server accepts %j', async (headers) => {
    expect(await statuses(server.url, headers)).toEqual(await statuses(open.url, {}));
  });

  it('a loopback server accepts the form post from Apple’s page', async () => {
    const answer = await fetch(`${server.url}/auth/apple/callback`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: 'https://appleid.apple.com' },
      body: new URLSearchParams({ state: 'unknown' }),
    });
    expect(answer.status).toBe(303);
  });
});

it('a server that listens on a network accepts every host name, as proxies send it', async () => {
  expect(await statuses(open.url, { Host: 'any.example' })).toEqual(await statuses(open.url, {}));
});
