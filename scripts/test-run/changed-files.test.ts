import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listChangedFiles } from './changed-files.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-changed-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text = name) => writeFileSync(join(folder, name), text);
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Mira', '-c', 'user.email=mira@example.com', ...args], { cwd: folder });

function commit(...names: string[]): void {
  git('add', '--', ...names);
  git('commit', '--quiet', '--message', names.join());
}

it('lists committed, uncommitted and new files that differ from the remote branch, but no deleted or ignored one', () => {
  git('init', '--quiet');
  for (const name of ['same.ts', 'edited.ts', 'deleted.ts', 'committed.ts']) write(name);
  write('.gitignore', 'ignored.ts');
  commit('.gitignore', 'same.ts', 'edited.ts', 'deleted.ts', 'committed.ts');
  git('update-ref', 'refs/remotes/origin/HEAD', 'HEAD');
  expect(listChangedFiles(folder)).toEqual([]);

  write('committed.ts', 'other');
  commit('committed.ts');
  write('edited.ts', 'other');
  rmSync(join(folder, 'deleted.ts'));
  for (const name of ['a name.ts', 'ignored.ts']) write(name);
  expect(listChangedFiles(folder)?.toSorted()).toEqual(['a name.ts', 'committed.ts', 'edited.ts']);
});

it('returns null without a remote branch or a repository, so that every file is checked', () => {
  expect(listChangedFiles(folder)).toBeNull();
  git('init', '--quiet');
  write('a.ts');
  commit('a.ts');
  expect(listChangedFiles(folder)).toBeNull();
});
