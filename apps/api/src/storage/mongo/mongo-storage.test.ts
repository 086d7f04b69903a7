import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, vi } from 'vitest';
import { openStorage } from '../open-storage.ts';
import { storageContract } from '../storage.contract.ts';
import { openGate, type Gate } from './testing/gate.ts';
import { findTestServer } from './testing/test-server.ts';

const server = await findTestServer(process.env);

vi.setConfig({ testTimeout: 60_000 });

describe.skipIf(!server)('MongoDB', () => {
  let gate: Gate;
  let client: MongoClient;
  let url = '';
  const name = `parley-test-${randomUUID()}`;
  beforeAll(async () => {
    const [host = '', port] = server?.address.split(':') ?? [];
    gate = await openGate(host, Number(port));
    url = `mongodb://${gate.address}/${name}`;
    client = new MongoClient(url);
  });
  afterAll(async () => {
    await client.db(name).dropDatabase();
    await client.close();
    await gate.close();
    await server?.close();
  });

  storageContract(`in ${server?.name}`, async () => {
    for (const collection of await client.db(name).collections()) await collection.deleteMany({});
    let storage = await openStorage(url, { filesDir: '/nowhere' });
    return {
      storage,
      async reopen() {
        await storage.close();
        storage = await openStorage(url, { filesDir: '/nowhere' });
        return storage;
      },
      close: () => storage.close(),
    };
  });
});
