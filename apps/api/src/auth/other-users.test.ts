import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPERATIONS } from '../openapi/document.ts';
import { listRoutes } from '../testing/list-routes.ts';
import { storeSamples } from '../storage/testing/samples.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let thief: string;
/** Of what another user has: those that `ROUTES` names, and those that samples name. */
const ids = {
  conversation: crypto.randomUUID(),
  message: '',
  generation: '',
  file: '',
  session: '',
  paper: '',
  project: crypto.randomUUID(),
  memory: crypto.randomUUID(),
  import: crypto.randomUUID(),
  share: crypto.randomUUID(),
};
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
  await server.call('POST', '/api/projects', owner, { id: ids.project, name: 'secret' });
  const paper = await server.upload(owner, 'b.txt', 'text/plain', 'secret');
  ids.paper = (paper.body.file as { id: string }).id;
  await server.call('POST', `/api/projects/${ids.project}/files`, owner, { fileId: ids.paper });
  await server.call('POST', '/api/account/memories', owner, { id: ids.memory, text: 'secret' });
  const me = await server.call('GET', '/api/auth/me', owner);
  const { _id: userId } = me.body.user as { _id: string };
  const reply = { conversationId: ids.conversation, messageId: ids.message };
  const id = (name: string) => ((ids as Record<string, string>)[name] ??= crypto.randomUUID());
  await storeSamples(server.storage, { userId, ...reply, id });
  const share = { id: ids.share, conversationId: ids.conversation };
  await server.call('POST', '/api/shares', owner, share);
  thief = await server.signUp();
});
afterAll(() => server.close());

/** Each route that takes an id, with its body. */
const ROUTES: [string, string, unknown?][] = [
  ['GET', '/api/chat/{conversation}'],
  ['PATCH', '/api/chat/{conversation}', { title: 'mine' }],
  ['DELETE', '/api/chat/{conversation}'],
  ['POST', '/api/chat/{conversation}/restore'],
  ['POST', '/api/chat/{conversation}/branch', { id: crypto.randomUUID(), messageId: crypto.randomUUID() }],
  ['POST', '/api/chat/{conversation}/versions/{message}'],
  ['GET', '/api/chat/stream/{generation}'],
  ['POST', '/api/chat/stream/{generation}/stop'],
  ['GET', '/api/files/{file}'],
  ['GET', '/api/files/{file}/text'],
  ['DELETE', '/api/files/{file}'],
  ['DELETE', '/api/account/sessions/{session}'],
  ['DELETE', '/api/account/second-factor/devices/{device}'],
  ['PATCH', '/api/account/memories/{memory}', { text: 'mine' }],
  ['GET', '/api/feedback/{conversation}/{message}'],
  ['PUT', '/api/feedback/{conversation}/{message}', { rating: 'good' }],
  ['DELETE', '/api/feedback/{conversation}/{message}'],
  ['DELETE', '/api/account/passkeys/{passkey}', { password: 'tangerine' }],
  ['PATCH', '/api/projects/{project}', { name: 'mine' }],
  ['DELETE', '/api/projects/{project}'],
  ['POST', '/api/projects/{project}/restore'],
  ['GET', '/api/projects/{project}/files'],
  ['POST', '/api/projects/{project}/files', { fileId: 'A'.repeat(32) }],
  ['DELETE', '/api/projects/{project}/files/{paper}'],
  ['DELETE', '/api/chat/imports/{import}'],
  ['PUT', '/api/shares/{share}', {}],
  ['DELETE', '/api/shares/{share}'],
  // Those that need only the id of a sample: `{keyId}` is what a sample stores as `key`.
  ...OPERATIONS.filter(({ path, body }) => /^.api.account.[^{]+\{\w+Id\}$/.test(path) && !body).map(
    ({ method, path }): [string, string] => [method.toUpperCase(), path.replace('Id}', '}')],
  ),
];

/** Routes whose ids belong to no user. */
const PUBLIC = ['get /api/content/{}'];
/** The id is that of a provider. */
const OF_A_PROVIDER = /api\/auth\/oidc\/\{\}/;
/** Everyone but admins is refused, whatever the id. */
const OF_ADMINS = /api\/admin\//;

it('the list covers every route that takes an id', () => {
  const withIds = listRoutes(server.handler).filter(
    (route) => route.startsWith('get /api') || !route.startsWith('get'),
  );
  const named = (route: string) => route.replaceAll(/\{\w+\}/g, '{}');
  const here = ROUTES.map(([method, path]) => named(`${method.toLowerCase()} ${path}`));
  const isOfUsers = (route: string) =>
    route.includes('{}') && !PUBLIC.includes(route) && !OF_A_PROVIDER.test(route) && !OF_ADMINS.test(route);
  const all = withIds.map(named).filter(isOfUsers);
  expect([...new Set(here)].toSorted()).toEqual([...new Set(all)].toSorted());
});

it.each(ROUTES)('%s %s answers alike for another user’s id and for an unknown one', async (method, path, body) => {
  const idOf = (of: Record<string, string>, name: string) => {
    if (!of[name]) throw new Error(`No sample stores the id "${name}".`);
    return of[name];
  };
  const withIds = (of: Record<string, string>) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => idOf(of, name));
  const invented = {
    ...Object.fromEntries(Object.keys(ids).map((name) => [name, crypto.randomUUID()])),
    file: 'A'.repeat(32),
    paper: 'A'.repeat(32),
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
