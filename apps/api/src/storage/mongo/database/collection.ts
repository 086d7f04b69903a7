import type { CreateIndexesOptions, IndexSpecification } from 'mongodb';

export interface Index {
  name: string;
  key: IndexSpecification;
  /** Only `unique` and `sparse`, because some servers with MongoDB's protocol support nothing else. */
  options?: Pick<CreateIndexesOptions, 'unique' | 'sparse'>;
}

/** A collection with its indexes and the type of its documents, whose `_id` is a string. */
export interface CollectionDefinition<Document> {
  readonly name: string;
  readonly indexes: readonly Index[];
  /** Never set; carries the type. */
  readonly types?: Document;
}

const DEFINITIONS = new Map<string, CollectionDefinition<unknown>>();

/** Every collection of the loaded modules. */
export function allCollections(): CollectionDefinition<unknown>[] {
  return [...DEFINITIONS.values()];
}

/** Defines a collection. Called once per collection, when its module loads. */
export function collection<Document>(name: string, indexes: Index[] = []): CollectionDefinition<Document> {
  const definition = { name, indexes };
  DEFINITIONS.set(name, definition);
  return definition;
}
