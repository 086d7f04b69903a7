import { MongoBulkWriteError, type Collection } from 'mongodb';
import type { TransferKind, TransferRecords } from '../../records.ts';
import type { TransferTarget } from '../../transfer/transfer.ts';
import { allCollections, type CollectionDefinition } from '../database/collection.ts';
import type { Database } from '../database/database.ts';
import { allSettled, DUPLICATE_KEY, reachable } from '../database/driver-errors.ts';
import { readBytes, removeBytes, writeBytes } from '../files/file-bytes.ts';
import { openDatabase } from '../mongo-storage.ts';
import { DOCUMENTS } from './documents.ts';
import type { Documents } from './documents-of.ts';
import { readNote, saveNote, transferNotes } from './transfer-note.ts';

const MOST_RECORDS = 500;

/**
 * Opens a MongoDB database as the target of a copy. Throws a sentence without the URL when the server cannot be used.
 */
export async function openMongoTarget(url: string): Promise<TransferTarget> {
  const { database, name } = await openDatabase(url);
  const everything = allCollections().filter((each) => each !== transferNotes) as CollectionDefinition<{
    _id: string;
  }>[];
  const methods: Omit<TransferTarget, 'name' | 'dump'> = {
    note: () => readNote(database),
    keepNote: (note) => saveNote(database, note),
    async isEmpty() {
      for (const each of everything) if (await database.of(each).findOne({})) return false;
      return true;
    },
    async clear() {
      for (const each of everything) await database.of(each).deleteMany({});
      await database.of(transferNotes).deleteMany({});
    },
    load: (kind, records) => load(database, DOCUMENTS[kind], records),
    readBytes: (id) => readBytes(database, id),
    async writeBytes(id, bytes) {
      await removeBytes(database, id);
      await writeBytes(database, id, bytes);
    },
    close: () => database.close(),
  };
  return { ...reachable(methods), name, dump: (kind) => dump(database, kind) };
}

/** Existing documents are correct: an earlier call stored them from the same source. */
async function load<Record>(database: Database, { write }: Documents<Record>, records: Record[]): Promise<void> {
  const all = await Promise.all(records.map((record) => write(record, database)));
  const byCollection = Map.groupBy(all.flat(), (each) => each.collection);
  await allSettled(
    [...byCollection].map(([collection, stored]) =>
      addMissing(
        database.of(collection),
        stored.map(({ document }) => document),
      ),
    ),
  );
}

async function addMissing(collection: Collection<{ _id: string }>, documents: { _id: string }[]): Promise<void> {
  try {
    await collection.insertMany(documents, { ordered: false });
  } catch (error) {
    const errors = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
    if (errors.length === 0 || !errors.every(({ code }) => code === DUPLICATE_KEY)) throw error;
  }
}

async function* dump<Kind extends TransferKind>(
  database: Database,
  kind: Kind,
): AsyncGenerator<{ records: TransferRecords[Kind][] }> {
  const { collection, read } = DOCUMENTS[kind] as Documents<TransferRecords[Kind]>;
  const cursor = database.of(collection).find({}, { batchSize: MOST_RECORDS });
  for await (const first of cursor) {
    // The driver's current batch, never more than 16 MB.
    const batch = [first, ...cursor.readBufferedDocuments()];
    yield { records: await Promise.all(batch.map((document) => read(document, database))) };
  }
}
