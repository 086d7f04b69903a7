import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HistoryResponse } from '@parley/core';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function historyOf(token: string, query = ''): Promise<{ text: string; history: HistoryResponse }> {
  const answer = await fetch(`${server.url}/api/chat/history${query}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const text = await answer.text();
  return { text, history: JSON.parse(text) as HistoryResponse };
}

describe('a streamed history', () => {
  it.each(['', '?messages=last', '?messages=none', '?limit=1', '?limit=2&messages=last'])(
    'streams the same bytes as one response would have: %s',
    async (query) => {
      const token = await server.signUp();
      const ids: string[] = [];
      for (const text of ['first "[]"', 'second ünïcode 👋', 'third']) {
        const conversationId = crypto.randomUUID();
        ids.unshift(conversationId);
        await (await server.send(token, { conversationId, text })).all();
      }
      const { text, history } = await historyOf(token, query);
      expect(text).toBe(JSON.stringify(history));
      expect(Object.keys(history)).toEqual(['success', 'conversations', 'nextBefore']);
      const shown = query.includes('limit') ? Number(/limit=(\d)/.exec(query)?.[1]) : 3;
      expect(history.conversations.map(({ id }) => id)).toEqual(ids.slice(0, shown));
      const count = query.includes('none') ? 0 : query.includes('last') ? 1 : 2;
      expect(history.conversations.map(({ messages }) => messages.length)).toEqual(Array(shown).fill(count));
      expect(typeof history.nextBefore).toBe(shown < 3 ? 'string' : 'object');
    },
  );

  it('streams the bytes of an empty history', async () => {
    expect((await historyOf(await server.signUp())).text).toBe('{"success":true,"conversations":[],"nextBefore":null}');
  });

  it('returns an error response if nothing was sent yet', async () => {
    const answer = await server.call('GET', '/api/chat/history?before=nonsense', await server.signUp());
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
  });
});
