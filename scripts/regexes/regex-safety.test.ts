import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import { expect, it } from 'vitest';
import { root } from '../paths.mjs';
import { findRegexes } from './find-regexes.mjs';

/**
 * Expressions that are not rechecked, because that takes a minute: `safe` according to `recheck`, or the reason
 * why the input of a superlinear one is short. `node scripts/list-regexes.mjs` adds safe ones.
 */
const LIST = 'checked-regexes.json';
/** Timeout for one unlisted expression, in milliseconds. */
const TIMEOUT = 10_000;

const checked = JSON.parse(readFileSync(join(import.meta.dirname, LIST), 'utf8')) as Record<string, string>;
const found = findRegexes(root);

it('every regular expression takes linear time or has short input', () => {
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

it('the list of checked expressions contains only used ones', () => {
  expect(Object.keys(checked).filter((written) => !found.has(written))).toEqual([]);
});

it('the check detects an expression that is slow for a hostile title', () => {
  expect(checkSync('<[^>]*>', 'g').status).toBe('vulnerable');
});
