import { startFerretDb } from './ferretdb.ts';
import type { MongoTestServer } from './mongo-test-server.ts';
import { startMongod } from './mongod.ts';

/** How to run the tests that need a server, for messages. */
export const HOW_TO_RUN =
  'set MONGODB_TEST_URL, or have a network that MongoDB can be downloaded from, or Go, which FerretDB is built with';

/**
 * Finds the best available server: the one in `MONGODB_TEST_URL`, a downloaded one, or FerretDB. Null when there is
 * none.
 */
export async function findMongoTestServer(env: NodeJS.ProcessEnv): Promise<MongoTestServer | null> {
  const given = env.MONGODB_TEST_URL;
  if (given) return { name: 'the MongoDB of MONGODB_TEST_URL', url: given, isMongo: true, close: async () => {} };
  const server = (await startMongod(env)) ?? (await startFerretDb(env));
  if (!server) console.warn(`There is no MongoDB here, so its storage is not tested: ${HOW_TO_RUN}.`);
  return server;
}

/** The server's URL for a database of this name. `through` is the address of a proxy. */
export function urlOf({ url }: MongoTestServer, name: string, through?: string): string {
  const [, scheme, user = '', hosts, had, options = ''] =
    /^(mongodb(?:\+srv)?:\/\/)([^/?]*@)?([^/?]*)(?:\/([^?]*))?(\?.*)?$/.exec(url) ?? [];
  if (scheme === undefined) throw new Error('MONGODB_TEST_URL must begin with mongodb://.');
  const more = [
    ...(user && had && !/authSource=/i.test(options) ? [`authSource=${had}`] : []),
    ...(through === undefined ? [] : ['directConnection=true']),
  ].join('&');
  const query = [options.slice(1).replace(/replicaSet=[^&]*&?/i, through === undefined ? '$&' : ''), more];
  return `${scheme}${user}${through ?? hosts}/${name}?${query.filter(Boolean).join('&')}`;
}
