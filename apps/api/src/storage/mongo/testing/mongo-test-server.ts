/** A test server that speaks MongoDB's protocol. */
export interface MongoTestServer {
  name: string;
  /** URL without a database name. */
  url: string;
  /** False for a server that only speaks the protocol and applies concurrent changes of a document in two steps. */
  isMongo: boolean;
  close(): Promise<void>;
}
