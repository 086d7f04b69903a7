import { writeFileSync } from 'node:fs';
import type { Answers } from './ask-for-settings.ts';

const HEAD = '# Written by `parley setup`. README.md describes every setting.\n';

/** Writes settings into a new file that only its owner can read. Throws a sentence if the file is there already. */
export function writeEnvFile(file: string, settings: Answers): void {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${quoted(name, value)}\n`);
  try {
    writeFileSync(file, HEAD + lines.join(''), { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Error(`${file} is there already, and stays as it is. Edit it by hand.`, { cause: error });
  }
}

/** A value in quotes that it does not contain, because nothing can be escaped. Double quotes expand `\n`. */
function quoted(name: string, value: string): string {
  const quote = ["'", '`', '"'].find((each) => !value.includes(each) && !(each === '"' && value.includes('\\')));
  if (quote === undefined) throw new Error(`${name} can’t be written to a file: it contains all kinds of quotes.`);
  return quote + value + quote;
}
