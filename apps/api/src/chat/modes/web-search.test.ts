import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError, type StreamEvent } from '@parley/core';
import { fold } from '../../testing/reply-stream.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../testing/test-server.ts';
import type { Backends } from './mode.ts';

let server: TestServer;
let token: string;
afterEach(() => server.close());

async function start(options: TestServerOptions = {}): Promise<void> {
  server = await startTestServer(options);
  token = await server.signUp();
}

async function search(text: string, conversationId: string = randomUUID(), more: { projectId?: string } = {}) {
  const reply = await server.send(token, { conversationId, text, selectedTool: 'web_search', ...more });
  const events = await reply.all();
  return { message: fold(events), events: events.map(({ event }) => event), conversationId };
}

/** Creates a project with a document. */
async function createProject(): Promise<string> {
  const id = randomUUID();
  await server.call('POST', '/api/projects', token, { id, name: 'Tea' });
  const { body } = await server.upload(token, 'notes.txt', 'text/plain', 'Tea needs three minutes.');
  const { id: fileId } = body.file as { id: string };
  await server.call('POST', `/api/projects/${id}/files`, token, { fileId });
  return id;
}

const ofType = <T extends StreamEvent['type']>(events: StreamEvent[], type: T) =>
  events.filter((event): event is Extract<StreamEvent, { type: T }> => event.type === type);
const searches = () => server.sandbox.log().filter(({ kind }) => kind === 'search');

describe('a model that searches by itself', () => {
  it('a searching model emits its search and its sources, and no search service is called', async () => {
    await start({ api: 'responses' });
    const { message, events, conversationId } = await search('How many free messages do I have?');
    expect(ofType(events, 'tool')).toEqual([
      expect.objectContaining({ name: 'web_search', status: 'starting' }),
      expect.objectContaining({ name: 'web_search', status: 'completed' }),
    ]);
    expect(message.sources?.[0]).toMatch(/\/help$/);
    expect(message.toolCalls).toBeUndefined();
    expect(searches()).toEqual([]);
    expect((await server.messages(token, conversationId)).at(-1)?.sources).toEqual(message.sources);
  });

  it.each(['a conversation', 'a project with a file'])(
    'falls back to the search service when the model refuses to search in %s',
    async (where) => {
      let searchesItself = true;
      await start({
        backends: (own) => ({
          model: {
            ...own.model,
            capabilities: async () => ({ ...(await own.model.capabilities()), searches: searchesItself }),
            async stream(request, emit, signal) {
              if (request.webSearch) {
                searchesItself = false;
                throw new AppError('model-rejected');
              }
              await own.model.stream(request, emit, signal);
            },
          },
        }),
      });
      const project = where === 'a conversation' ? {} : { projectId: await createProject() };
      const { message } = await search('How many free messages do I have?', randomUUID(), project);
      expect(message).toMatchObject({ status: 'complete', sources: expect.any(Array) });
      expect(searches()).toHaveLength(1);
    },
  );
});

describe('models that cannot search', () => {
  it('a model that cannot search gives the model the search results, and lists the sources with their titles by the numbers that the text cites', async () => {
    await start({ api: 'chat' });
    const { message, events, conversationId } = await search('How many free messages do I have?');
    expect(searches()).toMatchObject([{ query: 'How many free messages do I have?', ended: true }]);
    expect(ofType(events, 'tool')).toEqual([
      { type: 'tool', name: 'web_search', status: 'starting', detail: 'How many free messages do I have?' },
      { type: 'tool', name: 'web_search', status: 'completed', detail: 'How many free messages do I have?' },
    ]);
    const [found] = ofType(events, 'sources');
    expect(found?.sources.length).toBeGreaterThan(0);
    expect(message.text).toMatch(/\[1\]\(http/);
    expect(message.sources).toEqual(found?.sources);
    for (const [, number, url] of message.text.matchAll(/\[(\d)\]\((http[^)]+)\)/g)) {
      expect(message.sources?.[Number(number) - 1]).toBe(url);
    }
    expect(message.sourceTitles).toEqual(message.sources?.map(() => expect.stringMatching(/\w/)));
    const asked = JSON.stringify(server.sandbox.log().findLast(({ kind }) => kind === 'reply'));
    expect(asked).toContain('Web search results for: How many free messages do I have?');
    expect(asked).toContain('Cite what you take from one as [n](url)');
    expect((await server.messages(token, conversationId)).at(-1)).toEqual(message);
  });

  it('a model that cannot search rewrites the query when the question depends on earlier messages', async () => {
    await start({ api: 'chat' });
    const { conversationId } = await search('What does premium cost?');
    await search('And how do I cancel it?', conversationId);
    const kinds = server.sandbox.log().map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'query')).toHaveLength(1);
    expect(searches().at(-1)?.query).toBe('And how do I cancel it?');
  });

  it('a model that cannot search uses the question as query when no rewrite arrives', async () => {
    await start({
      api: 'chat',
      backends: (own) => ({
        model: { ...own.model, complete: () => Promise.reject(new AppError('model-failed')) },
      }),
    });
    const { conversationId } = await search('What does premium cost?');
    expect((await search('And\n how?', conversationId)).message.status).toBe('complete');
    expect(searches().at(-1)?.query).toBe('And how?');
  });

  it('a model that cannot search informs the model and the reader when the search failed', async () => {
    await start({ api: 'chat' });
    const { message, events } = await search('[[500]]x');
    expect(ofType(events, 'tool').map(({ status }) => status)).toEqual(['starting', 'error']);
    expect(ofType(events, 'sources')).toEqual([]);
    const asked = server.sandbox.log().findLast(({ kind }) => kind === 'reply');
    expect(JSON.stringify(asked)).toContain('A web search was tried and failed.');
    expect(message.sources).toBeUndefined();
  });

  it('a model that cannot search informs the model when the search found nothing', async () => {
    await start({ api: 'chat' });
    await search('[[empty]] zzz');
    expect(JSON.stringify(server.sandbox.log().at(-1))).toContain('A web search found nothing.');
  });

  it('a model that cannot search never asks the model when the user stops during the search, whose connection is closed', async () => {
    await start({ api: 'chat' });
    const reply = await server.send(token, { text: '[[stall]] x', selectedTool: 'web_search' });
    await reply.until(({ event }) => event.type === 'tool');
    await vi.waitFor(() => expect(searches()).toHaveLength(1));
    const stop = await server.stop(token, reply);
    expect(stop.body).toEqual({ success: true, status: 'stopped' });
    await vi.waitFor(() => expect(searches()).toMatchObject([{ closed: true }]));
    expect(server.sandbox.log().some(({ kind }) => kind === 'reply')).toBe(false);
    expect(await server.messagesUsed(token)).toBe(0);
  });
});

it('refuses a web search without a service before it counts, with the reason in /api/capabilities', async () => {
  const reason = 'Web search isn’t set up on this server.';
  await start({
    api: 'chat',
    backends: (own: Backends) => ({ webSearch: { ...own.webSearch, capability: { ok: false, reason } } }),
  });
  // Waits for the model's own capabilities, which a message waits for only briefly.
  expect((await server.call('GET', '/api/capabilities')).body.web_search).toEqual({ ok: false, reason });
  const refused = await server.send(token, { text: 'news', selectedTool: 'web_search' });
  expect([refused.status, refused.error?.code, refused.error?.message]).toEqual([503, 'unavailable', reason]);
  expect(await server.messagesUsed(token)).toBe(0);
});
