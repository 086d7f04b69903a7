import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './paths.mjs';

const code = `import(process.argv[1]).then(({ readEnvironment }) =>
  process.stdout.write(JSON.stringify(readEnvironment(process.argv[2]))));`;

/**
 * Reads the settings as the server does, from the environment and from the `.env` file of a folder.
 * @param {string} node a Node that runs TypeScript
 * @returns {Record<string, string | undefined>}
 * @throws when the file cannot be read; the message says why.
 */
export function readSettings(node, folder = root) {
  const config = pathToFileURL(join(root, 'apps', 'api', 'src', 'settings', 'config.ts')).href;
  const { status, stdout, stderr } = spawnSync(node, ['--eval', code, config, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
