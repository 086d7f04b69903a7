import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { MIGRATIONS } from '../schema/migrations.ts';

export const DATABASE = 'parley.db';
export const FILES = 'files';
export const SECRETS = 'secrets';
export const MANIFEST = 'manifest.json';
/** Checksum file in the format of `sha256sum`. */
export const SUMS = 'SHA256SUMS';
export const FORMAT = 1;

/** The description of a backup. `sums`: the checksum of the checksum file. */
const manifest = z.object({
  format: z.literal(FORMAT),
  schema: z.int().min(1),
  madeAt: z.iso.datetime(),
  counts: z.object({ users: z.int(), conversations: z.int(), messages: z.int(), files: z.int() }),
  sums: z.string(),
});

export type Manifest = z.infer<typeof manifest>;

const PLACE = /^(?:parley\.db|files\/[\w-]{2}\/[\w-]{3,100}|secrets\/[\w-][\w.-]*)$/;

/** Whether a path, relative to the backup's folder, is valid in a backup. */
export function isPlace(path: string): boolean {
  return PLACE.test(path);
}

/** Reads a backup's manifest and its files' checksums by path. Throws a sentence when the backup is incomplete. */
export async function readBackup(folder: string): Promise<{ manifest: Manifest; sums: Map<string, string> }> {
  const [described, lines] = await Promise.all([MANIFEST, SUMS].map((name) => read(folder, name)));
  const parsed = manifest.safeParse(parseJson(described ?? ''));
  if (!parsed.success) throw damaged(folder, `its ${MANIFEST} isn’t from this version`);
  const { schema, sums } = parsed.data;
  if (schema > MIGRATIONS.length) {
    throw new Error(
      `The backup ${folder} was made by a newer version of this program (its schema is ${schema}, this version knows up to ` +
        `${MIGRATIONS.length}). Restore it with that version.`,
    );
  }
  if (sums !== checksumOf(lines ?? '')) throw damaged(folder, `its ${SUMS} was changed`);
  return { manifest: parsed.data, sums: parseSums(folder, lines ?? '') };
}

export function checksumOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The error for a backup that cannot be used. */
export function damaged(folder: string, why: string): Error {
  return new Error(`The backup ${folder} is damaged: ${why}. Nothing was restored; take another backup.`);
}

async function read(folder: string, name: string): Promise<string> {
  try {
    return await readFile(join(folder, name), 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(
      code === 'EACCES'
        ? `The backup ${folder} cannot be read: ${message}. Run the command as the user who owns it.`
        : `There is no backup at ${folder}: it has no ${name} that could be read.`,
      { cause: error },
    );
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function parseSums(folder: string, lines: string): Map<string, string> {
  const pairs = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => [line.slice(66), line.slice(0, 64)] as const);
  const sums = new Map(pairs);
  if (!sums.has(DATABASE) || pairs.some(([place]) => !isPlace(place))) {
    throw damaged(folder, `its ${SUMS} names what no backup has`);
  }
  return sums;
}
