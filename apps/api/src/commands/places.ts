import { join } from 'node:path';
import { readEnvironment, readPlaces } from '../settings/config.ts';
import type { EmbeddedPlaces } from '../storage/sqlite/backup/write-backup.ts';

/** Where the data is stored, according to the settings. */
export interface Places {
  databaseUrl: string;
  /** The default location of the embedded database. */
  embeddedUrl: string;
  filesDir: string;
  secretsDir: string;
}

export function findPlaces(root: string): Places {
  const { dataDir, databaseUrl, embeddedUrl } = readPlaces(readEnvironment(root), root);
  return { databaseUrl, embeddedUrl, filesDir: join(dataDir, 'files'), secretsDir: join(dataDir, 'secrets') };
}

/** The places of an embedded database in a file. Throws a sentence for any other kind. */
export function embeddedPlaces({ databaseUrl, filesDir, secretsDir }: Places): EmbeddedPlaces {
  const [scheme = '', database = ''] = /^sqlite:(.*)$/.exec(databaseUrl) ?? [];
  if (scheme && database !== ':memory:') return { database, filesDir, secretsDir };
  throw new Error(
    'DATABASE_URL isn’t a SQLite file. Use that database’s own tools, such as mongodump and mongorestore.',
  );
}
