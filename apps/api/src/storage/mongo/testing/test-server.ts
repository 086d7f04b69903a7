import { startFerretDb } from './ferretdb.ts';

/** A server that speaks MongoDB's language, for tests. */
export interface TestServer {
  name: string;
  /** What stands in the URL before the name of the database, without the scheme. */
  address: string;
  /** False for one that only speaks its language. */
  isMongo: boolean;
  close(): Promise<void>;
}

export async function findTestServer(env: NodeJS.ProcessEnv): Promise<TestServer | null> {
  return startFerretDb(env);
}
