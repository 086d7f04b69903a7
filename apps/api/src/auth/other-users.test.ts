import { afterAll, beforeAll, expect, it } from 'vitest';
import { listRoutes } from '../testing/list-routes.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let thief: string;
const ids = { conversation: crypto.randomUUID(), message: '', generation: '', file: '', session: '' };
beforeAll(async () => {
  server = await startTestServer();
  const owner = await server.signUp();
  const upload = await server.upload(owner, 'a.txt', 'text/plain', 'secret');
  ids.file = (upload.body.file as { id: string }).id;
  const stream = await server.send(owner, { conversationId: ids.conversation, text: 'secret' });
  ids.generation = await stream.generationId();
  await stream.all();
  ids.message = (await server.messages(owner, ids.conversation))[0]?.id ?? '';
  const { body } = await server.call('GET', '/api/account/sessions', owner);
  ids.session = (body.sessions as { id: string }[])[0]?.id ?? '';
  thief = await server.signUp();
});
afterAll(() => server.close());

/** Each route that takes an id, with its body. */
const ROUTES: [string, string, unknown?][] = [
  ['GET', '/api/chat/{conversation}'],
  ['PATCH', '/api/chat/{conversation}', { title: 'mine' }],
  ['DELETE', '/api/chat/{conversation}'],
  ['POST', '/api/chat/{conversation}/restore'],
  ['POST', '/api/chat/{conversation}/versions/{message}'],
  ['GET', '/api/chat/stream/{generation}'],
  ['POST', '/api/chat/stream/{generation}/stop'],
  ['GET', '/api/files/{file}'],
  ['GET', '/api/files/{file}/text'],
  ['DELETE', '/api/files/{file}'],
  ['DELETE', '/api/account/sessions/{session}'],
];

/** Routes whose ids belong to no user. */
const PUBLIC = ['get /api/content/{}'];

it('the list covers every route that takes an id', () => {
  const withIds = listRoutes(server.handler).filter(
    (route) => route.startsWith('get /api') || !route.startsWith('get'),
  );
  const named = (route: string) => route.replaceAll(/\{\w+\}/g, '{}');
  const here = ROUTES.map(([method, path]) => named(`${method.toLowerCase()} ${path}`));
  const all = withIds.map(named).filter((route) => route.includes('{}') && !PUBLIC.includes(route));
  expect([...new Set(here)].toSorted()).toEqual([...new Set(all)].toSorted());
});

it.each(ROUTES)('%s %s answers alike for another user’s id and for an unknown one', async (method, path, body) => {
  const withIds = (of: Record<string, string>) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => of[name] ?? '');
  const invented = {
    ...Object.fromEntries(Object.keys(ids).map((name) => [name, crypto.randomUUID()])),
    file: 'A'.repeat(32),
  };
  const stolen = await server.call(method, withIds(ids), thief, body);
  const unknown = await server.call(method, withIds(invented), thief, body);
  expect(stolen.status).toBe(404);
  expect(stolen.body).toMatchObject({ success: false, code: 'not-found' });
  expect([unknown.status, unknown.body]).toEqual([stolen.status, stolen.body]);
});

it('a message cannot be sent to another user’s conversation, nor with another user’s file', async () => {
  const into = await server.send(thief, { conversationId: ids.conversation, text: 'hello' });
  expect(into.error).toMatchObject({ code: 'not-found' });
  const carrying = await server.send(thief, { text: 'hello', attachmentIds: [ids.file] });
  expect(carrying.status).toBeGreaterThanOrEqual(400);
});
