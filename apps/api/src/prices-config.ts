import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Settings } from './settings.ts';
import { PriceFile } from './spending/prices.ts';

const EXAMPLE = '{ "date": "2026-11-23", "models": { "my-model": { "input": 2, "output": 10 } } }';

/** The operator's own prices; null without a file of them. Adds each problem, with its fix, to `problems`. */
export function readPrices({ PRICES }: Pick<Settings, 'PRICES'>, root: string, problems: string[]): PriceFile | null {
  if (PRICES === undefined) return null;
  const file = resolve(root, PRICES);
  const text = readText(file, problems);
  if (text === null) return null;
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    const [, line] = /line (\d+)/.exec((error as Error).message) ?? [];
    const place = line === undefined ? '' : ` from line ${line} on`;
    problems.push(`PRICES: ${file} is not JSON${place}; it must look like ${EXAMPLE}`);
    return null;
  }
  const { data, error } = PriceFile.safeParse(content);
  for (const issue of error?.issues ?? []) {
    for (const [path, message] of describe(issue)) {
      problems.push(`PRICES: in line ${lineOf(text, path)} of ${file}, ${nameOf(path)} ${message}`);
    }
  }
  return data ?? null;
}

function readText(file: string, problems: string[]): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    problems.push(`PRICES: can’t read ${file} (${code}); name a JSON file that this user can read`);
    return null;
  }
}

type Issue = NonNullable<ReturnType<typeof PriceFile.safeParse>['error']>['issues'][number];

function describe(issue: Issue): [path: PropertyKey[], message: string][] {
  if (issue.code !== 'unrecognized_keys') return [[issue.path, issue.message]];
  return issue.keys.map((key) => [[...issue.path, key], 'is unknown; remove it or correct its name']);
}

/** Names a place in the file, such as `input of my-model`. */
function nameOf(path: PropertyKey[]): string {
  if (path.length === 0) return 'the content';
  return path
    .slice(path[0] === 'models' && path.length > 1 ? 1 : 0)
    .toReversed()
    .map(String)
    .join(' of ');
}

/** The line of the last key of a path that the file has. */
function lineOf(text: string, path: PropertyKey[]): number {
  let at = 0;
  let end = text.length;
  for (const [depth, key] of path.entries()) {
    const found = text.indexOf(JSON.stringify(String(key)), at);
    if (found === -1 || found > end) break;
    at = found;
    // The prices of a model are one flat object.
    if (depth === 1) end = text.indexOf('}', at);
  }
  return text.slice(0, at).split('\n').length;
}
