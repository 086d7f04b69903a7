import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Does a build depend on this file or folder? Tests, results and dot files do not count. */
function isSource(name) {
  return (
    !name.startsWith('.') &&
    !['node_modules', 'dist', 'e2e', 'test-results', 'playwright-report'].includes(name) &&
    !/\.(test|spec)\.tsx?$/.test(name)
  );
}

function listSources(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => isSource(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? listSources(join(path, entry.name)) : [join(path, entry.name)]));
}

/** A digest of names, sizes and times of all source files under the folders: cheap enough for every start. */
export function fingerprintSources(root, folders) {
  const lines = folders
    .flatMap((folder) => listSources(join(root, folder)))
    .map((file) => {
      const { size, mtimeMs } = statSync(file);
      return `${relative(root, file).split(sep).join('/')} ${size} ${mtimeMs}`;
    });
  return digest(lines.sort());
}

/** A digest of the contents of files; one that is missing counts as empty. */
export function fingerprintContents(root, files) {
  return digest(
    files.map((file) => `${file} ${existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : ''}`),
  );
}

function digest(lines) {
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}
