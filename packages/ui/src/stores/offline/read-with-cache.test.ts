import { AppError } from '@parley/core';
import { beforeEach, expect, test } from 'vitest';
import { TransportError } from '../../api/transport-error.ts';
import { createSessionStore } from '../session/session-store.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import { ScriptedApi } from '../testing/scripted-api.ts';
import { scriptedClient } from '../testing/scripted-client.ts';
import { ADA } from '../testing/scripted-samples.ts';
import { ScriptedChat } from '../testing/scripted-chat.ts';
import { readAccount, readList, readMemories } from './read-settings.ts';

const api = () => new ScriptedApi();
const storage = memoryStorage();
beforeEach(() => storage.items.clear());

/** A visit of Ada, or of another user, on the same device. */
function visit(server: ScriptedApi, _id = ADA._id) {
  const session = createSessionStore({ api: server, storage });
  session.setState({ status: 'signed-in', token: `token of ${_id}`, user: { ...ADA, _id } });
  return scriptedClient({ api: server, storage, session });
}

function cut(server: ScriptedApi): void {
  for (const name of ['account', 'memories', 'history', 'trash']) server.failures.set(name, new TransportError('cut'));
}

test('a later visit without a connection reads what was read last', async () => {
  const server = api();
  Object.assign(server.ownAccount, { about: 'I keep bees.' });
  server.storedMemories.put('m', 'Likes tea.');
  for (const id of ['a', 'b']) server.put(id);
  await server.changeConversation('a', { archived: true });
  await server.deleteConversation('b');
  const client = visit(server);
  await Promise.all([
    readAccount(client),
    readMemories(client),
    readList(client, 'archived'),
    readList(client, 'deleted'),
  ]);
  cut(server);
  const later = visit(server);
  expect(await readAccount(later)).toMatchObject({ about: 'I keep bees.', hasPassword: true });
  expect((await readMemories(later)).memories.map(({ text }) => text)).toEqual(['Likes tea.']);
  expect((await readList(later, 'archived')).items.map(({ id }) => id)).toEqual(['a']);
  expect((await readList(later, 'deleted')).items.map(({ id }) => id)).toEqual(['b']);
  cut(server);
  await expect(readList(later, 'active')).rejects.toThrow(TransportError);
  await expect(readMemories(visit(server, 'otto'))).rejects.toThrow(TransportError);
});

test('an error from the server does not fall back to the cache', async () => {
  const server = api();
  await readMemories(visit(server));
  server.failures.set('memories', new AppError('unavailable'));
  await expect(readMemories(visit(server))).rejects.toMatchObject({ code: 'unavailable' });
});

test('an answer that comes after the user signed out is not stored', async () => {
  const server = api();
  server.storedMemories.put('m', 'Likes tea.');
  const client = visit(server);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.gates.set('memories', promise);
  const reading = readMemories(client);
  client.session.setState({ status: 'signed-out', token: null, user: null });
  resolve();
  await reading;
  expect(JSON.stringify([...storage.items])).not.toContain('tea');
});

test('signing out removes what was cached', async () => {
  const played = new ScriptedChat();
  const chat = await played.signedIn();
  played.storage.set('settings:ada', '{"memories":{}}');
  chat.act.reset('signed-out');
  expect(played.storage.get('settings:ada')).toBeNull();
});

test.each(['{"memories":5}', '{"memories":{"memories":[{"id":1}],"isOn":true}}', 'no JSON'])(
  'a damaged cache (%s) counts as none',
  async (stored) => {
    const server = api();
    cut(server);
    storage.set(`settings:${ADA._id}`, stored);
    await expect(readMemories(visit(server))).rejects.toThrow(TransportError);
  },
);
