import { MongoClient } from 'mongodb';

/** Everything in a database as one text: its documents as JSON, and the bytes in their fields. */
export async function readDocuments(url: string, name: string): Promise<string> {
  const client = new MongoClient(url);
  try {
    const collections = await client.db(name).collections();
    const documents = await Promise.all(collections.map((collection) => collection.find().toArray()));
    return documents
      .flatMap((found) => found.flatMap((document) => [JSON.stringify(document), bytesOf(document)]))
      .join('\n');
  } finally {
    await client.close();
  }
}

export async function dropDatabase(url: string, name: string): Promise<void> {
  const client = new MongoClient(url);
  await client.db(name).dropDatabase();
  await client.close();
}

function bytesOf(document: object): string {
  const fields = Object.values(document) as ({ buffer?: Uint8Array } | null)[];
  return fields.map((field) => (field?.buffer ? Buffer.from(field.buffer).toString('latin1') : '')).join(' ');
}
