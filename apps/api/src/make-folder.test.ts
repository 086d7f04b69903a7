import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

test('creates a folder and its parents for its owner alone', () => {
  const base = mkdtempSync(join(tmpdir(), 'parley-folder-'));
  onTestFinished(() => rmSync(base, { recursive: true }));
  const folder = join(base, 'a/b');
  makeFolder(folder);
  makeFolder(folder);
  for (const each of [folder, join(base, 'a')]) expect(statSync(each).mode & 0o777).toBe(0o700);
});

test.each([
  ['below a file', '/dev/null/parley', 'ENOTDIR'],
  // Node's recursive mkdir retries for a minute here.
  ['where no folder can be created', '/proc/x/y', 'ENOENT'],
])('throws at once %s', (_where, folder, code) => {
  expect(() => makeFolder(folder)).toThrow(expect.objectContaining({ code }));
});
