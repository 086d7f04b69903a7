import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { MAILED_PAGES } from '@parley/core';
import { mailsTo, mailTo, tokenIn } from '../testing/mailbox.ts';
import { startTestServer } from '../testing/test-server.ts';

const FORGED = {
  Host: 'evil.example',
  'X-Forwarded-Host': 'evil.example',
  'X-Forwarded-Proto': 'http',
  'X-Forwarded-Port': '6666',
  Forwarded: 'host=evil.example;proto=http',
  'X-Original-Host': 'evil.example',
  'X-Forwarded-Server': 'evil.example',
  Referer: 'https://evil.example/',
};

/** Sends a request with forged headers, which `fetch` would not send. */
async function forge(method: string, url: string, body: unknown, token?: string): Promise<Record<string, unknown>> {
  const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>();
  const bytes = JSON.stringify(body);
  const own = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(bytes),
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  };
  request(url, { method, headers: { ...own, ...FORGED } }, (response) => {
    (json(response) as Promise<Record<string, unknown>>).then(resolve, reject);
  })
    .on('error', reject)
    .end(bytes);
  return promise;
}

test('every mail links to the public URL, whatever host the request names', async () => {
  // A trusted proxy makes the framework read the forwarded headers.
  const server = await startTestServer({ trustedProxies: 1 });
  onTestFinished(() => server.close());
  const [email, next] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
  const post = (path: string, body: object, token?: string) => forge('POST', server.url + path, body, token);
  await post('/api/auth/register', { email, password: 'tangerine' });
  await mailTo(server, email, 'Confirm your email');
  await post('/api/auth/register', { email, password: 'mandarine' });
  await post('/api/auth/forgot', { email });
  const reset = tokenIn(await mailTo(server, email, 'Reset your'), MAILED_PAGES.reset);
  await post('/api/auth/reset', { token: reset, password: 'clementine' });
  const session = (await post('/api/auth/login', { email, password: 'clementine' })).token as string;
  await post('/api/account/email', { email: next, password: 'clementine' }, session);
  const confirm = tokenIn(await mailTo(server, next, 'Confirm your new'), MAILED_PAGES.verify);
  await post('/api/auth/verify', { token: confirm }, session);
  await mailTo(server, email, 'email was changed');
  await forge('DELETE', `${server.url}/api/account`, { password: 'clementine' }, session);
  await mailTo(server, next, 'was deleted');

  const mails = [...(await mailsTo(server, email)), ...(await mailsTo(server, next))];
  expect(mails.map(({ subject }) => subject).toSorted()).toStrictEqual([
    'Confirm your email for Parley',
    'Confirm your new email for Parley',
    'Reset your Parley password',
    'You already have a Parley account',
    'Your Parley account was deleted',
    'Your Parley email is about to change',
    'Your Parley email was changed',
    'Your Parley password was changed',
  ]);
  for (const mail of mails) {
    expect(JSON.stringify(mail)).not.toContain('evil');
    const links = `${mail.text} ${mail.html}`.match(/\bhttps?:\/\/[^\s"'<>)]+/g) ?? [];
    for (const link of links)
      expect([mail.subject, new URL(link).origin]).toEqual([mail.subject, 'https://parley.example.com']);
    expect([mail.subject, links.length > 0]).toEqual([mail.subject, true]);
  }
});
