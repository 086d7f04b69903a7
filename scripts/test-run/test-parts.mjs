import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { buildDesktop, desktopFolder } from '../build/build-desktop.mjs';
import { buildWeb, listLanguages } from '../build/build-web.mjs';
import { listChangedFiles } from './changed-files.mjs';
import { findChromium, machineDeps } from '../toolchain/chromium.mjs';
import { countCommand, countPlaywright, countVitest, skipPart } from './counts.mjs';
import { presentElectron } from '../toolchain/electron.mjs';
import { binFile, cachePath, root } from '../paths.mjs';
import { runCaptured } from '../run.mjs';

const webFolder = join(root, 'apps', 'web');
const partTimeoutMs = 1_800_000;

// Output is piped through this process, so tools cannot detect a terminal.
const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };
// The tests start hundreds of processes and threads, which spend half of their time compiling the same modules.
const compiled = { NODE_COMPILE_CACHE: cachePath('compiled') };

// For files that share threads: such a process once ended abnormally after all of its tests had passed.
const withoutCache = { NODE_DISABLE_COMPILE_CACHE: '1' };

async function runTool(toolchain, packageFolder, command, args, { cwd = root, env = {} } = {}) {
  const { code, output } = await runCaptured(toolchain.node, [binFile(packageFolder, command), ...args], {
    cwd,
    env: { ...process.env, ...color, ...compiled, ...env },
    timeoutMs: partTimeoutMs,
  });
  // Some tools always print colors in CI, whatever their settings.
  return { code, output: process.stdout.isTTY ? output : stripVTControlCharacters(output) };
}

const rootPackage = (name) => join(root, 'node_modules', name);

/** Runs a command of the root's packages as a check that passes or fails as a whole. */
function checkWith(packageName, args) {
  return async (toolchain) => countCommand(await runTool(toolchain, rootPackage(packageName), packageName, args));
}

/** Lists the TypeScript projects of every folder: a package may have a second one for its tests. */
function listProjects() {
  const folders = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(root, folder, name)),
  );
  return [join(root, 'scripts'), join(root, 'bench'), ...folders].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /^tsconfig(\..+)?\.json$/.test(name))
      .map((name) => join(folder, name)),
  );
}

// Several threads check the same types more than once, and the engines need the other core.
const oneThread = { args: ['--singleThreaded'], env: { GOGC: '400' } };

/** Type-checks each project incrementally. */
async function checkTypes(toolchain) {
  const outputs = [];
  for (const project of listProjects()) {
    const buildInfo = cachePath(join('types', relative(root, project).replaceAll(sep, '-')));
    const args = ['-p', project, '--incremental', '--tsBuildInfoFile', buildInfo, ...oneThread.args];
    const { code, output } = await runTool(toolchain, rootPackage('typescript'), 'tsc', args, { env: oneThread.env });
    if (code !== 0) outputs.push(output);
  }
  return countCommand({ code: outputs.length === 0 ? 0 : 1, output: outputs.join('\n') });
}

/** Checks the formatting of changed files, or of all with `--all` or without a remote branch to compare with. */
async function checkFormat(toolchain) {
  const changed = process.env.PARLEY_TEST_ALL ? null : listChangedFiles(root);
  const why = changed && `Files that differ from the remote branch: ${changed.length}`;
  if (changed?.length === 0) return { ...countCommand({ code: 0, output: '' }), why };
  const args = [
    '--check',
    '--ignore-unknown',
    '--log-level=warn',
    '--cache',
    '--cache-location',
    cachePath('prettier'),
  ];
  return { ...(await checkWith('prettier', [...args, ...(changed ?? ['.'])])(toolchain)), why };
}

/** Reads and deletes a runner's report file; null if it wrote none. */
function takeReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** Runs one of the projects in `vitest.config.ts`, with `options` of the command line. */
function runVitest(project, { env = {}, options = [] } = {}) {
  return async (toolchain) => {
    const reportFile = cachePath(`vitest-${project}.json`);
    rmSync(reportFile, { force: true });
    const args = ['run', `--project=${project}`, '--reporter=default', '--reporter=json'];
    args.push(`--outputFile.json=${reportFile}`, ...options);
    const run = await runTool(toolchain, rootPackage('vitest'), 'vitest', args, { env });
    return countVitest(takeReport(reportFile), run);
  };
}

