/** Where a field of a record comes from. */
interface Field<Value> {
  /** A column, or an expression over the row. */
  sql: string;
  read(value: unknown): Value;
}

/** How records of one kind are read from a table. */
export interface Table<Record> {
  name: string;
  /** Unique columns, in whose order the rows are read without sorting. */
  key: readonly string[];
  fields: { readonly [Name in keyof Record]-?: Field<Record[Name]> };
}

/** A field that is stored as it is. */
export function plain<Value>(sql: string): Field<Value> {
  return { sql, read: (value) => value as Value };
}

/** SQLite has no booleans. */
export function flag(sql: string): Field<boolean> {
  return { sql, read: (value) => value === 1 };
}

export function flagOrNull(sql: string): Field<boolean | null> {
  return { sql, read: (value) => (value === null ? null : value === 1) };
}

export function json<Value>(sql: string): Field<Value> {
  return { sql, read: (value) => JSON.parse(value as string) };
}
