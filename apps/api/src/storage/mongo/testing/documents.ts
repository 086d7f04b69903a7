import { BSON, MongoClient, type Document } from 'mongodb';

const { EJSON } = BSON;

/** One collection with its indexes and documents. */
interface Exported {
  collection: string;
  indexes: Document[];
  documents: Document[];
}

/**
 * The documents of the URL's database as Extended JSON, a line each, below a line with their collection and its
 * indexes. `about` becomes the first line.
 */
export async function exportDocuments(url: string, about: string): Promise<string> {
  const client = new MongoClient(url);
  try {
    const collections = await client.db().collections();
    const exported = collections
      .toSorted((a, b) => (a.collectionName < b.collectionName ? -1 : 1))
      .map(async (each): Promise<Exported> => {
        const indexes = await each.listIndexes().toArray();
        const documents = await each.find().sort({ _id: 1 }).toArray();
        return { collection: each.collectionName, indexes: indexes.filter(({ name }) => name !== '_id_'), documents };
      });
    const lines = (await Promise.all(exported)).filter(({ documents }) => documents.length > 0);
    return [JSON.stringify({ about }), ...lines.flatMap(linesOf), ''].join('\n');
  } finally {
    await client.close();
  }
}

function linesOf({ collection, indexes, documents }: Exported): string[] {
  return [
    JSON.stringify({ collection, indexes }),
    ...documents.map((document) => EJSON.stringify(document, { relaxed: true })),
  ];
}

/** Stores what `exportDocuments` returned in the URL's database. */
export async function importDocuments(url: string, exported: string): Promise<void> {
  const client = new MongoClient(url);
  try {
    let collection = '';
    for (const line of exported.split('\n').slice(1).filter(Boolean)) {
      const read = EJSON.parse(line) as Document;
      if (read.indexes) {
        collection = read.collection;
        for (const { key, name: index, unique, sparse } of read.indexes) {
          await client
            .db()
            .collection(collection)
            .createIndex(key, { name: index, ...(unique && { unique }), ...(sparse && { sparse }) });
        }
      } else {
        await client.db().collection(collection).insertOne(read);
      }
    }
  } finally {
    await client.close();
  }
}
