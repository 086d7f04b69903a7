import { finished } from 'node:stream/promises';
import type { ObjectId } from 'mongodb';
import { collection } from '../database/collection.ts';
import { BUCKET, type Database } from '../database/database.ts';

// The driver's type for file ids is narrower than what it accepts.
const asId = (id: string) => id as unknown as ObjectId;
// The driver creates these indexes with the first file. Defined here, they exist from the start.
const gridFiles = collection<{ _id: string; length: number }>(`${BUCKET}.files`, [
  { name: 'filename_1_uploadDate_1', key: { filename: 1, uploadDate: 1 } },
]);
const gridChunks = collection<{ _id: ObjectId; files_id: string; n: number }>(`${BUCKET}.chunks`, [
  { name: 'files_id_1_n_1', key: { files_id: 1, n: 1 }, options: { unique: true } },
]);

/** Resolves when the bytes are durable. */
export async function writeBytes({ bucket }: Database, id: string, bytes: Uint8Array): Promise<void> {
  const upload = bucket.openUploadStreamWithId(asId(id), id);
  upload.end(Buffer.from(bytes));
  await finished(upload);
}

/** Null when there are no bytes for this id. */
export async function readBytes(database: Database, id: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const file = await database.of(gridFiles).findOne({ _id: id });
  if (!file) return null;
  const bytes = new Uint8Array(file.length);
  let place = 0;
  for await (const chunk of database.bucket.openDownloadStream(asId(id))) {
    bytes.set(chunk, place);
    place += chunk.length;
  }
  return bytes;
}

/** Ignores unknown ids. */
export async function removeBytes(database: Database, id: string): Promise<void> {
  await database.of(gridFiles).deleteOne({ _id: id });
  await database.of(gridChunks).deleteMany({ files_id: id });
}
