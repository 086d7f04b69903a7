import type { Database } from '../database/database.ts';
import { MIGRATIONS } from './migrations.ts';

/**
 * Migrates a file to the newest schema. Throws a sentence, and changes nothing, when the file is newer than this
 * program.
 */
export function migrate(database: Database, path: string): void {
  const version = Number(database.pragma('user_version'));
  if (version > MIGRATIONS.length) {
    throw new Error(
      `The database ${path} was written by a newer version of this program (its schema is ${version}, ` +
        `this version knows up to ${MIGRATIONS.length}). Start that version, or restore a backup from before its upgrade.`,
    );
  }
  // Needed for replacing a table that others refer to: the new one takes its name before the step ends.
  database.withoutForeignKeys(() => {
    for (const [index, step] of MIGRATIONS.entries()) {
      if (index < version) continue;
      database.transaction(() => {
        if (typeof step === 'string') database.exec(step);
        else step(database);
        database.exec(`PRAGMA user_version = ${index + 1}`);
      });
    }
  });
}
