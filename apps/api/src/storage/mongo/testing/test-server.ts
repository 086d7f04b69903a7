import { startFerretDb } from './ferretdb.ts';
import { startMongod } from './mongod.ts';

/** A server for tests that speaks MongoDB's language. */
export interface TestServer {
  name: string;
  /** Without the name of a database. */
  url: string;
  /** False for one that only speaks its language: it takes what comes to one document from several clients in two steps. */
  isMongo: boolean;
  close(): Promise<void>;
}

/** How to have what needs a server tested, for people. */
export const HOW_TO_RUN =
  'set MONGODB_TEST_URL, or have a network that MongoDB can be downloaded from, or Go, which FerretDB is built with';

/** The best there is: the one in `MONGODB_TEST_URL`, one that is downloaded, or FerretDB; null where there is none. */
export async function findTestServer(env: NodeJS.ProcessEnv): Promise<TestServer | null> {
  const given = env.MONGODB_TEST_URL;
  if (given) return { name: 'the MongoDB of MONGODB_TEST_URL', url: given, isMongo: true, close: async () => {} };
  const server = (await startMongod(env)) ?? (await startFerretDb(env));
  if (!server) console.warn(`There is no MongoDB here, so its storage is not tested: ${HOW_TO_RUN}.`);
  return server;
}

/** The server's URL for a database of this name; `through` is the address of a way to it. */
export function urlOf({ url }: TestServer, name: string, through?: string): string {
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
