import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Conversation, SearchHit } from '@parley/core';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const DAY_MS = 24 * 3_600_000;
const EMAIL = 'mira@example.com';

let server: TestServer;
let token: string;
let time = Date.now();
beforeAll(async () => {
  server = await startTestServer({ now: () => time });
  token = await server.signUp(EMAIL);
});
afterAll(() => server.close());

/** Signs in again, because sessions expire before the 30 days are over. */
async function signInAgain(): Promise<string> {
  const { body } = await server.call('POST', '/api/auth/login', undefined, { email: EMAIL, password: 'tangerine' });
  return String(body.token);
}

async function talk(text: string, as = token): Promise<string> {
  const conversationId = randomUUID();
  await (await server.send(as, { conversationId, text })).all();
  return conversationId;
}
const change = (id: string, patch: unknown, as = token) => server.call('PATCH', `/api/chat/${id}`, as, patch);
const history = async (query: string) =>
  (await server.call('GET', `/api/chat/history${query}`, token)).body.conversations as Conversation[];

describe('changing a conversation', () => {
  it('changes only the given fields', async () => {
    const id = await talk('[[echo]] one');
    const renamed = await change(id, { title: '  “A   better\nname”  ' });
    expect(renamed).toMatchObject({
      status: 200,
      body: { success: true, conversation: { id, title: 'A better name' } },
    });
    expect((await change(id, { pinned: true, webSearchEnabled: true })).body.conversation).toMatchObject({
      title: 'A better name',
      pinned: true,
      archived: false,
      unread: true,
      webSearchEnabled: true,
      thinkingModeEnabled: false,
    });
    expect((await change(id, { title: '𝒳'.repeat(120) })).status).toBe(200);
    expect((await history('?messages=none')).find((conversation) => conversation.id === id)?.pinned).toBe(true);
  });

  it.each([
    ['nothing', {}],
    ['an empty title', { title: ' "" ' }],
    ['a title that is too long', { title: 'x'.repeat(121) }],
    ['a title of ten kilobytes', { title: 'x'.repeat(10_000) }],
    ['a title that is not text', { title: { $set: 'x' } }],
    ['a flag that is not a boolean', { pinned: 'yes' }],
    ['only unknown fields', { userId: 'b' }],
    ['a list', []],
  ])('refuses a patch of %s', async (_name, patch) => {
    const id = await talk('[[echo]] one');
    const refused = await change(id, patch);
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid-request']);
    expect(refused.body.message).toMatch(/^[^{]{10,}$/);
  });

  it('lists only pinned or only archived conversations', async () => {
    const [pinned, archived] = [await talk('[[echo]] p'), await talk('[[echo]] a')];
    await change(pinned, { pinned: true });
    await change(archived, { archived: true });
    expect((await history('?only=pinned')).map(({ id }) => id)).toContain(pinned);
    expect((await history('?only=archived')).map(({ id }) => id)).toEqual([archived]);
    expect((await history('')).map(({ id }) => id)).not.toContain(archived);
    expect((await server.call('GET', '/api/chat/history?only=all', token)).status).toBe(400);
  });
});

describe('undoing a delete', () => {
  it('restores conversations deleted up to 30 days ago, exactly as they were', async () => {
    const id = await talk('[[echo]] precious');
    const before = await server.messages(token, id);
    await server.call('DELETE', `/api/chat/${id}`, token);
    time += 30 * DAY_MS - 1000;
    token = await signInAgain();
    const restored = await server.call('POST', `/api/chat/${id}/restore`, token);
    expect(restored).toMatchObject({ status: 200, body: { success: true, conversation: { id } } });
    expect(await server.messages(token, id)).toEqual(before);

    expect((await server.call('POST', `/api/chat/${id}/restore`, token)).status).toBe(200);
    await server.call('DELETE', `/api/chat/${id}`, token);
    time += 30 * DAY_MS + 1000;
    token = await signInAgain();
    expect((await server.call('POST', `/api/chat/${id}/restore`, token)).status).toBe(404);
  });
});

describe('the trash', () => {
  it('lists deleted conversations without their messages for 30 days, for their owner alone', async () => {
    const [mira, otto] = [await server.signUp(), await server.signUp()];
    const id = await talk('[[echo]] a secret', mira);
    await change(id, { title: 'About tea', archived: true }, mira);
    await server.call('DELETE', `/api/chat/${id}`, mira);
    const deletedAt = new Date(time).toISOString();
    const { status, body } = await server.call('GET', '/api/chat/trash', mira);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      conversations: [{ id, title: 'About tea', archived: true, deletedAt }],
      nextBefore: null,
    });
    expect(JSON.stringify(body)).not.toContain('secret');
    expect((await server.call('GET', `/api/chat/${id}`, mira)).status).toBe(404);
    expect((await server.call('GET', '/api/chat/trash', otto)).body.conversations).toEqual([]);
    time += 1000;
    expect((await server.call('DELETE', `/api/chat/${id}`, mira)).status).toBe(200);
    expect((await server.call('GET', '/api/chat/trash', mira)).body.conversations).toMatchObject([{ id, deletedAt }]);
  });

  it('removes for good what is still deleted: nothing restores it, and a restored one stays', async () => {
    const owner = await server.signUp();
    const [gone, restored] = [await talk('[[echo]] a', owner), await talk('[[echo]] b', owner)];
    for (const id of [gone, restored]) await server.call('DELETE', `/api/chat/${id}`, owner);
    await server.call('POST', `/api/chat/${restored}/restore`, owner);
    const purge = async (ids: unknown) => (await server.call('DELETE', '/api/chat/trash', owner, { ids })).body;
    expect(await purge([gone, restored])).toEqual({ success: true, ids: [gone] });
    expect(await purge([gone])).toEqual({ success: true, ids: [] });
    expect((await server.call('POST', `/api/chat/${gone}/restore`, owner)).status).toBe(404);
    expect((await server.call('GET', `/api/chat/${restored}`, owner)).status).toBe(200);
    for (const ids of [undefined, [], 'all', [1], Array.from({ length: 201 }, () => gone)]) {
      expect(await purge(ids)).toMatchObject({ success: false, code: 'invalid-request' });
    }
    expect(await purge(['\ud800'])).toMatchObject({ success: false, code: 'not-found' });
  });

  it('can be emptied sixty times an hour', async () => {
    const owner = await server.signUp();
    const purge = () => server.call('DELETE', '/api/chat/trash', owner, { ids: [randomUUID()] });
    for (let count = 0; count < 60; count++) expect((await purge()).status).toBe(200);
    expect(await purge()).toMatchObject({ status: 429, body: { code: 'rate-limited' } });
  });
});

