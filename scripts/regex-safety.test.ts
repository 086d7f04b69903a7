import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkSync } from 'recheck';
import { expect, it } from 'vitest';
import { findRegexes } from './find-regexes.mjs';

/**
 * The expressions that are not checked again, because that takes a minute: `safe` as `recheck` found them, or the reason
 * why the input of one is short whose time grows faster than its input. `node scripts/list-regexes.mjs` adds safe ones.
 */
const LIST = 'checked-regexes.json';
/** Milliseconds for one expression that is not in the list. */
const TIMEOUT = 10_000;

const checked = JSON.parse(readFileSync(join(import.meta.dirname, LIST), 'utf8')) as Record<string, string>;
const found = findRegexes(dirname(import.meta.dirname));

it('no regular expression takes time that grows faster than its input, unless its input is short', () => {
  expect(found.size).toBeGreaterThan(300);
  const slow = [...found].flatMap(([written, files]) => {
    if (written in checked) return [];
    const end = written.lastIndexOf('/');
    const result = checkSync(written.slice(1, end), written.slice(end + 1), { timeout: TIMEOUT });
    const attack = result.status === 'vulnerable' ? result.attack.pattern : null;
    return result.status === 'safe' ? [] : [{ written, files, status: result.status, attack }];
  });
  expect(slow).toEqual([]);
}, 300_000);

it('the list of checked expressions names only those that are used', () => {
  expect(Object.keys(checked).filter((written) => !found.has(written))).toEqual([]);
});

it('an expression that is slow for a hostile title is found', () => {
  expect(checkSync('<[^>]*>', 'g').status).toBe('vulnerable');
});
