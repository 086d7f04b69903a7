import { openSqliteStorage } from './sqlite/sqlite-storage.ts';
import { openSqliteSource } from './sqlite/transfer/open-source.ts';
import { trySqlite } from './sqlite/try-sqlite.ts';
import type { Sharing } from './mongo/database/instance-lease.ts';
import type { Storage } from './storage.ts';
import type { TriedStorage } from './tried-storage.ts';
import type { TransferSource, TransferTarget } from './transfer/transfer.ts';

interface StorageSettings {
  /** Folder for uploaded files, for engines that do not store them themselves. */
  filesDir: string;
  /**
   * How processes that share a database server avoid interfering with each other. By default, there is no check for
   * other processes.
   */
  sharing?: Sharing;
  /** Called with the error that ended a storage thread. The thread is restarted. */
  onFault?: (error: Error) => void;
}

interface Engine {
  /** Start of the URL. */
  scheme: string;
  /** Form of the whole URL, for messages to people. */
  form: string;
  /** `place` is the part of the URL after the scheme. */
  open(place: string, settings: StorageSettings): Promise<Storage>;
  /** Source and target for `parley migrate`; null when the engine supports no migration in that direction. */
  openSource: ((place: string, settings: StorageSettings) => Promise<TransferSource>) | null;
  openTarget: ((place: string) => Promise<TransferTarget>) | null;
  tryOut(place: string): Promise<TriedStorage>;
}

const ENGINES: Engine[] = [
  {
    scheme: 'sqlite:',
    form: 'sqlite:<path> or sqlite::memory:',
    open: openSqliteStorage,
    openSource: openSqliteSource,
    openTarget: null,
    tryOut: trySqlite,
  },
  ...['mongodb:', 'mongodb+srv:'].map((scheme) => ({
    scheme,
    form: `${scheme}//<host>/<database>`,
    // Loaded only when used.
    open: async (place: string, { sharing }: StorageSettings) =>
      (await import('./mongo/mongo-storage.ts')).openMongoStorage(scheme + place, sharing),
    openSource: null,
    openTarget: async (place: string) =>
      (await import('./mongo/transfer/open-target.ts')).openMongoTarget(scheme + place),
    tryOut: async (place: string) => (await import('./mongo/mongo-storage.ts')).tryMongo(scheme + place),
  })),
];

/** Opens the storage that a `DATABASE_URL` names. Throws an Error with a sentence for the operator when it cannot. */
export async function openStorage(databaseUrl: string, settings: StorageSettings): Promise<Storage> {
  const { engine, place } = findEngine(databaseUrl);
  return engine.open(place, settings);
}

/** Opens the same storage as the source of a copy. */
export async function openTransferSource(databaseUrl: string, settings: StorageSettings): Promise<TransferSource> {
  const { engine, place } = findEngine(databaseUrl);
  if (!engine.openSource) {
    throw new Error(
      `Copying from ${engine.scheme} databases isn’t supported; use their own tools, such as mongodump and mongorestore.`,
    );
  }
  return engine.openSource(place, settings);
}

/** Opens the same storage as the target of a copy. */
export async function openTransferTarget(databaseUrl: string): Promise<TransferTarget> {
  const { engine, place } = findEngine(databaseUrl);
  if (!engine.openTarget)
    throw new Error(`Copying into ${engine.scheme} databases isn’t supported; use mongodb://<host>/<database>.`);
  return engine.openTarget(place);
}

/**
 * Tries the storage without becoming a second server of it, also while a server uses it. Throws an Error with a
 * sentence when it cannot be used.
 */
export async function tryStorage(databaseUrl: string): Promise<TriedStorage> {
  const { engine, place } = findEngine(databaseUrl);
  return engine.tryOut(place);
}

function findEngine(databaseUrl: string): { engine: Engine; place: string } {
  const engine = ENGINES.find(({ scheme }) => databaseUrl.startsWith(scheme) && databaseUrl.length > scheme.length);
  if (engine) return { engine, place: databaseUrl.slice(engine.scheme.length) };
  // Name only the scheme: the rest may hold a password.
  const given = /^[a-z][a-z0-9+.-]*:/i.exec(databaseUrl)?.[0] ?? 'this';
  const supported = ENGINES.map(({ form }) => form).join(', ');
  throw new Error(`A database URL like ${given} isn’t supported. Supported: ${supported}.`);
}