describe('searching conversations', () => {
  it('finds titles and messages by words and prefixes, only of the user', async () => {
    const id = await talk('[[echo]] The Übermut of a wombat');
    await talk('[[echo]] wombat of somebody else', await server.signUp());
    const find = async (query: string) =>
      (await server.call('GET', `/api/chat/search?q=${encodeURIComponent(query)}`, token)).body.hits as SearchHit[];
    const hits = await vi.waitFor(async () => {
      const found = await find('ubermut womb');
      // The question and, once it is indexed, the answer.
      expect(found.length).toBeGreaterThan(1);
      return found;
    });
    expect(new Set(hits.map(({ conversationId }) => conversationId))).toEqual(new Set([id]));
    const [hit] = hits.filter(({ messageId }) => messageId !== null);
    const [start = 0, end = 0] = hit?.marks[0] ?? [];
    expect(hit?.snippet.slice(start, end)).toMatch(/^(Übermut|womb)/i);
    expect(await find('nothing of the kind')).toEqual([]);
  });

  it.each(['', '?q=', '?q=%20%20', `?q=${'x'.repeat(201)}`, '?q=a&limit=0', '?q=a&limit=51', '?q=a&limit=x'])(
    'refuses the query %s',
    async (query) => {
      const refused = await server.call('GET', `/api/chat/search${query}`, token);
      expect([refused.status, refused.body.code]).toEqual([400, 'invalid-request']);
    },
  );

  it.each(['"', '*', 'a OR b', 'NEAR(a b)', "x'; --", 'title:a', '-a', '(', '\\', '%00', '😀'])(
    'treats %s as plain words',
    async (query) => {
      expect((await server.call('GET', `/api/chat/search?q=${encodeURIComponent(query)}`, token)).status).toBe(200);
    },
  );
});

it('answers 404 to another user’s ids on every route', async () => {
  const id = await talk('[[echo]] mine');
  const [question] = await server.messages(token, id);
  const otto = await server.signUp();
  for (const [method, path, body] of [
    ['PATCH', `/api/chat/${id}`, { pinned: true }],
    ['POST', `/api/chat/${id}/restore`],
    ['POST', `/api/chat/${id}/versions/${question?.id}`],
    ['PATCH', `/api/chat/${randomUUID()}`, { pinned: true }],
    ['PATCH', '/api/chat/none', { pinned: true }],
    ['POST', `/api/chat/${id}/versions/none`],
  ] as const) {
    const answer = await server.call(method, path, otto, body);
    expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'not-found']);
  }
  await server.call('DELETE', `/api/chat/${id}`, token);
  expect((await server.call('POST', `/api/chat/${id}/restore`, otto)).status).toBe(404);
});

it('reports per mode and kind of attachment what this server can do', async () => {
  const ok = { ok: true };
  expect((await server.call('GET', '/api/capabilities')).body).toEqual({
    success: true,
    normal: ok,
    thinking: ok,
    image: ok,
    web_search: ok,
    attachImage: ok,
    attachPdf: ok,
  });
});
