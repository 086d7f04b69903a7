import { randomUUID } from 'node:crypto';
import {
  GridFSBucket,
  type AnyBulkWriteOperation,
  type BulkWriteOptions,
  type Collection,
  type Db,
  type Document,
  type Filter,
  type MongoClient,
  type OptionalUnlessRequiredId,
} from 'mongodb';
import { allCollections, type CollectionDefinition, type Index } from './collection.ts';
import { wasFree } from './driver-errors.ts';
import { watchHeartbeats } from './renew-connection.ts';

/** GridFS bucket for the bytes of files. */
export const BUCKET = 'bytes';

/** Extra time to wait for a heartbeat beyond the connection timeout. */
const SLACK_MS = 500;

/** For writes that may be lost when their only server fails: progress that the next write includes. */
export const SOON = { writeConcern: { w: 1 as const } };

/**
 * Operations sent in one command. FerretDB takes a connection of its hundred for each until the command ends; one with
 * more operations would wait for itself and block all others.
 */
const MOST_IN_COMMAND = 16;

/** A document that already exists does not keep the others from being inserted. */
const ANY_ORDER = { ordered: false };

/** A database on a server, accessed through a connection pool. */
export class Database {
  readonly bucket: GridFSBucket;
  readonly #client: MongoClient;
  readonly #db: Db;
  readonly #endWatch: () => void;

  constructor(client: MongoClient, name: string) {
    this.#client = client;
    this.#db = client.db(name);
    this.#endWatch = watchHeartbeats(client, client.options.connectTimeoutMS + SLACK_MS);
    this.bucket = new GridFSBucket(this.#db, { bucketName: BUCKET });
  }

  of<Document extends { _id: unknown }>({ name }: CollectionDefinition<Document>): Collection<Document> {
    return this.#db.collection<Document>(name);
  }

  /** Runs many writes in few commands. Returns how many documents matched. */
  async bulkWrite<Document extends { _id: unknown }>(
    definition: CollectionDefinition<Document>,
    operations: AnyBulkWriteOperation<Document>[],
    options: BulkWriteOptions = {},
  ): Promise<number> {
    let matched = 0;
    for (let first = 0; first < operations.length; first += MOST_IN_COMMAND) {
      const part = operations.slice(first, first + MOST_IN_COMMAND);
      matched += (await this.of(definition).bulkWrite(part, options)).matchedCount;
    }
    return matched;
  }

  /** Stores documents, replacing those with the same `_id`. */
  async put<Document extends { _id: string }>(
    definition: CollectionDefinition<Document>,
    documents: Document[],
  ): Promise<void> {
    if (documents.length === 0) return;
    // Upserts alone would take a server many times longer.
    const inserted = this.of(definition).insertMany(documents as OptionalUnlessRequiredId<Document>[], ANY_ORDER);
    if (await wasFree(inserted)) return;
    const upserts = documents.map((replacement) => ({
      replaceOne: { filter: { _id: replacement._id } as Filter<Document>, replacement, upsert: true },
    }));
    await this.bulkWrite(definition, upserts);
  }

  /**
   * Creates missing indexes, and replaces those whose definition has changed under the same name. Several processes may
   * do this at once.
   */
  async makeIndexes(): Promise<void> {
    const definitions = [];
    for (const { name, indexes } of allCollections()) {
      const made = this.#db.collection(name);
      definitions.push({ made, indexes, present: await made.listIndexes().toArray().catch(noIndexes) });
    }
    // FerretDB neither makes sparse indexes nor reports any.
    const knowsSparse = definitions.some(({ present }) => present.some(({ sparse }) => sparse));
    for (const { made, indexes, present } of definitions) {
      for (const index of indexes) {
        const old = present.find((each) => each.name === index.name);
        if (old && isDefinedAs(old, index, knowsSparse)) continue;
        if (old) await made.dropIndex(index.name).catch(noIndexes);
        await made.createIndex(index.key, { name: index.name, ...index.options });
      }
    }
  }

  async ping(): Promise<void> {
    await this.#db.command({ ping: 1 });
  }

  /** Writes, reads and removes a document, in a collection that exists only meanwhile. */
  async tryWriting(): Promise<void> {
    const _id = randomUUID();
    const tried = this.#db.collection<{ _id: string }>(`doctor-${_id}`);
    await tried.insertOne({ _id });
    const found = await tried.findOne({ _id });
    await tried.drop();
    if (!found) throw new Error('It does not return what was written.');
  }

  async close(): Promise<void> {
    this.#endWatch();
    await this.#client.close();
  }
}

/** Whether the server's index has this definition. The order of the keys matters. */
function isDefinedAs(
  { key, unique = false, sparse = false }: Document,
  { key: wanted, options = {} }: Index,
  knowsSparse: boolean,
): boolean {
  return (
    JSON.stringify(Object.entries(key)) === JSON.stringify(Object.entries(wanted)) &&
    unique === (options.unique ?? false) &&
    (!knowsSparse || sparse === (options.sparse ?? false))
  );
}

/** Error codes for a collection or an index that does not exist (any more). */
const MISSING = new Set<unknown>([26, 27]);

function noIndexes(error: { code?: unknown }): [] {
  if (MISSING.has(error.code)) return [];
  throw error;
}
