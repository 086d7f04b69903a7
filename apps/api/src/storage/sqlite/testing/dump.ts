import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';

/** Marks a line with a file of the files' folder: its path and its text. */
const FILE = '-- file: ';

interface Made {
  type: string;
  name: string;
  sql: string;
}

/** A database and the files beside it as one SQL script. Files are text. `about` becomes its first line. */
export function dumpDatabase(file: string, filesDir: string, about: string): string {
  const database = new DatabaseSync(file, { readOnly: true });
  const all = (sql: string) => {
    const prepared = database.prepare(sql);
    // Row ids of the search index exceed a double's precision.
    prepared.setReadBigInts(true);
    return prepared.all();
  };
  const rows = (name: string) =>
    all(`SELECT * FROM ${name}`).map(
      (row) => `INSERT INTO ${name} VALUES (${Object.values(row).map(literal).join(', ')});`,
    );
  try {
    const made = all(
      'SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid',
    ) as unknown as Made[];
    const virtual = made.filter(({ sql }) => sql.startsWith('CREATE VIRTUAL')).map(({ name }) => name);
    const isShadow = (name: string) => virtual.some((owner) => name.startsWith(`${owner}_`));
    const tables = made.filter(({ type, name }) => type === 'table' && !isShadow(name));
    const shadows = made.filter(({ type, name }) => type === 'table' && isShadow(name));
    const others = made.filter(({ type }) => type !== 'table');
    const version = Object.values(database.prepare('PRAGMA user_version').get() ?? {})[0];
    return [
      `-- ${about}`,
      ...readdirSync(filesDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .map((path) => `${FILE}${path.slice(filesDir.length + 1)} ${readFileSync(path, 'utf8')}`),
      'PRAGMA foreign_keys = OFF;',
      'BEGIN;',
      ...tables.map(({ sql }) => `${sql};`),
      ...tables.filter(({ name }) => !virtual.includes(name)).flatMap(({ name }) => rows(name)),
      // The tables of the search index, which making the index fills with defaults.
      ...shadows.flatMap(({ name }) => [`DELETE FROM ${name};`, ...rows(name)]),
      ...others.map(({ sql }) => `${sql};`),
      `PRAGMA user_version = ${version};`,
      'COMMIT;',
      '',
    ].join('\n');
  } finally {
    database.close();
  }
}

/** Makes the database of such a script, and its files. */
export function restoreDump(script: string, file: string, filesDir: string): void {
  const database = new DatabaseSync(file, { defensive: false });
  database.exec(script);
  database.close();
  for (const line of script.split('\n').filter((each) => each.startsWith(FILE))) {
    const [path = '', ...text] = line.slice(FILE.length).split(' ');
    mkdirSync(join(filesDir, dirname(path)), { recursive: true });
    writeFileSync(join(filesDir, path), text.join(' '));
  }
}

function literal(value: SQLOutputValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  return typeof value === 'object' ? `x'${Buffer.from(value).toString('hex')}'` : String(value);
}
