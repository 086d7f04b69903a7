/**
 * Updates the list of regular expressions that `regex-safety.test.ts` does not recheck: adds those that `recheck` finds
 * safe, keeps manually written reasons, and drops unused ones.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import { findRegexes } from './regexes/find-regexes.mjs';
import { root } from './paths.mjs';

const file = join(root, 'scripts/regexes/checked-regexes.json');
/** Timeout for one expression, in milliseconds. */
const TIMEOUT = 10_000;

const before = JSON.parse(readFileSync(file, 'utf8'));
const after = {};
for (const [written, files] of [...findRegexes(root)].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const end = written.lastIndexOf('/');
  const known = before[written];
  const { status } = known ? {} : checkSync(written.slice(1, end), written.slice(end + 1), { timeout: TIMEOUT });
  if (known || status === 'safe') after[written] = known ?? status;
  else console.log(`${status}: ${written} in ${files.join(', ')}`);
}
writeFileSync(file, `${JSON.stringify(after, null, 2)}\n`);
