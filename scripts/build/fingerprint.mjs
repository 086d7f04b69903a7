import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Whether a build depends on this file or folder: not a test, a build output or a dot file. */
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

/** Hashes names, sizes and modification times of all source files in the folders: cheap enough for every start. */
export function fingerprintSources(root, folders) {
  const lines = folders
    .flatMap((folder) => listSources(join(root, folder)))
    .map((file) => {
      const { size, mtimeMs } = statSync(file);
      return `${relative(root, file).split(sep).join('/')} ${size} ${mtimeMs}`;
    });
  return digest(lines.sort());
}

/** Hashes the contents of files; a missing one counts as empty. */
export function fingerprintContents(root, files) {
  return digest(
    files.map((file) => `${file} ${existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : ''}`),
  );
}

function digest(lines) {
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}
