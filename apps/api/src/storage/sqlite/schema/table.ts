/** The source of a record's field. */
interface Field<Value> {
  /** A column, or an expression over the row. */
  sql: string;
  read(value: unknown): Value;
}

type Fields<Record> = { readonly [Name in keyof Record]-?: Field<Record[Name]> };

/** How records of one kind are read from a table. */
export interface Table<Record> {
  name: string;
  /** Unique columns. Rows are read in their order without sorting. */
  key: readonly string[];
  fields: Fields<Record>;
}

/** What to select for `readRecord`. */
export function selectFields<Record>(fields: Fields<Record>): string {
  return Object.entries<Field<unknown>>(fields)
    .map(([name, { sql }]) => `${sql} AS "${name}"`)
    .join(', ');
}

/** Reads a record from a row of `selectFields`, which may have other columns as well. */
export function readRecord<Record>(fields: Fields<Record>, row: { [column: string]: unknown }): Record {
  const entries = Object.entries<Field<unknown>>(fields).map(([name, { read }]) => [name, read(row[name])]);
  return Object.fromEntries(entries) as Record;
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
