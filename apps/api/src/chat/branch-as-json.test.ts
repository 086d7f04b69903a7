import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConversationResponse, Message } from '@parley/core';
import { completed, send } from '../storage/contract/samples.ts';
import type { ConversationStore } from '../storage/storage.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { branchAsJson } from './branch-as-json.ts';

const MB = 1024 * 1024;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function signUp(): Promise<{ token: string; userId: string }> {
  const email = `${randomUUID()}@example.com`;
  const token = await server.signUp(email);
  return { token, userId: (await server.storage.users.findByEmail(email))?.id ?? '' };
}

/** Stores a conversation of this many messages with long texts, and returns its id. */
async function storeLong(userId: string, count: number): Promise<string> {
  const seed = Array.from({ length: count - 2 }, (_, index) => ({
    isUser: index % 2 === 0,
    text: `${index} ${'ä'.repeat(200_000)}`,
    id: randomUUID(),
  }));
  const reply = await send(server.storage, userId, { seed, now: Date.now() });
  const message = completed(reply, 'answer');
  await server.storage.replies.end({ generationId: reply.generationId, message, usage: 'consume', now: Date.now() });
  return reply.conversationId;
}

it('a page of very long messages has fewer of them, and the pages together have all', async () => {
  const { token, userId } = await signUp();
  const id = await storeLong(userId, 60);
  const all: Message[] = [];
  let before: string | null = null;
  let pages = 0;
  do {
    const query: string = before === null ? '' : `&before=${before}`;
    const { status, body, headers } = await server.call('GET', `/api/chat/${id}?limit=200${query}`, token);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    const page = body as unknown as ConversationResponse;
    expect(page.messages.length).toBeLessThan(40);
    all.unshift(...page.messages);
    before = page.nextBefore;
    pages++;
  } while (before !== null);
  expect(pages).toBeGreaterThan(1);
  expect(all).toHaveLength(60);
  expect(all.slice(0, 58).map(({ text }) => text.split(' ')[0])).toEqual(Array.from({ length: 58 }, (_, n) => `${n}`));

  const { body } = await server.call('GET', '/api/chat/history?messages=all', token);
  const [whole] = body.conversations as (ConversationResponse['conversation'] & { messages: Message[] })[];
  expect(whole?.messages).toEqual(all);
});

it('a long conversation is read in batches, of which none has many bytes', async () => {
  const { userId } = await signUp();
  const id = await storeLong(userId, 60);
  const sizes: number[] = [];
  const messages: ConversationStore['messages'] = async (...args) => {
    const page = await server.storage.conversations.messages(...args);
    sizes.push(JSON.stringify(page).length);
    return page;
  };
  const request = { conversations: { messages }, userId, id, limit: 200, language: 'en' } as const;
  const branch = await branchAsJson({ ...request, inTurn: (read) => read() });
  expect(branch?.nextBefore).toBeNull();
  expect(sizes.length).toBeGreaterThan(5);
  expect(Math.max(...sizes) / MB).toBeLessThan(3);
});
