import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@parley/api/src/testing/free-port.ts';
import { median, table } from '../statistics.ts';

const ROOT = join(import.meta.dirname, '../..');
const WARM_STARTS = 5;

/**
 * Measures `npm start` for a newcomer: a fresh checkout and an empty home folder. The floor of the warm
 * start is npm running a bare node:http server.
 */
export async function run(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-start-'));
  try {
    const checkout = join(folder, 'parley');
    execFileSync('git', ['clone', '--quiet', ROOT, checkout]);
    const bare = join(folder, 'bare');
    mkdirSync(bare);
    writeFileSync(join(bare, 'package.json'), '{"scripts":{"start":"exec node server.cjs"}}');
    cpSync(join(import.meta.dirname, 'bare-server.cjs'), join(bare, 'server.cjs'));

    const home = join(folder, 'home');
    mkdirSync(home);
    const cold = await secondsToReady(checkout, home);
    const warm: number[] = [];
    const floor: number[] = [];
    for (let round = 0; round < WARM_STARTS; round++) {
      floor.push(await secondsToReady(bare, home));
      warm.push(await secondsToReady(checkout, home));
    }
    const row = (name: string, seconds: number) => [
      name,
      seconds.toFixed(2),
      `${(seconds / median(floor)).toFixed(1)}x`,
    ];
    return table([
      ['npm start', 'seconds to ready', 'against a bare server'],
      row(`a bare node:http server, median of ${WARM_STARTS}`, median(floor)),
      row(`Parley, nothing changed, median of ${WARM_STARTS}`, median(warm)),
      row('Parley, fresh clone, empty home folder', cold),
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs `npm start` until its ready line, then ends it. */
async function secondsToReady(cwd: string, home: string): Promise<number> {
  const port = await freePort();
  const start = performance.now();
  const child = spawn('npm', ['start'], {
    cwd,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
      PORT: String(port),
      SANDBOX_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const seconds = await new Promise<number>((resolve, reject) => {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (/ is ready on http/.test(output)) resolve((performance.now() - start) / 1000);
    });
    child.on('exit', () => reject(new Error(`npm start ended before it was ready:\n${output}`)));
  });
  child.kill('SIGTERM');
  await closed;
  return seconds;
}

if (import.meta.main) console.log(await run());
