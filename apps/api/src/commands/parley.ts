import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from '../storage/sqlite/backup/restore-backup.ts';
import { writeBackup } from '../storage/sqlite/backup/write-backup.ts';
import { explainFailure } from '../explain-failure.ts';
import { migrate } from './migrate.ts';
import { embeddedPlaces, findPlaces } from './places.ts';
import { showProgress } from './progress.ts';

const ROOT = join(import.meta.dirname, '../../../..');

const USAGE = `parley backup <folder>                               copies the database, files and secrets, also of a running server
parley restore <folder>                              puts a backup into an empty DATA_DIR
parley migrate [--to mongodb://<host>/<database>]    copies the database and files of a stopped server to MongoDB`;

const progress = showProgress(process.stdout);

const COMMANDS: Record<string, (folder: string | undefined, to: string | undefined) => Promise<void>> = {
  async backup(folder) {
    if (folder === undefined) throw new Error(USAGE);
    const { counts, lostFiles } = await writeBackup(embeddedPlaces(findPlaces(ROOT)), folder, progress);
    if (lostFiles.length > 0) progress.say(`Without contents, as in the source: ${lostFiles.join(', ')}.`);
    progress.say(
      `Backed up ${describe(counts)} into ${folder}. It contains secrets that can sign in as anyone: protect it like the server.`,
    );
  },
  async restore(folder) {
    if (folder === undefined) throw new Error(USAGE);
    const { counts, madeAt } = await restoreBackup(folder, embeddedPlaces(findPlaces(ROOT)), progress);
    progress.say(`Restored ${describe(counts)}, as of ${madeAt}. You can start Parley now.`);
  },
  migrate: (_folder, to) => migrate({ to }, findPlaces(ROOT), progress),
};

try {
  const options = { to: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const [name = '', folder, ...more] = positionals;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (values.help) console.log(USAGE);
  else if (!command || more.length > 0) throw new Error(USAGE);
  else await command(folder, values.to);
} catch (error) {
  progress.fail();
  console.error(explainFailure(error));
  process.exitCode = 1;
}

function describe({ users, conversations, messages, files }: Record<string, number>): string {
  return `${users} users, ${conversations} conversations, ${messages} messages and ${files} files`;
}
