import type { TransferNote } from '../../transfer/transfer.ts';
import { collection } from '../database/collection.ts';
import type { Database } from '../database/database.ts';

export const transferNotes = collection<TransferNote & { _id: string }>('transfer_notes');

const ONLY = 'copy';

export async function readNote(database: Database): Promise<TransferNote | null> {
  const found = await database.of(transferNotes).findOne({ _id: ONLY });
  if (!found) return null;
  const { _id, ...note } = found;
  return note;
}

export async function saveNote(database: Database, note: TransferNote): Promise<void> {
  await database.of(transferNotes).replaceOne({ _id: ONLY }, note, { upsert: true });
}

/** Throws a sentence when the database contains an unfinished copy. */
export async function refuseHalfACopy(database: Database): Promise<void> {
  const note = await readNote(database);
  if (!note || note.isDone) return;
  throw new Error('a copy into it is unfinished. Run `parley migrate` again to resume it.');
}
