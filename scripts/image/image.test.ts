import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../apps/api/src/testing/processes/free-port.ts';
import { root } from '../paths.mjs';
import { readDockerfile, type Copy } from './read-dockerfile.ts';
import { getToolchain, nodeVersion, pnpmVersion } from '../toolchain/toolchain.mjs';

const LONG_MS = 300_000;

it('every path that the Dockerfile copies exists and is not ignored', () => {
  const allowed = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  const stages = readDockerfile();
  const names = stages.map(({ name }) => name);
  for (const { base, copies } of stages) {
    expect(names.includes(base) || base === `node:${nodeVersion}-slim`, base).toBe(true);
    for (const { from, sources } of copies) {
      if (from !== null) {
        expect(names).toContain(from);
        continue;
      }
      for (const source of sources) {
        expect(existsSync(join(root, source)), source).toBe(true);
        expect(allowed.some((path) => source === path || source.startsWith(`${path}/`))).toBe(true);
      }
    }
  }
});

it('the image installs with the pinned pnpm', () => {
  const base = readDockerfile().find(({ name }) => name === 'base');
  expect(base?.runs).toEqual([`npm install --global pnpm@${pnpmVersion}`]);
});

it('the files in the image suffice to start', { timeout: LONG_MS }, async () => {
  // On the same disk as the packages, so that they can be linked. Node runs no TypeScript below node_modules.
  mkdirSync(join(root, 'dist'), { recursive: true });
  const folder = mkdtempSync(join(root, 'dist/image-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const stages = readDockerfile();
  const base = stages.find(({ name }) => name === 'base');
  const production = stages.find(({ name }) => name === 'production');
  for (const copy of base?.copies ?? []) put(copy, folder);
  const [install = ''] = production?.runs ?? [];
  const { node, pnpm } = getToolchain();
  const [command, ...args] = install.split(' ').map((word) => word.replaceAll("'", ''));
  expect(command).toBe('pnpm');
  await promisify(execFile)(node, [pnpm, ...args, '--offline'], { cwd: folder, env: { ...process.env, CI: 'true' } });
  for (const copy of stages.at(-1)?.copies ?? []) if (copy.from === null) put(copy, folder);

  const port = String(await freePort());
  const child = spawn(process.execPath, ['apps/api/src/main.ts'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      SANDBOX: '1',
      SANDBOX_PORT: '0',
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: join(folder, 'data'),
      JWT_SECRET: 'a secret for tests that has enough bytes',
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const urlOf = () => /ready on (\S+)/.exec(output)?.[1];
  const isSettled = () => urlOf() ?? child.exitCode;
  await expect.poll(isSettled, { timeout: 60_000 }).not.toBeNull();
  const url = urlOf();
  expect(url, output).toBeDefined();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});

/** Copies like Docker: into the target if it ends with a slash, else to that name. */
function put({ sources, target }: Copy, folder: string): void {
  for (const source of sources) {
    const to = target.endsWith('/') ? join(target, basename(source)) : target;
    cpSync(join(root, source), join(folder, to), {
      recursive: true,
      filter: (path) => !/\/(?:node_modules|dist|e2e)(?:\/|$)|\.test\.tsx?$/.test(path.slice(root.length)),
    });
  }
}
