import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { NO_SETTINGS } from '../apps/api/src/testing/no-settings.ts';
import { root } from './paths.mjs';

const LONG_MS = 300_000;
const READY_MS = 45_000;
const GONE_MS = 30_000;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-run-'));
  const main = join(root, 'apps/api/src/main.ts');
  const run = join(root, 'scripts/run.mjs');
  // Like scripts/start.mjs after building the client.
  const script = `import { runForeground } from ${JSON.stringify(run)};
    console.log('script ' + process.pid);
    const child = runForeground(${JSON.stringify(process.execPath)}, [${JSON.stringify(main)}]);
    console.log('server ' + child.pid);`;
  writeFileSync(join(folder, 'start.mjs'), script);
  const start = 'set sh=1; exec node start.mjs && node start.mjs';
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'chain', scripts: { start } }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `npm start` until the server is ready, on a port of its own choice. */
async function startChain() {
  const settings = { PORT: '0', SANDBOX_PORT: '0', DATA_DIR: join(folder, 'data') };
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, ...NO_SETTINGS, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text) => (output += text));
  const urlPort = () => Number(/is ready on http:\S+:(\d+)/.exec(output)?.[1]);
  const pidOf = (name: string) => Number(new RegExp(`${name} (\\d+)`).exec(output)?.[1]);
  const hasEnded = () => npm.exitCode !== null || npm.signalCode !== null;
  // The script may print the id of the server’s process only after the server is ready.
  const hasStarted = () => urlPort() > 0 && pidOf('server') > 0;
  await expect.poll(() => hasEnded() || hasStarted(), { timeout: READY_MS, message: 'the server starts' }).toBe(true);
  const port = urlPort();
  if (!port) throw new Error(`npm start ended without a server: ${output}`);
  const pids = { npm: npm.pid ?? 0, script: pidOf('script'), server: pidOf('server') };
  onTestFinished(() => {
    for (const pid of Object.values(pids)) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  });
  return { port, pids };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isConnected = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isConnected;
}

const TARGETS: [string, (pids: Pids) => number][] = [
  ['npm’s process group', ({ npm }) => -npm],
  ['npm only', ({ npm }) => npm],
  ['the script of npm start', ({ script }) => script],
];

it.skipIf(process.platform === 'win32')(
  'a SIGKILL of any process of npm start leaves no server running, and no lock on the database',
  { timeout: LONG_MS },
  async () => {
    let chain = await startChain();
    for (const [name, target] of TARGETS) {
      process.kill(target(chain.pids), 'SIGKILL');
      await expect.poll(() => isRunning(chain.pids.server), { timeout: GONE_MS, message: name }).toBe(false);
      expect(await isOpen(chain.port), name).toBe(false);
      chain = await startChain();
    }
    process.kill(chain.pids.script, 'SIGTERM');
    await expect.poll(() => isRunning(chain.pids.server), { timeout: GONE_MS }).toBe(false);
  },
);

it('`npm run desktop` passes arguments on to the script, which takes the place of the shell', () => {
  const own = mkdtempSync(join(tmpdir(), 'parley-arguments-'));
  onTestFinished(() => rmSync(own, { recursive: true }));
  const { desktop } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;
  writeFileSync(join(own, 'package.json'), JSON.stringify({ name: 'own', scripts: { desktop } }));
  mkdirSync(join(own, 'scripts'));
  const script = `import { writeFileSync } from 'node:fs';
    writeFileSync('seen', JSON.stringify([process.ppid, ...process.argv.slice(2)]));`;
  writeFileSync(join(own, 'scripts', 'desktop.mjs'), script);
  const args = ['run', 'desktop', '--', '--english', 'two words'];
  const { pid } = spawnSync('npm', args, { cwd: own, shell: process.platform === 'win32' });
  const [parent, ...given] = JSON.parse(readFileSync(join(own, 'seen'), 'utf8'));
  expect(given).toEqual(['--english', 'two words']);
  if (process.platform !== 'win32') expect(parent).toBe(pid);
});

type Pids = Awaited<ReturnType<typeof startChain>>['pids'];
