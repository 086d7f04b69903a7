import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startChaosProxy, type ChaosProxy } from '@parley/api/testing/chaos-proxy';
import { startTestServer, type TestServer } from '@parley/api/testing/test-server';
import { newReply, type Message } from '@parley/core';
import { createApiClient } from '@parley/ui/create-api-client';
import { followReply, type ReplyEnding } from '@parley/ui/follow-reply';

const CUT_AFTER_MS = 500;
const PIECES = 120;
const PAUSE_MS = 20;
const CUTS = 3;
const ALPHABET = ['Tide ', 'größer\n', '漢字かな ', '👩‍👩‍👧 ', '\r\n\r\n', 'data: x\n\n', '"\\u0000" ', '🧭', ' '];
const TEXT = Array.from({ length: PIECES }, (_, index) => `${index}${ALPHABET[index % ALPHABET.length] ?? ''}`);

let server: TestServer;
let proxy: ChaosProxy;
let asked = 0;
beforeAll(async () => {
  server = await startTestServer({
    backends: ({ model }) => ({
      model: {
        capabilities: () => model.capabilities(),
        contextTokens: () => model.contextTokens(),
        complete: (...request) => model.complete(...request),
        async stream(_request, emit) {
          asked++;
          for (const [index, delta] of TEXT.entries()) {
            // On a busy machine reconnecting takes longer.
            if (index === PIECES - 1) await vi.waitUntil(() => proxy.cuts() >= CUTS, 10_000);
            await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
            emit({ type: 'text', delta });
          }
          emit({ type: 'end', reason: 'stop' });
        },
      },
    }),
  });
  proxy = await startChaosProxy(server.url, CUT_AFTER_MS);
});
afterAll(async () => {
  await proxy.close();
  await server.close();
});

it('the client receives the exact text byte by byte with two cuts a second, and reconnects once per cut', async () => {
  const token = await server.signUp();
  const api = createApiClient({ apiUrl: proxy.url, token: () => token });
  const conversationId = crypto.randomUUID();
  const body = { conversationId, clientMessageId: crypto.randomUUID(), text: 'Tell me' };
  // The first event has the id to resume with.
  const { generationId: _, ...empty } = newReply('', { id: 'reply', now: 0, mode: 'normal' });
  let message: Message = empty;
  const texts: string[] = [];
  const ended = Promise.withResolvers<ReplyEnding>();
  followReply({
    api,
    message,
    request: body,
    now: Date.now,
    random: () => 0,
    onOutcome: (outcome) => void (outcome.type === 'rejected' && ended.reject(outcome.error)),
    onTitle: () => {},
    onMessage: (next) => {
      message = next;
      texts.push(next.text);
    },
    onConnection: () => {},
    onEnd: ended.resolve,
  });
  expect(await ended.promise).toMatchObject({ type: 'done' });
  const whole = TEXT.join('');
  expect(message.text).toBe(whole);
  expect(message.status).toBe('complete');
  for (const text of texts) expect(whole.startsWith(text)).toBe(true);
  expect(proxy.cuts()).toBeGreaterThanOrEqual(CUTS);
  expect(proxy.streams()).toBeLessThanOrEqual(proxy.cuts() + 1);
  expect(asked).toBe(1);
  expect((await server.messages(token, conversationId)).map(({ text }) => text)).toEqual(['Tell me', whole]);
});
