import { openSqliteStorage } from './sqlite/sqlite-storage.ts';
import type { Storage } from './storage.ts';

interface StorageSettings {
  /** The folder for the files that people attach, where the engine itself does not keep them. */
  filesDir: string;
}

interface Engine {
  /** What the URL begins with. */
  scheme: string;
  /** How the whole URL is written, for people. */
  form: string;
  /** Takes what follows the scheme. */
  open(place: string, settings: StorageSettings): Promise<Storage>;
}

const ENGINES: Engine[] = [
  { scheme: 'sqlite:', form: 'sqlite:<path> or sqlite::memory:', open: openSqliteStorage },
  ...['mongodb:', 'mongodb+srv:'].map((scheme) => ({
    scheme,
    form: `${scheme}//<host>/<database>`,
    // Loaded only where it is used.
    open: async (place: string) => (await import('./mongo/mongo-storage.ts')).openMongoStorage(scheme + place),
  })),
];

/** Opens the storage a `DATABASE_URL` names. Throws an Error with a sentence for the operator when it cannot. */
export async function openStorage(databaseUrl: string, settings: StorageSettings): Promise<Storage> {
  const engine = ENGINES.find(({ scheme }) => databaseUrl.startsWith(scheme) && databaseUrl.length > scheme.length);
  if (!engine) {
    // Only the scheme: the rest may hold a password.
    const given = /^[a-z][a-z0-9+.-]*:/i.exec(databaseUrl)?.[0] ?? 'this';
    const supported = ENGINES.map(({ form }) => form).join(', ');
    throw new Error(`A database URL like ${given} is not supported. Supported: ${supported}.`);
  }
  return engine.open(databaseUrl.slice(engine.scheme.length), settings);
}
