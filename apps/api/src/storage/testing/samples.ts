import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Storage } from '../storage.ts';

/** Whose records a sample stores. */
export interface SampleOwner {
  userId: string;
  /** An ended reply of this user. */
  conversationId: string;
  messageId: string;
  /** Makes the id of a record: the same in every database of the story, and a new one in shared databases. */
  id(name: string): string;
}

/**
 * Records of one kind for the tests of upgrades, transfers, backups, exports and deletions. Their texts contain an id,
 * so that a deletion test can search for them, unless databases were stored before with other texts.
 */
export interface Sample {
  /** The first SQLite schema whose stored databases have them. */
  schema: number;
  store(storage: Storage, owner: SampleOwner): Promise<void>;
  /** What the port returns of them: the same from every storage that has them. */
  read(storage: Storage, userId: string): Promise<unknown>;
}

const FOLDER = join(import.meta.dirname, '../contract');

/** Those that contracts of stores have, by the name of the contract. */
const found: [name: string, Sample][][] = await Promise.all(
  globSync('*/*.contract.ts', { cwd: FOLDER })
    .toSorted()
    .map(async (file): Promise<[string, Sample][]> => {
      const { sample } = (await import(pathToFileURL(join(FOLDER, file)).href)) as { sample?: Sample };
      return sample ? [[basename(file, '.contract.ts'), sample]] : [];
    }),
);

const SAMPLES = found.flat();

/** Stores the samples that code with this SQLite schema could store. */
export async function storeSamples(storage: Storage, owner: SampleOwner, schema = Infinity): Promise<void> {
  for (const [, sample] of SAMPLES) if (schema >= sample.schema) await sample.store(storage, owner);
}

export async function readSamples(storage: Storage, userId: string): Promise<Record<string, unknown>> {
  const read = SAMPLES.map(async ([name, sample]) => [name, await sample.read(storage, userId)] as const);
  return Object.fromEntries(await Promise.all(read));
}
