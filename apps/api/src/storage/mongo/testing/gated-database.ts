import { randomUUID } from 'node:crypto';
import { MongoClient, type Collection } from 'mongodb';
import { expect, vi } from 'vitest';
import { openStorage } from '../../open-storage.ts';
import type { Storage } from '../../storage.ts';
import { openGate, type Gate } from './gate.ts';
import { urlOf } from './find-mongo-test-server.ts';
import type { MongoTestServer } from './mongo-test-server.ts';

/** A database with two kinds of access: storages behind a gate, and one with a direct connection. */
export interface GatedDatabase {
  /** The gate in front of each storage from `open`. */
  gate: Gate;
  open(): Promise<Storage>;
  /** The storage with a direct connection. */
  other: Storage;
  of(collection: string): Collection<{ _id: string }>;
  count(collection: string, filter: object): Promise<number>;
  /** Asserts that a user has no data except what these conversations show. */
  expectNothingElse(userId: string, conversationIds: string[]): Promise<void>;
  /** Removes the database. */
  close(): Promise<void>;
}

const LONG_MS = 30_000;

/** `patienceMs`: time after which an unreachable or silent server behind the gate counts as unavailable. */
export async function openGatedDatabase(server: MongoTestServer, patienceMs: number): Promise<GatedDatabase> {
  const name = `parley-gated-${randomUUID()}`;
  const client = new MongoClient(server.url);
  const [gate, direct] = [await openGate(server.url), await openGate(server.url)];
  const openAt = ({ address }: Gate, ms: number) => {
    const connectMs = Math.max(ms, 1_000);
    const patience = `serverSelectionTimeoutMS=${ms}&connectTimeoutMS=${connectMs}&minHeartbeatFrequencyMS=10`;
    return openStorage(`${urlOf(server, name, address)}&${patience}`, { filesDir: '/nowhere' });
  };
  const open = () => vi.waitFor(() => openAt(gate, patienceMs));
  const other = await openAt(direct, LONG_MS);
  const of: GatedDatabase['of'] = (collection) => client.db(name).collection(collection);
  const count: GatedDatabase['count'] = (collection, filter) => of(collection).countDocuments(filter);
  return {
    gate,
    open,
    other,
    of,
    count,
    async expectNothingElse(userId, conversationIds) {
      const trees = await Promise.all(conversationIds.map((id) => other.conversations.tree(userId, id)));
      const ids = trees.flatMap((tree) => tree?.map(({ message }) => message.id) ?? []);
      expect(await count('messages', { userId })).toBe(ids.length);
      expect(await count('conversations', { userId })).toBe(trees.filter(Boolean).length);
      expect(await count('conversation_ids', { userId })).toBe(trees.filter(Boolean).length);
      expect(await count('live_replies', { userId })).toBe(0);
      const found = await of('search_entries')
        .find<{ messageId: string | null }>({ userId } as object)
        .toArray();
      for (const { messageId } of found) expect([null, ...ids]).toContain(messageId);
    },
    async close() {
      await other.close();
      await client.db(name).dropDatabase();
      await client.close();
      for (const each of [gate, direct]) await each.close();
    },
  };
}
