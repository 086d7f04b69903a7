import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { findMongoTestServer, HOW_TO_RUN, urlOf } from '../testing/find-mongo-test-server.ts';
import { collection } from './collection.ts';
import { Database } from './database.ts';

const server = await findMongoTestServer(process.env);
/** More than FerretDB has connections to its own store. */
const MANY = 150;
const counters = collection<{ _id: string; n: number }>('counters');

describe.runIf(server)(`a database on ${server?.name ?? `MongoDB (${HOW_TO_RUN})`}`, () => {
  test('writes more documents at once than the server has connections', { timeout: 60_000 }, async () => {
    const name = `parley-test-${randomUUID()}`;
    const client = new MongoClient(urlOf(server!, name));
    const database = new Database(client, name);
    const ids = Array.from({ length: MANY }, (_, index) => `${index}`);
    await database.of(counters).insertMany(ids.map((_id) => ({ _id, n: 0 })));
    const operations = [...ids, 'missing'].map((_id) => ({
      updateOne: { filter: { _id }, update: { $inc: { n: 1 } } },
    }));
    expect(await database.bulkWrite(counters, operations)).toBe(MANY);
    expect(await database.of(counters).countDocuments({ n: 1 })).toBe(MANY);
    await client.db(name).dropDatabase();
    await database.close();
    await server!.close();
  });
});
