import { Database } from './database.ts';

/** Reads the raw tables of a database file, even while another connection has it open. For tests of stored data. */
export function readTables(file: string) {
  const database = new Database(file, { timeout: 0 });
  const all = (sql: string) => database.all<Record<string, never>, Record<string, unknown>>({ sql }, {});
  return {
    names: (): string[] => all("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => String(name)),
    rows: (table: string, columns = '*') => all(`SELECT ${columns} FROM ${table}`).map((row) => ({ ...row })),
    close: () => database.close(),
  };
}
