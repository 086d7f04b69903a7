import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from '../storage/sqlite/backup/restore-backup.ts';
import { writeBackup } from '../storage/sqlite/backup/write-backup.ts';
import { explainFailure } from '../explain-failure.ts';
import { embeddedPlaces, findPlaces } from './places.ts';
import { showProgress } from './progress.ts';
import { openTerminal } from './setup/terminal.ts';
import { VERSION } from '../version.ts';

const ROOT = join(import.meta.dirname, '../../../..');

const USAGE = `parley backup <folder>                               copies the database, files and secrets, also of a running server
parley restore <folder>                              puts a backup into an empty DATA_DIR
parley migrate [--to mongodb://<host>/<database>]    copies the database and files of a stopped server to MongoDB
parley doctor [--json]                               checks the settings and tries every service
parley setup                                         asks for the settings that matter and writes .env
parley remove-second-factor <email or ID> [--yes]    lets a person sign in who lost their app and all recovery codes
parley --version                                     prints the version

Exit status: 0 when it worked, 1 when it failed or the doctor found an error, 2 when the command is not one of these.`;

/** A command line that is not one of `USAGE`. */
class UsageError extends Error {}

const progress = showProgress(process.stdout);

/** A command, with its argument and its options. */
type Command = (folder: string | undefined, options: Options) => Promise<void>;

interface Options {
  to?: string;
  json?: boolean;
  offer?: boolean;
  yes?: boolean;
}

// Each command loads its own modules: the doctor's SDKs take longer to load than a backup takes.
const COMMANDS: Record<string, Command> = {
  async backup(folder) {
    if (folder === undefined) throw new UsageError();
    const places = embeddedPlaces(findPlaces(ROOT));
    const { counts, lostFiles } = await writeBackup(places, folder, progress);
    if (lostFiles.length > 0) progress.say(`Without contents, as in the source: ${lostFiles.join(', ')}.`);
    // Names the source: the settings read here may not be those of the running service.
    progress.say(
      `Backed up ${describe(counts)} of ${places.database} into ${folder}. It contains secrets that can sign in as anyone: protect it like the server.`,
    );
  },
  async restore(folder) {
    if (folder === undefined) throw new UsageError();
    const places = embeddedPlaces(findPlaces(ROOT));
    const { counts, madeAt } = await restoreBackup(folder, places, progress);
    progress.say(`Restored ${describe(counts)} into ${places.database}, as of ${madeAt}. You can start Parley now.`);
  },
  async migrate(folder, { to }) {
    if (folder !== undefined) throw new UsageError(`Name the target as --to ${folder}.`);
    const { migrate } = await import('./migrate.ts');
    await migrate({ to }, findPlaces(ROOT), progress);
  },
  async doctor(folder, { json = false }) {
    if (folder !== undefined) throw new UsageError();
    const { doctor } = await import('./doctor.ts');
    const hasErrors = await doctor({ isJson: json }, ROOT, process.stdout);
    // A check that missed its deadline does not keep the process alive.
    process.stdout.write('', () => process.exit(hasErrors ? 1 : 0));
  },
  async setup(folder, { offer = false }) {
    if (folder !== undefined) throw new UsageError();
    const { setup } = await import('./setup/setup.ts');
    await setup({ isOffer: offer }, ROOT);
  },
  async 'remove-second-factor'(who, { yes = false }) {
    if (who === undefined) throw new UsageError();
    const { removeSecondFactor } = await import('./remove-second-factor.ts');
    await removeSecondFactor({ who, isSure: yes }, ROOT, { say: (text) => progress.say(text), ask: askAtTerminal });
  },
};

const OPTIONS_OF: Record<string, (keyof Options)[]> = {
  migrate: ['to'],
  doctor: ['json'],
  setup: ['offer'],
  'remove-second-factor': ['yes'],
};

try {
  const { positionals, values } = readArguments();
  const [name = '', folder, ...more] = positionals;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (values.help) console.log(USAGE);
  else if (values.version) console.log(VERSION);
  else if (!command || more.length > 0) throw new UsageError();
  else {
    refuseOtherOptions(name, values);
    await command(folder, values);
  }
} catch (error) {
  progress.fail();
  const isUsage = error instanceof UsageError;
  console.error(isUsage ? [error.message, USAGE].filter(Boolean).join('\n\n') : explainFailure(error));
  process.exitCode = isUsage ? 2 : 1;
}

function readArguments() {
  const options = {
    to: { type: 'string' },
    json: { type: 'boolean' },
    offer: { type: 'boolean' },
    yes: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function refuseOtherOptions(command: string, given: Options): void {
  const known: string[] = OPTIONS_OF[command] ?? [];
  const other = Object.keys(given).find((option) => !known.includes(option));
  if (other !== undefined) throw new UsageError(`parley ${command} has no option --${other}.`);
}

async function askAtTerminal(text: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null;
  const terminal = openTerminal();
  try {
    return await terminal.ask(text, false);
  } finally {
    terminal.close();
  }
}

function describe({ users, conversations, messages, files }: Record<string, number>): string {
  return `${users} users, ${conversations} conversations, ${messages} messages and ${files} files`;
}
