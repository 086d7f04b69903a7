import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAILED_PAGES } from '@parley/core';
import { listRoutes } from '../testing/list-routes.ts';
import { mailTo, tokenIn } from '../testing/mailbox.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const SENTENCE = 'Confirm your email first.';
/**
 * The route that sends messages, also edits and retries, the one that dictates them, and the one that speaks replies.
 */
const SENDS = 'post /api/chat/stream';
const DICTATES = 'post /api/audio/transcriptions';
const SPEAKS = 'post /api/audio/speech';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ verifiesFirst: true });
});
afterAll(() => server.close());

/** The status of a request, and the start of its body if that ends soon. */
async function answerOf(route: string, token: string) {
  const [method = '', template = ''] = route.split(' ');
  const left = new AbortController();
  const response = await fetch(server.url + template.replace(/\{\w+\}/g, randomUUID()), {
    method: method.toUpperCase(),
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(!['get', 'head'].includes(method) && { body: JSON.stringify({ text: 'Hello', conversationId: randomUUID() }) }),
    redirect: 'manual',
    signal: left.signal,
  });
  const isJson = response.headers.get('Content-Type')?.includes('json') === true;
  const body = isJson ? await response.text() : '';
  left.abort();
  return { status: response.status, body };
}

it('an unverified account can do everything except send and dictate messages', { timeout: 60_000 }, async () => {
  const routes = [...new Set(listRoutes(server.handler))].filter((route) => /^\w+ \/api\//.test(route));
  expect(routes).toContain(SENDS);
  expect(routes.length).toBeGreaterThan(40);
  const refusing: string[] = [];
  let token = await server.signUp();
  for (const route of routes) {
    const { status, body } = await answerOf(route, token);
    if (body.includes(SENTENCE)) refusing.push(`${route} ${status}`);
    // Some routes end the session or the account.
    if ((await server.call('GET', '/api/auth/me', token)).status === 401) token = await server.signUp();
  }
  expect(refusing).toEqual([`${SENDS} 403`, `${SPEAKS} 403`, `${DICTATES} 403`]);
});

it('an unverified account can read, upload, change its password and be deleted', async () => {
  const token = await server.signUp();
  const uploaded = await server.upload(token, 'notes.txt', 'text/plain', 'Some notes');
  expect(uploaded.status).toBe(200);
  for (const path of ['/api/chat/history', '/api/chat/usage', '/api/account', '/api/account/sessions']) {
    expect([path, (await server.call('GET', path, token)).status]).toEqual([path, 200]);
  }
  const change = { currentPassword: 'tangerine', newPassword: 'clementine' };
  expect((await server.call('POST', '/api/account/password', token, change)).status).toBe(200);
  expect((await server.call('DELETE', '/api/account', token, { password: 'clementine' })).status).toBe(200);
});

it('the server refuses edits and retries like first messages, without counting them, until the address is verified', async () => {
  const email = `${randomUUID()}@example.com`;
  const token = await server.signUp(email);
  const conversationId = randomUUID();
  const text = 'Hello';
  const sends = [
    { conversationId, text },
    { conversationId, text, selectedTool: 'image' },
    { conversationId, text, isRegeneration: true, originalMessageId: randomUUID() },
  ];
  for (const send of sends) {
    const refused = await server.send(token, send);
    expect([refused.status, refused.error?.code]).toEqual([403, 'forbidden']);
  }
  expect(await server.messagesUsed(token)).toBe(0);
  expect((await server.call('GET', '/api/chat/history', token)).body.conversations).toEqual([]);
  const mailed = tokenIn(await mailTo(server, email, 'Confirm'), MAILED_PAGES.verify);
  await server.call('POST', '/api/auth/verify', token, { token: mailed });
  const reply = await server.send(token, { conversationId, text });
  expect((await reply.all()).at(-1)?.event.type).toBe('done');
});
