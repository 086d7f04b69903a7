import type { CollectionDefinition } from '../database/collection.ts';
import type { Database } from '../database/database.ts';

/** A document and its collection. */
export interface Stored {
  collection: CollectionDefinition<{ _id: string }>;
  document: { _id: string };
}

/** How records of one kind are stored: one document each, plus derived documents. */
export interface Documents<Record> {
  collection: CollectionDefinition<{ _id: string; userId?: string; conversationId?: string }>;
  /** Whether the `_id` is the user's id. Otherwise, documents of a user have a `userId`. */
  isKeyedByUser: boolean;
  write(record: Record, database: Database): Stored[] | Promise<Stored[]>;
  read(document: { _id: string }, database: Database): Record | Promise<Record>;
}

/** Checks that collection and functions match, then erases the document type. */
export function documents<Record, Document extends { _id: string }>(
  collection: CollectionDefinition<Document>,
  {
    isKeyedByUser = false,
    toDocument,
    derive = () => [],
    read,
  }: {
    isKeyedByUser?: boolean;
    toDocument(record: Record): Document;
    derive?(record: Record, document: Document, database: Database): Stored[] | Promise<Stored[]>;
    read(document: Document, database: Database): Record | Promise<Record>;
  },
): Documents<Record> {
  return {
    collection: collection as CollectionDefinition<{ _id: string }>,
    isKeyedByUser,
    async write(record, database) {
      const document = toDocument(record);
      return [stored(collection, document), ...(await derive(record, document, database))];
    },
    // All documents come from this collection.
    read: (document, database) => read(document as Document, database),
  };
}

export function stored<Document extends { _id: string }>(
  collection: CollectionDefinition<Document>,
  document: Document,
): Stored {
  return { collection: collection as CollectionDefinition<{ _id: string }>, document };
}
