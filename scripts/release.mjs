// What a release consists of; .github/workflows/release.yml runs each for a tag:
//   npm run release -- check v1.2.3                        whether the tag can be released
//   npm run release -- notes v1.2.3                        its text, from CHANGELOG.md
//   npm run release -- files https://api.example.com       the files for every system, into dist/release
//   npm run release -- sums <folder>                       SHA256SUMS of a folder
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './paths.mjs';
import { buildFiles } from './release/build-files.mjs';
import { findProblems } from './release/find-problems.mjs';
import { readChangelog } from './release/read-changelog.mjs';
import { writeChecksums } from './release/write-checksums.mjs';
import { orExit, prepare } from './toolchain/prepare.mjs';

const STORAGE = join(root, 'apps', 'api', 'src', 'storage', 'sqlite');
const COUNT = 'import(process.argv[1]).then(({ MIGRATIONS }) => console.log(MIGRATIONS.length))';

const read = (path) => readFileSync(join(root, path), 'utf8');
const versionOf = (path) => JSON.parse(read(path)).version;

const commands = {
  check(tag) {
    const migrations = pathToFileURL(join(STORAGE, 'schema', 'migrations.ts')).href;
    const { stdout } = spawnSync(prepare().node, ['--eval', COUNT, migrations], { encoding: 'utf8' });
    const problems = findProblems({
      tag,
      version: versionOf('package.json'),
      desktopVersion: versionOf('apps/desktop/package.json'),
      changelog: read('CHANGELOG.md'),
      schema: Number(stdout),
      dumps: readdirSync(join(STORAGE, 'testing', 'schemas')),
    });
    if (problems.length > 0)
      throw new Error(`${tag} cannot be released:\n${problems.map((each) => `- ${each}`).join('\n')}`);
    console.log(`${tag} can be released.`);
  },
  notes(tag) {
    const section = readChangelog(read('CHANGELOG.md')).find(({ version }) => `v${version}` === tag);
    if (!section) throw new Error(`CHANGELOG.md has no section for ${tag}.`);
    console.log(section.notes);
  },
  files(apiUrl, folder = 'dist/release') {
    buildFiles(prepare(), { apiUrl, version: versionOf('package.json'), folder: resolve(root, folder) });
  },
  sums(folder) {
    writeChecksums(resolve(folder));
  },
};

const [name = '', ...args] = process.argv.slice(2);
if (!Object.hasOwn(commands, name) || args.length === 0) {
  console.error(
    'Usage: npm run release -- check <tag> | notes <tag> | files <address of the API> [folder] | sums <folder>',
  );
  process.exit(1);
}
orExit(() => commands[name](...args));
