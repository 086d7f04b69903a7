import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { binFile } from '../paths.mjs';
import { runCaptured } from '../run.mjs';

/** The shell has no browser windows around its pages and takes a third less processor time. */
const shell = 'chromium-headless-shell';
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];
const downloadTimeoutMs = 180_000;
const installTimeoutMs = 600_000;

/** Lists possible paths of an installed Chromium, best first. */
function listCandidates(env, usual) {
  const onPath = (env.PATH ?? env.Path ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((name) => join(folder, process.platform === 'win32' ? `${name}.exe` : name)));
  const byName = names.flatMap((name) => onPath.filter((file) => file.endsWith(name) || file.endsWith(`${name}.exe`)));
  return [env.PARLEY_CHROMIUM, ...new Set(byName), ...usual].filter((file) => file && existsSync(file));
}

/**
 * Finds a working Chromium: an installed one, else Playwright's own download, else Debian's package.
 * @param {object} deps
 * @param {NodeJS.ProcessEnv} deps.env
 * @param {string[]} deps.usualPlaces paths where installers put it outside of PATH
 * @param {(file: string, args: string[], timeoutMs: number) => Promise<{ code: number | null, output: string }>}
 * deps.run
 * @param {() => Promise<string>} deps.playwrightPath path of Playwright's download
 * @param {() => Promise<unknown>} deps.playwrightInstall
 * @param {boolean} deps.canUseApt
 * @returns {Promise<string | null>} path of the executable; null if none was found
 */
export async function findChromium({ env, usualPlaces, run, playwrightPath, playwrightInstall, canUseApt }) {
  const firstWorking = async (files) => {
    for (const file of files) if (await works(file, run)) return file;
    return null;
  };

  const present =
    (await firstWorking(listCandidates(env, usualPlaces))) ?? (await firstWorking([await playwrightPath()]));
  if (present) return present;

  console.log('Downloading a Chromium for the browser tests (once)…');
  await playwrightInstall();
  const downloaded = await firstWorking([await playwrightPath()]);
  if (downloaded || !canUseApt) return downloaded;

  console.log(`Installing ${shell} with apt-get for the browser tests (once)…`);
  const install = ['install', '-y', '--no-install-recommends', shell];
  if ((await run('apt-get', install, installTimeoutMs)).code !== 0) {
    // On a fresh machine the package lists are empty or outdated.
    await run('apt-get', ['update'], installTimeoutMs);
    await run('apt-get', install, installTimeoutMs);
  }
  return firstWorking(listCandidates(env, usualPlaces));
}

async function works(file, run) {
  if (!existsSync(file)) return false;
  // On Windows the option opens a window instead.
  if (process.platform === 'win32') return true;
  return (await run(file, ['--version'], 20_000)).code === 0;
}

/** The real dependencies of `findChromium`; `webFolder` is the package that has Playwright. */
export function machineDeps(toolchain, webFolder) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (file, args, timeoutMs) => runCaptured(file, args, { timeoutMs, env, cwd: webFolder });
  const printPath = "process.stdout.write(require('@playwright/test').chromium.executablePath())";
  const playwright = binFile(join(webFolder, 'node_modules', '@playwright', 'test'), 'playwright');
  return {
    env,
    usualPlaces,
    run,
    playwrightPath: async () => (await run(toolchain.node, ['-e', printPath], 20_000)).output,
    playwrightInstall: () =>
      run(toolchain.node, [playwright, 'install', '--only-shell', 'chromium'], downloadTimeoutMs),
    canUseApt: process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'),
  };
}
