import { createHash } from 'node:crypto';
import type { TransferKind, TransferRecords } from '../records.ts';
import { RecordSum } from './record-sum.ts';
import {
  TRANSFER_KINDS,
  type TransferNote,
  type TransferReader,
  type TransferSource,
  type TransferTarget,
} from './transfer.ts';

/** Receives the progress of a copy, for display. */
export interface TransferProgress {
  /** Starts a step with this many records. */
  begin(step: string, total: number): void;
  advance(records: number): void;
  end(): void;
  /** Reports an additional fact. */
  say(sentence: string): void;
}

export interface Copied {
  /** Records that this call copied; fewer than the total when it resumed an earlier copy. */
  copiedCount: number;
  /** Number of records of each kind, equal in source and target, and their checksum. */
  sums: { kind: TransferKind; count: number; checksum: string }[];
  /** Number of files whose bytes are missing in the source. */
  lostFiles: number;
}

/**
 * Copies everything, resuming an interrupted copy, and compares the copy with the source record by record and byte by
 * byte. Null when that was done before. Throws a sentence when the target has other data or differs from the source.
 */
export async function copyStorage(
  source: TransferSource,
  target: TransferTarget,
  progress: TransferProgress,
): Promise<Copied | null> {
  const begun = await findBegun(source, target, progress);
  if (begun?.isDone) return null;
  const copiedCount = await copy(source, target, progress, begun);
  const last = { source: source.stamp, kind: lastKind(), after: null };
  const { sums, lostFiles } = await compare(source, target, progress).catch(async (error: unknown) => {
    // Makes the next call start over.
    if (error instanceof CopyDiffers) await target.keepNote({ ...last, source: '', isDone: false });
    throw error;
  });
  await target.keepNote({ ...last, isDone: true });
  return { copiedCount, sums, lostFiles };
}

class CopyDiffers extends Error {}

/** Returns the note of a started copy of this source. Clears a copy of an earlier state of the source. */
async function findBegun(
  source: TransferSource,
  target: TransferTarget,
  progress: TransferProgress,
): Promise<TransferNote | null> {
  const note = await target.note();
  const refuse = (why: string) => new Error(`${target.name} ${why} Choose another database, or remove that one first.`);
  if (!note && !(await target.isEmpty())) throw refuse('has other data that the copy would mix with.');
  if (!note) return null;
  if (note.source === source.stamp) return note;
  if (note.isDone) throw refuse('already has a copy, and the source has changed since.');
  progress.say('The source changed after the earlier copy started, so this starts over.');
  await target.clear();
  return null;
}

async function copy(
  source: TransferSource,
  target: TransferTarget,
  progress: TransferProgress,
  begun: TransferNote | null,
): Promise<number> {
  let copiedCount = 0;
  const note = (kind: TransferKind, after: string | null) =>
    target.keepNote({ source: source.stamp, kind, after, isDone: false });
  if (begun) progress.say(`Resuming with ${begun.kind}, where the earlier run stopped.`);

  async function copyKind<Kind extends TransferKind>(kind: Kind, after?: string): Promise<void> {
    progress.begin(`Copying ${kind}`, await source.count(kind));
    for await (const { records, next } of source.dump(kind, after)) {
      if (kind === 'files') await copyBytes(source, target, records as TransferRecords['files'][]);
      await target.load(kind, records);
      await note(kind, next);
      copiedCount += records.length;
      progress.advance(records.length);
    }
    progress.end();
  }

  const first = begun ? TRANSFER_KINDS.indexOf(begun.kind) : 0;
  for (const [index, kind] of TRANSFER_KINDS.slice(first).entries()) {
    const after = index === 0 ? begun?.after : null;
    if (after === null || after === undefined) await note(kind, null);
    await copyKind(kind, after ?? undefined);
  }
  return copiedCount;
}

async function copyBytes(
  source: TransferSource,
  target: TransferTarget,
  files: TransferRecords['files'][],
): Promise<void> {
  for (const { id } of files) {
    const bytes = await source.readBytes(id);
    if (bytes) await target.writeBytes(id, bytes);
  }
}

async function compare(
  source: TransferSource,
  target: TransferTarget,
  progress: TransferProgress,
): Promise<Pick<Copied, 'sums' | 'lostFiles'>> {
  const sums: Copied['sums'] = [];
  let lostFiles = 0;
  for (const kind of TRANSFER_KINDS) {
    progress.begin(`Comparing ${kind}`, 2 * (await source.count(kind)));
    const wanted = await sum(source, kind, progress);
    const found = await sum(target, kind, progress);
    progress.end();
    if (wanted.count !== found.count || wanted.checksum !== found.checksum) {
      const counts = `${wanted.count} records with the checksum ${wanted.checksum.slice(0, 8)} in the source`;
      throw new CopyDiffers(
        `The copy of ${kind} differs from the source: ${counts}, ${found.count} with ${found.checksum.slice(0, 8)} in ` +
          `${target.name}. Is something else writing there? Run the command again to start over.`,
      );
    }
    lostFiles += wanted.lostFiles;
    sums.push({ kind, count: wanted.count, checksum: wanted.checksum });
  }
  return { sums, lostFiles };
}

async function sum(
  reader: TransferReader,
  kind: TransferKind,
  progress: TransferProgress,
): Promise<{ count: number; checksum: string; lostFiles: number }> {
  const all = new RecordSum();
  let lostFiles = 0;
  for await (const { records } of reader.dump(kind)) {
    for (const record of records) {
      const bytes = kind === 'files' ? await reader.readBytes((record as TransferRecords['files']).id) : null;
      if (kind === 'files' && !bytes) lostFiles++;
      all.add(bytes ? { record, bytes: createHash('sha256').update(bytes).digest('hex') } : { record });
    }
    progress.advance(records.length);
  }
  return { count: all.count, checksum: all.checksum, lostFiles };
}

function lastKind(): TransferKind {
  const kind = TRANSFER_KINDS.at(-1);
  if (!kind) throw new Error('There are kinds of records.');
  return kind;
}
