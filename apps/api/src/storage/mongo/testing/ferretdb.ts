import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { testCache } from './test-cache.ts';
import type { MongoTestServer } from './mongo-test-server.ts';

const SOURCE = join(import.meta.dirname, 'ferretdb');
/** Where Go's installer puts it, in addition to PATH. */
const USUAL_PLACES = ['/usr/local/go/bin', '/usr/lib/go/bin', '/opt/homebrew/bin'];
const BUILD_MS = 600_000;
const run = promisify(execFile);

/** Starts FerretDB with its SQLite back end in its own folder. Null when it is not built and Go is missing. */
export async function startFerretDb(env: NodeJS.ProcessEnv): Promise<MongoTestServer | null> {
  const program = await buildFerretDb(env);
  if (program === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'parley-ferretdb-'));
  const server = spawn(program, [folder], { stdio: ['pipe', 'pipe', 'inherit'], env: { ...env, GOGC: '800' } });
  const exit = once(server, 'exit');
  const lines = createInterface(server.stdout);
  const [line] = (await Promise.race([once(lines, 'line'), exit])) as [string];
  return {
    name: 'FerretDB 1.24 on SQLite',
    url: line,
    isMongo: false,
    async close() {
      server.stdin.end();
      await exit;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Builds the program once per version of its source. Null when that is impossible. */
async function buildFerretDb(env: NodeJS.ProcessEnv): Promise<string | null> {
  const sources = await Promise.all(['main.go', 'go.mod', 'go.sum'].map((name) => readFile(join(SOURCE, name))));
  const version = createHash('sha256').update(Buffer.concat(sources)).digest('hex').slice(0, 16);
  const cache = testCache(env);
  const program = join(cache, `ferretdb-${version}${process.platform === 'win32' ? '.exe' : ''}`);
  if (existsSync(program)) return program;
  const go = findGo(env);
  if (go === null) return null;
  await mkdir(cache, { recursive: true });
  // Only one of several processes builds it.
  const lock = `${program}.building`;
  while (!(await makeFolder(lock))) {
    await delay(200);
    if (existsSync(program)) return program;
  }
  try {
    console.log('Building FerretDB with Go for the MongoDB tests (once)…');
    const unfinished = join(lock, 'ferretdb');
    await run(go, ['build', '-buildvcs=false', '-o', unfinished, '.'], { cwd: SOURCE, timeout: BUILD_MS });
    await rename(unfinished, program);
    return program;
  } catch (error) {
    console.warn(`FerretDB could not be built: ${(error as Error).message}`);
    return null;
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

/** False when the folder exists, unless the process that created it gave up long ago. */
async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > BUILD_MS) await rm(path, { recursive: true, force: true });
    return false;
  }
}

function findGo(env: NodeJS.ProcessEnv): string | null {
  const name = process.platform === 'win32' ? 'go.exe' : 'go';
  const folders = [...(env.PATH ?? '').split(delimiter).filter(Boolean), ...USUAL_PLACES];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null;
}
