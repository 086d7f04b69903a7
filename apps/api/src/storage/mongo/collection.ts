import type { CreateIndexesOptions, IndexSpecification } from 'mongodb';

export interface Index {
  name: string;
  key: IndexSpecification;
  /** `unique` and `sparse` alone: not every server that speaks MongoDB's language knows more. */
  options?: Pick<CreateIndexesOptions, 'unique' | 'sparse'>;
}

/** A collection with its indexes, and with the type of its documents, whose `_id` is a string. */
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

/** Defines a collection; called once for each, when its module is loaded. */
export function collection<Document>(name: string, indexes: Index[] = []): CollectionDefinition<Document> {
  const definition = { name, indexes };
  DEFINITIONS.set(name, definition);
  return definition;
}
