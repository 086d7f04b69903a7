import { spawnSync } from 'node:child_process';

/**
 * Lists the files that differ from the default branch of `origin`, committed or not. Null when that is unknown, as
 * without git or without a remote repository.
 * @param {string} root root of the checkout
 * @returns {string[] | null} paths relative to the root
 */
export function listChangedFiles(root) {
  const git = (...args) => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
    return status === 0 ? stdout : null;
  };
  const base = git('merge-base', 'HEAD', 'origin/HEAD');
  if (base === null) return null;
  const changed = git('diff', '--name-only', '--diff-filter=d', '-z', base.trim());
  const added = git('ls-files', '--others', '--exclude-standard', '-z');
  return changed === null || added === null ? null : [...changed.split('\0'), ...added.split('\0')].filter(Boolean);
}
