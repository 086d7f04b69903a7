import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { openMailer } from '../mail/open-mailer.ts';
import { startTestServer } from '../testing/test-server.ts';

it('a server without mail lacks only the features that need it', async () => {
  const server = await startTestServer({ mailer: null });
  onTestFinished(() => server.close());
  const token = await server.signUp('a@example.com');
  for (const path of ['/api/auth/forgot', '/api/auth/verify', '/api/auth/reset', '/api/account/email']) {
    expect(await server.call('POST', path, token, {})).toMatchObject({ status: 404, body: { code: 'not-found' } });
  }
  const change = { currentPassword: 'tangerine', newPassword: 'clementine' };
  expect((await server.call('POST', '/api/account/password', token, change)).status).toBe(200);
});

it('a mail server that does not respond blocks neither requests nor the shutdown', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const server = await startTestServer({ mailer: openMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'a@b.de' }) });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const token = await server.signUp('a@example.com');
  expect((await server.call('POST', '/api/auth/forgot', undefined, { email: 'a@example.com' })).status).toBe(200);
  expect((await server.call('GET', '/api/auth/me', token)).status).toBe(200);
  await expect.poll(() => sockets.length).toBeGreaterThan(0);
  await server.close();
});
