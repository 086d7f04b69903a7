import { existsSync } from 'node:fs';
import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '../../../make-folder.ts';
import type { TransferProgress } from '../../transfer/copy-storage.ts';
import { Database } from '../database/database.ts';
import { openExisting, requireDatabase } from '../database/open-existing.ts';
import { rewriteIndex } from '../database/scrub.ts';
import { isScrubDue } from '../database/scrubber.ts';
import { checksumOfFile, copyChecked } from './copy-checked.ts';
import { isMountPoint } from './is-mount-point.ts';
import { checksumOf, DATABASE, FILES, FORMAT, isPlace, MANIFEST, SECRETS, SUMS, type Manifest } from './manifest.ts';

/** Paths of the data to back up. */
export interface EmbeddedPlaces {
  database: string;
  filesDir: string;
  secretsDir: string;
}

export interface Backup extends Pick<Manifest, 'counts'> {
  /** Files whose bytes were already missing in the source. */
  lostFiles: string[];
}

/** How often to start over when files are permanently removed during the copy. */
const MOST_TRIES = 5;

/**
 * Copies a snapshot of the database, its files and the secrets into a new folder while the server keeps running. The
 * folder appears once it is complete. Throws a sentence.
 */
export async function writeBackup(places: EmbeddedPlaces, folder: string, progress: TransferProgress): Promise<Backup> {
  const target = resolve(folder);
  requireDatabase(places.database);
  if (existsSync(target) && (await readdir(target).catch(() => ['a file'])).length > 0) {
    throw new Error(`${target} is there already: name a folder that is not.`);
  }
  if (isMountPoint(target)) throw new Error(`${target} is a mount point: name a folder inside it.`);
  const source = openExisting(places.database);
  makeFolder(dirname(target));
  // Readable only by its owner.
  const part = await mkdtemp(`${target}.partial-`);
  try {
    const backup = await fill(source, places, part, progress);
    if (existsSync(target)) await rmdir(target);
    await rename(part, target);
    return backup;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  } finally {
    source.close();
  }
}

async function fill(
  source: Database,
  places: EmbeddedPlaces,
  part: string,
  progress: TransferProgress,
): Promise<Backup> {
  const lines = await open(join(part, SUMS), 'ax', 0o600);
  const { schema, counts, lostFiles } = await copyDatabaseAndFiles(source, places, part, lines, progress);
  await copySecrets(places.secretsDir, part, lines);
  await addSum(lines, DATABASE, await checksumOfFile(join(part, DATABASE)));
  await lines.sync();
  await lines.close();
  const sums = checksumOf(await readFile(join(part, SUMS), 'utf8'));
  const manifest: Manifest = { format: FORMAT, schema, madeAt: new Date().toISOString(), counts, sums };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeFile(join(part, MANIFEST), text, { mode: 0o600, flush: true });
  return { counts, lostFiles };
}

/** Starts over when a file was removed after the database was copied: in a new copy, no message uses it. */
async function copyDatabaseAndFiles(
  source: Database,
  { filesDir }: EmbeddedPlaces,
  part: string,
  lines: FileHandle,
  progress: TransferProgress,
) {
  for (let tries = 1; ; tries++) {
    const copy = await copyDatabase(source, join(part, DATABASE), progress);
    try {
      const lostFiles = await copyFiles(copy, filesDir, part, lines, progress);
      if (lostFiles.every((id) => isKnown(source, id)) || tries === MOST_TRIES) {
        return { schema: Number(copy.pragma('user_version')), counts: countAll(copy), lostFiles };
      }
    } finally {
      copy.close();
    }
    progress.say('Files were removed meanwhile: starting over.');
    await rm(join(part, FILES), { recursive: true, force: true });
    await lines.truncate();
  }
}

async function copyDatabase(source: Database, path: string, progress: TransferProgress): Promise<Database> {
  const pages = `${path}.pages`;
  await rm(path, { force: true });
  const total = Number(source.pragma('page_count'));
  let count = 0;
  progress.begin('Copying pages of the database', total);
  await source.copyTo(pages, (copied) => {
    progress.advance(copied - count);
    count = copied;
  });
  progress.advance(total - count);
  progress.end();
  await repack(pages, path);
  await chmod(path, 0o600);
  return new Database(path, { timeout: 0 });
}

/** Copies all rows, and so none of the remains of deleted rows that copied pages and the search index may hold. */
async function repack(pages: string, path: string): Promise<void> {
  const copied = new Database(pages, { timeout: 0 });
  try {
    // Keeps everything in one file, without a log.
    copied.exec('PRAGMA journal_mode = DELETE');
    const state = copied.pragma('quick_check');
    if (state !== 'ok') {
      throw new Error(`The database is damaged: ${String(state)}. Restore the last good backup.`);
    }
    if (isScrubDue(copied)) await rewriteIndex(copied);
    copied.exec(`VACUUM INTO '${path.replaceAll("'", "''")}'`);
  } finally {
    copied.close();
  }
  await rm(pages);
}

type Id = { id: string };
const selectIds = { sql: 'SELECT id FROM files ORDER BY id' };
const selectFile = { sql: 'SELECT id FROM files WHERE id = :id' };

/** Returns the files without bytes. */
async function copyFiles(
  copy: Database,
  filesDir: string,
  part: string,
  lines: FileHandle,
  progress: TransferProgress,
): Promise<string[]> {
  const missing: string[] = [];
  progress.begin('Copying files', countOf(copy, 'files'));
  for (const { id } of copy.each<Record<string, never>, Id>(selectIds, {})) {
    const place = `${FILES}/${id.slice(0, 2)}/${id}`;
    const sum = await copyFile(join(filesDir, id.slice(0, 2), id), join(part, place));
    if (sum === null) missing.push(id);
    else await addSum(lines, place, sum);
    progress.advance(1);
  }
  progress.end();
  return missing;
}

/** Stored files never change, so a hard link is as good as a copy. */
async function copyFile(from: string, to: string): Promise<string | null> {
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await link(from, to);
    return await checksumOfFile(to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  }
  try {
    return await copyChecked(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function copySecrets(secretsDir: string, part: string, lines: FileHandle): Promise<void> {
  const entries = existsSync(secretsDir) ? await readdir(secretsDir, { withFileTypes: true }) : [];
  for (const entry of entries) {
    const place = `${SECRETS}/${entry.name}`;
    // Skips files of other programs, such as .DS_Store.
    if (!entry.isFile() || !isPlace(place)) continue;
    await addSum(lines, place, await copyChecked(join(secretsDir, entry.name), join(part, place)));
  }
}

async function addSum(lines: FileHandle, place: string, sum: string): Promise<void> {
  await lines.appendFile(`${sum}  ${place}\n`);
}

function isKnown(source: Database, id: string): boolean {
  return source.get<Id, Id>(selectFile, { id }) !== undefined;
}

function countAll(copy: Database): Manifest['counts'] {
  const [users, conversations, messages, files] = ['users', 'conversations', 'messages', 'files'].map((table) =>
    countOf(copy, table),
  );
  return { users: users ?? 0, conversations: conversations ?? 0, messages: messages ?? 0, files: files ?? 0 };
}

function countOf(copy: Database, table: string): number {
  const counted = { sql: `SELECT count(*) AS count FROM ${table}` };
  return copy.get<Record<string, never>, { count: number }>(counted, {})?.count ?? 0;
}
