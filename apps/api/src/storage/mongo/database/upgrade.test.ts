import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Collection, MongoClient } from 'mongodb';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { openStorage } from '../../open-storage.ts';
import { readFreshStory } from '../../testing/read-fresh-story.ts';
import { readStory } from '../../testing/story.ts';
import { importDocuments } from '../testing/documents.ts';
import { findMongoTestServer, HOW_TO_RUN, urlOf } from '../testing/find-mongo-test-server.ts';
import { dropDatabase } from '../testing/read-documents.ts';

const EXPORTS = join(import.meta.dirname, '../testing/exports');
const server = await findMongoTestServer(process.env);
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

describe.runIf(server)(`databases of earlier versions in ${server?.name ?? `MongoDB (${HOW_TO_RUN})`}`, () => {
  const names: string[] = [];
  const newUrl = () => {
    const name = `parley-upgrade-${randomUUID()}`;
    names.push(name);
    return urlOf(server!, name);
  };
  afterAll(async () => {
    for (const name of names) await dropDatabase(server!.url, name);
    await server?.close();
  });

  test.each(readdirSync(EXPORTS).toSorted())('the documents %s of an earlier version are read equal', async (name) => {
    const url = newUrl();
    await importDocuments(url, await readFile(join(EXPORTS, name), 'utf8'));
    const storage = await openStorage(`${url}&connectTimeoutMS=60000`, { filesDir: '/nowhere' });
    const story = await readStory(storage);
    await storage.close();
    expect(story).toEqual(await readFreshStory(parseInt(name)));
  });

  test('an index whose definition changed is replaced when the storage opens, and the others stay', async () => {
    const url = newUrl();
    const client = new MongoClient(url);
    const indexesOf = async (collection: string) => {
      const listed = await client.db().collection(collection).listIndexes().toArray();
      return listed.map(({ name, key, unique, sparse }) => ({ name, key: Object.entries(key), unique, sparse }));
    };
    const openOnce = async () => {
      const storage = await openStorage(`${url}&connectTimeoutMS=60000`, { filesDir: '/nowhere' });
      await storage.close();
    };
    await openOnce();
    const collections = ['messages', 'sessions', 'users', 'customers'];
    const wanted = await Promise.all(collections.map(indexesOf));
    const changes = [
      ['messages', 'of_conversation', { ord: -1, conversationId: 1 }, {}],
      ['sessions', 'of_user', { userId: 1, expiresAt: -1 }, {}],
      ['users', 'one_user_each', { email: 1 }, { sparse: true }],
    ] as const;
    for (const [collection, name, key, options] of changes) {
      await client.db().collection(collection).dropIndex(name);
      await client
        .db()
        .collection(collection)
        .createIndex(key, { name, ...options });
    }
    expect(await Promise.all(collections.map(indexesOf))).not.toEqual(wanted);
    const dropIndex = vi.spyOn(Collection.prototype, 'dropIndex');
    await openOnce();
    expect(dropIndex.mock.calls.map(([name]) => name).toSorted()).toEqual(changes.map(([, name]) => name).toSorted());
    await openOnce();
    expect(dropIndex).toHaveBeenCalledTimes(changes.length);
    dropIndex.mockRestore();
    const byName = (indexes: { name: string }[]) => indexes.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    expect((await Promise.all(collections.map(indexesOf))).map(byName)).toEqual(wanted.map(byName));
    await client.close();
  });
});
