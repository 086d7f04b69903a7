import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Storage } from '../storage.ts';
import type { Rounds } from './rounds.ts';
import { branch, newUser, send } from './samples.ts';

interface StorageUnderTest {
  storage: Storage;
  /** Closes the storage and opens the stored data again; absent when nothing is persisted. */
  reopen?(): Promise<Storage>;
  /** Closes the current storage and removes its data; absent when all tests share the storage. */
  close?(): Promise<void>;
}

type Contract = (storage: () => Storage, roundsOf: Rounds) => void;

/** The contracts of the stores, one of each file in the folders beside this one, by its name. */
const CONTRACTS: [name: string, Contract][] = await Promise.all(
  globSync('*/*.contract.ts', { cwd: import.meta.dirname })
    .toSorted()
    .map(async (file): Promise<[string, Contract]> => {
      const { contract } = (await import(pathToFileURL(join(import.meta.dirname, file)).href)) as {
        contract: Contract;
      };
      return [basename(file, '.contract.ts').replaceAll('-', ' '), contract];
    }),
);

/** The contract of every storage. `make` returns an empty one for each test. */
export function storageContract(
  name: string,
  make: () => Promise<StorageUnderTest>,
  roundsOf: Rounds = (all) => all,
): void {
  describe(`storage ${name}`, () => {
    let made: StorageUnderTest;
    beforeEach(async () => {
      made = await make();
    });
    afterEach(() => made.close?.());
    const storage = () => made.storage;

    for (const [name, contract] of CONTRACTS) describe(`its ${name}`, () => contract(storage, roundsOf));

    test('answers a ping', async () => {
      await storage().ping();
    });

    test('reopening the storage keeps the stored data', async () => {
      const userId = await newUser(storage());
      const reply = await send(storage(), userId, { text: 'kept', usageRule: { limit: 1, windowLength: 9 } });
      const window = await storage().usage.window(userId);
      const reopened = (await made.reopen?.()) ?? storage();
      expect(await reopened.replies.listActive(userId)).toStrictEqual([reply]);
      expect(await branch(reopened, userId, reply.conversationId)).toStrictEqual(['kept', '']);
      expect(await reopened.usage.window(userId)).toStrictEqual(window);
    });
  });
}
