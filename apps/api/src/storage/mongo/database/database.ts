import { GridFSBucket, type Collection, type Db, type MongoClient } from 'mongodb';
import { allCollections, type CollectionDefinition } from './collection.ts';
import { watchHeartbeats } from './renew-connection.ts';

/** GridFS bucket for the bytes of files. */
export const BUCKET = 'bytes';

/** Extra time to wait for a heartbeat beyond the connection timeout. */
const SLACK_MS = 500;

/** For writes that may be lost when their only server fails: progress that the next write includes. */
export const SOON = { writeConcern: { w: 1 as const } };

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

  /** Creates missing indexes and leaves existing ones unchanged. Several processes may do this at once. */
  async makeIndexes(): Promise<void> {
    for (const { name, indexes } of allCollections()) {
      const made = this.#db.collection(name);
      const present = await made.listIndexes().toArray().catch(noIndexes);
      const names = new Set(present.map((index) => index.name));
      const missing = indexes.filter((index) => !names.has(index.name));
      for (const index of missing) await made.createIndex(index.key, { name: index.name, ...index.options });
    }
  }

  async ping(): Promise<void> {
    await this.#db.command({ ping: 1 });
  }

  async close(): Promise<void> {
    this.#endWatch();
    await this.#client.close();
  }
}

const NO_COLLECTION = 26;

function noIndexes(error: { code?: unknown }): [] {
  if (error.code === NO_COLLECTION) return [];
  throw error;
}
