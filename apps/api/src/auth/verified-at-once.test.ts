import { expect, it, onTestFinished } from 'vitest';
import { mailsTo, mailTo } from '../testing/mailbox.ts';
import { rawPost } from '../testing/raw-post.ts';
import { startTestServer } from '../testing/test-server.ts';

it('a server that verifies addresses at once sends no verification mails, but sends other mails', async () => {
  const server = await startTestServer({ emailsVerifiedAtOnce: true, adminEmails: ['boss@example.com'] });
  onTestFinished(() => server.close());
  const email = 'boss@example.com';
  const { body } = await server.call('POST', '/api/auth/register', undefined, { email, password: 'tangerine' });
  expect(body.user).toMatchObject({ emailVerified: true, isAdmin: true });
  await server.call('POST', '/api/auth/forgot', undefined, { email });
  await mailTo(server, email, 'Reset your');
  expect(await mailsTo(server, email)).toHaveLength(1);
});

it.each<[string, Record<string, string>]>([
  ['through an unconfigured proxy', { 'X-Forwarded-For': '203.0.113.7' }],
  ['from a foreign page whose host name resolves to this server', { Host: 'evil.example' }],
])('a request %s has to verify its address', async (_name, headers) => {
  const server = await startTestServer({ emailsVerifiedAtOnce: true, adminEmails: ['boss@example.com'] });
  onTestFinished(() => server.close());
  const email = 'boss@example.com';
  const answer = await rawPost(`${server.url}/api/auth/register`, headers, { email, password: 'tangerine' });
  expect(answer).toMatchObject({ user: { emailVerified: false, isAdmin: false } });
  await mailTo(server, email, 'Confirm');
});
