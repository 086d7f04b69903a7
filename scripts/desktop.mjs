// Runs the desktop app against the API on this machine: a running one, else a new one. `--english` skips building its
// other languages. npm adds arguments to the end of its command, so there `node` is a function of sh that replaces it as
// `exec` does in `npm start`; cmd.exe takes the function as the value of a variable.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildDesktop, buildDesktopLanguage, desktopFolder } from './build/build-desktop.mjs';
import { buildWeb, listLanguages } from './build/build-web.mjs';
import { getElectron } from './toolchain/electron.mjs';
import { root } from './paths.mjs';
import { readSettings } from './read-settings.mjs';
import { orExit, prepare } from './toolchain/prepare.mjs';

const startTimeoutMs = 30_000;
const toolchain = prepare();
const languages = process.argv.includes('--english') ? [] : listLanguages();
orExit(() => buildDesktop(toolchain));
for (const language of languages) tryLanguage(language);

const electron = await getElectron(toolchain);
if (electron === null) {
  console.error(
    'There is no Electron here, and it cannot be downloaded from github.com. ' +
      'Set ELECTRON_BIN to the path of one, or ELECTRON_MIRROR to where it can be downloaded from.',
  );
  process.exit(1);
}

const settings = orExit(() => readSettings(toolchain.node));
const server = `http://localhost:${settings.PORT ?? 3000}`;
const api = (await answers(server)) ? null : await startApi();
if (api) await started(api);

const app = spawn(electron, [desktopFolder, `--server=${server}`], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => app.kill(signal));
app.on('error', (error) => {
  console.error(error.message);
  api?.kill();
});
app.on('exit', (code) => {
  process.exitCode = code ?? 1;
  api?.kill();
});

/** A text that is not translated yet must not keep a developer from starting the app. */
function tryLanguage(language) {
  try {
    buildDesktopLanguage(toolchain, language);
  } catch (error) {
    console.error(`The app is not offered in ${language}. ${error.message}`);
  }
}

async function startApi() {
  // Sign-in and payment open the web client's pages in the system's browser.
  await orExit(() => buildWeb(toolchain, languages));
  return spawn(toolchain.node, [join(root, 'apps', 'api', 'src', 'main.ts')], {
    cwd: root,
    // The server ends with this script, even if this is killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}

async function started(child) {
  const end = performance.now() + startTimeoutMs;
  while (!(await answers(server))) {
    if (child.exitCode !== null) process.exit(child.exitCode);
    if (performance.now() > end) {
      console.error(`The API does not answer at ${server}.`);
      child.kill();
      process.exit(1);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function answers(url) {
  try {
    return (await fetch(`${url}/api/settings`)).ok;
  } catch {
    return false;
  }
}
