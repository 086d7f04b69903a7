import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vitest/node';

const IS_TEST = /\.(test|spec|contract)\.|testing|\/e2e\//;

/**
 * Finds all regular expression literals in production code, with the files of each.
 * @param {string} root
 * @returns {Map<string, string[]>}
 */
export function findRegexes(root) {
  const listed = execFileSync('git', ['ls-files', 'apps', 'packages', 'scripts'], { cwd: root, encoding: 'utf8' });
  /** @type {Map<string, string[]>} */
  const regexes = new Map();
  for (const file of listed.split('\n')) {
    if (!/\.(ts|tsx|mjs)$/.test(file) || IS_TEST.test(file)) continue;
    visit(parseAst(readFileSync(join(root, file), 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' }), (regex) => {
      const written = `/${regex.pattern}/${regex.flags}`;
      regexes.set(written, [...(regexes.get(written) ?? []), file]);
    });
  }
  return regexes;
}

/**
 * @param {unknown} node
 * @param {(regex: { pattern: string, flags: string }) => void} onRegex
 */
function visit(node, onRegex) {
  if (typeof node !== 'object' || node === null) return;
  if ('regex' in node) onRegex(/** @type {{ pattern: string, flags: string }} */ (node.regex));
  for (const child of Object.values(node)) visit(child, onRegex);
}
