import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readEnvironment, SETTING_NAMES } from '../../settings/config.ts';
import { askForSettings, type Dialog } from './ask-for-settings.ts';
import { openTerminal } from './terminal.ts';
import { writeEnvFile } from './write-env-file.ts';

/**
 * `parley setup`: asks for settings and writes them into `.env`. With `isOffer`, it first asks whether to, and does
 * nothing where there is no terminal, or where there are settings already.
 */
export async function setup({ isOffer }: { isOffer: boolean }, root: string): Promise<void> {
  const file = join(root, '.env');
  const hasTerminal = process.stdin.isTTY && process.stdout.isTTY;
  const environment = readEnvironment(root);
  if (isOffer && (!hasTerminal || existsSync(file) || SETTING_NAMES.some((name) => environment[name]))) return;
  if (!hasTerminal) throw new Error('parley setup asks questions, so it needs a terminal. Write .env by hand instead.');
  if (existsSync(file)) throw new Error(`${file} is there already, and stays as it is. Edit it by hand.`);
  const terminal = openTerminal();
  try {
    if (isOffer && !(await isWanted(terminal))) return;
    const settings = await askForSettings(terminal, root);
    if (Object.keys(settings).length === 0) return terminal.say('\nNothing is set, so nothing is written.');
    writeEnvFile(file, settings);
    terminal.say(`\nWritten to ${file}, which only you can read. \`npm run doctor\` checks everything again.`);
  } finally {
    terminal.close();
  }
}

async function isWanted({ ask }: Dialog): Promise<boolean> {
  return /^y(es)?$/i.test(await ask('There are no settings yet. Answer a few questions to write .env? [y/N] ', false));
}
