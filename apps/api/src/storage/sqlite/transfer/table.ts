/** The source of a record's field. */
interface Field<Value> {
  /** A column, or an expression over the row. */
  sql: string;
  read(value: unknown): Value;
}

/** How records of one kind are read from a table. */
export interface Table<Record> {
  name: string;
  /** Unique columns. Rows are read in their order without sorting. */
  key: readonly string[];
  fields: { readonly [Name in keyof Record]-?: Field<Record[Name]> };
}

/** A field that is stored unchanged. */
export function plain<Value>(sql: string): Field<Value> {
  return { sql, read: (value) => value as Value };
}

/** A boolean field, which SQLite stores as a number. */
export function flag(sql: string): Field<boolean> {
  return { sql, read: (value) => value === 1 };
}

export function flagOrNull(sql: string): Field<boolean | null> {
  return { sql, read: (value) => (value === null ? null : value === 1) };
}

export function json<Value>(sql: string): Field<Value> {
  return { sql, read: (value) => JSON.parse(value as string) };
}