/** More than there are cores: an engine's test waits most of its time. */
const ENGINES_AT_ONCE = Math.min(6, Math.max(3, Math.ceil(availableParallelism() * 1.5)));

async function runEngines(toolchain) {
  // Vitest's output is captured, so the server of the MongoDB tests is downloaded or built before, with a message.
  const find = join(root, 'apps/api/src/storage/mongo/testing/find-mongo-test-server.ts');
  const prepare = `const { findMongoTestServer } = await import(${JSON.stringify(pathToFileURL(find))});
    await (await findMongoTestServer(process.env))?.close();`;
  const args = ['--input-type=module', '--eval', prepare];
  await once(spawn(toolchain.node, args, { stdio: ['ignore', 'inherit', 'inherit'] }), 'exit');
  return runVitest('engines', { options: [`--maxWorkers=${ENGINES_AT_ONCE}`] })(toolchain);
}

async function runBuild(toolchain) {
  // One language from right to left, and the pseudo language. Tests of the texts check the others.
  await buildWeb(toolchain, [...(process.env.PARLEY_TEST_ALL ? listLanguages() : ['ar']), 'en-XA']);
  return countCommand({ code: 0, output: '' });
}

/** Runs a package's browser tests. */
async function runPlaywright(toolchain, folder, reportName, moreEnv = {}) {
  const chromium = await findChromium(machineDeps(toolchain, webFolder));
  if (chromium === null) {
    return skipPart(
      'No Chromium here: none on PATH, Playwright’s download failed and apt-get cannot install one. ' +
        'Install one, or set PARLEY_CHROMIUM to its path.',
    );
  }
  const reportFile = cachePath(reportName);
  rmSync(reportFile, { force: true });
  const env = { PARLEY_CHROMIUM: chromium, PARLEY_PLAYWRIGHT_REPORT: reportFile, ...moreEnv };
  const playwright = join(folder, 'node_modules', '@playwright', 'test');
  const run = await runTool(toolchain, playwright, 'playwright', ['test'], { cwd: folder, env });
  return countPlaywright(takeReport(reportFile), run);
}

const runBrowser = (toolchain) => runPlaywright(toolchain, webFolder, 'playwright.json');

async function runDesktop(toolchain) {
  buildDesktop(toolchain);
  const electron = presentElectron();
  const outcome = await runPlaywright(
    toolchain,
    desktopFolder,
    'desktop.json',
    electron ? { ELECTRON_BIN: electron } : {},
  );
  const why = electron
    ? 'Ran in the harness and in Electron itself.'
    : 'Ran in the harness alone: there is no Electron here. `npm run desktop` downloads one where it can; or set ELECTRON_BIN.';
  const hasRun = outcome.passed + outcome.failed > 0;
  return hasRun ? { ...outcome, why: [why, outcome.why].filter(Boolean).join(' ') } : outcome;
}

/**
 * Stages run one after the other, the lanes of a stage in parallel. The engines mostly wait, so everything but the
 * browser tests runs beside them. Browser tests run alone, to have both cores.
 */
export const stages = [
  [
    [
      { name: 'lint', run: checkWith('oxlint', ['--deny-warnings']) },
      { name: 'types', run: checkTypes },
      { name: 'unused', run: checkWith('knip', ['--no-progress']) },
      { name: 'format', run: checkFormat },
      { name: 'unit', run: runVitest('unit', { env: withoutCache }) },
      { name: 'build', run: runBuild },
      { name: 'desktop', run: runDesktop },
    ],
    [{ name: 'engines', run: runEngines }],
  ],
  [[{ name: 'browser', run: runBrowser }]],
];

export const partNames = stages.flat(2).map(({ name }) => name);
