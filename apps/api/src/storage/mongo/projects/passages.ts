import { setImmediate } from 'node:timers/promises';
import type { ProjectPassage } from '../../storage.ts';
import { MOST_RANKED, passagesOf, rarest } from '../../search/passages.ts';
import { readWords } from '../../search/words.ts';
import { collection } from '../database/collection.ts';
import type { Database } from '../database/database.ts';
import { files, type FileDocument } from '../files/file-document.ts';

/** A passage of a file in a project, with its words for the index. */
interface PassageDocument {
  /** The file's id and the passage's number. */
  _id: string;
  userId: string;
  projectId: string;
  fileId: string;
  place: number;
  text: string;
  words: string[];
}

/** The usual constants of BM25: how soon repeated words stop counting, and how much long passages lose. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;
/** Passages that are written together. Other work runs between two batches. */
const BATCH = 50;

const passages = collection<PassageDocument>('passages', [
  { name: 'words', key: { userId: 1, projectId: 1, words: 1 } },
  { name: 'of_file', key: { fileId: 1 } },
]);

/** Indexes the files of a project that are not indexed yet, such as after a crash or a transfer. */
export async function indexProject(database: Database, userId: string, projectId: string): Promise<void> {
  const waiting = { userId, projectId, indexedIn: { $ne: projectId }, isPartial: { $exists: false } };
  for await (const file of database.of(files).find(waiting)) await indexFile(database, file, projectId);
}

/** Removes the passages of a file that leaves its project or is removed. */
export async function removePassages(database: Database, fileId: string): Promise<void> {
  await database.of(passages).deleteMany({ fileId });
}

/** `ProjectStore.passages`, for a project that exists. */
export async function findPassages(
  database: Database,
  userId: string,
  projectId: string,
  words: string[],
  limit: number,
): Promise<ProjectPassage[]> {
  await indexProject(database, userId, projectId);
  const all = database.of(passages);
  const own = { userId, projectId };
  const counted = await Promise.all(
    words.map(async (word) => ({ word, count: await all.countDocuments({ ...own, words: word }) })),
  );
  const wanted = rarest(counted);
  if (wanted.length === 0) return [];
  const total = await all.countDocuments(own);
  const found: { passage: ProjectPassage; score: number }[] = [];
  const matching = all.find({ ...own, words: { $in: wanted.map(({ word }) => word) } }).limit(MOST_RANKED);
  for await (const { fileId, place, text } of matching) {
    found.push({ passage: { fileId, place, text }, score: score(text, wanted, total) });
    if (found.length % BATCH === 0) await setImmediate();
  }
  found.sort((a, b) => b.score - a.score);
  return found.slice(0, limit).map(({ passage }) => passage);
}

async function indexFile(database: Database, { _id, userId, text }: FileDocument, projectId: string): Promise<void> {
  let batch: PassageDocument[] = [];
  const write = async () => {
    await database.put(passages, batch);
    batch = [];
  };
  for (const { start, end } of passagesOf(text ?? '')) {
    const part = (text ?? '').slice(start, end);
    const words = [...new Set([...readWords(part)].map(({ folded }) => folded))];
    batch.push({ _id: `${_id}:${start}`, userId, projectId, fileId: _id, place: start, text: part, words });
    if (batch.length === BATCH) await write();
  }
  await write();
  const indexed = await database.of(files).updateOne({ _id, projectId }, { $set: { indexedIn: projectId } });
  // It left the project meanwhile.
  if (indexed.matchedCount === 0) await removePassages(database, _id);
}

/** BM25. */
function score(text: string, wanted: { word: string; count: number }[], total: number): number {
  const times = new Map<string, number>();
  let length = 0;
  for (const { folded } of readWords(text)) {
    length++;
    times.set(folded, (times.get(folded) ?? 0) + 1);
  }
  // An average passage has about 200 words.
  const weight = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / 200);
  return wanted.reduce((sum, { word, count }) => {
    const often = times.get(word) ?? 0;
    const rarity = Math.log(1 + (total - count + 0.5) / (count + 0.5));
    return sum + (rarity * often * (SATURATION + 1)) / (often + weight);
  }, 0);
}
