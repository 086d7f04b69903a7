import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_SETTINGS } from '../no-settings.ts';

const SOURCES = join(import.meta.dirname, '../..');

type Program = 'main.ts' | 'commands/parley.ts';

/** Starts one of the product's programs in its own process, with only these settings. */
export function startProgram(program: Program, args: string[], settings: Record<string, string>) {
  return watch(process.execPath, [join(SOURCES, program), ...args], settings);
}

/** The same with a maximum file size, to simulate a full disk. Not on Windows. */
export function startWithLittleRoom(
  kilobytes: number,
  program: Program,
  args: string[],
  settings: Record<string, string>,
) {
  const script = `ulimit -f ${kilobytes * 2}; exec "$@"`;
  return watch('/bin/sh', ['-c', script, 'sh', process.execPath, join(SOURCES, program), ...args], settings);
}

const IN_NAMESPACE = ['--map-root-user', '--mount'];

/** Whether this machine lets a test mount something that no other process sees. */
export const CAN_MOUNT = spawnSync('unshare', [...IN_NAMESPACE, 'mount', '-t', 'tmpfs', 'none', tmpdir()]).status === 0;

/** The same with an empty disk mounted at a folder. */
export function startWithMount(folder: string, program: Program, args: string[], settings: Record<string, string>) {
  const script = 'mount -t tmpfs none "$1" && shift && exec "$@"';
  const command = ['sh', '-c', script, 'sh', folder, process.execPath, join(SOURCES, program), ...args];
  return watch('unshare', [...IN_NAMESPACE, ...command], settings);
}

function watch(file: string, args: string[], settings: Record<string, string>) {
  const env = { ...NO_SETTINGS, PORT: '0', SANDBOX_PORT: '0', ...settings };
  const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let wake = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
      wake.resolve();
      wake = Promise.withResolvers();
    });
  }
  let hasEnded = false;
  const ended = once(child, 'close').then(([code]) => {
    hasEnded = true;
    wake.resolve();
    return { code: code as number | null, output };
  });
  return {
    ended,
    kill: (signal: 'SIGTERM' | 'SIGKILL') => child.kill(signal),
    /** Waits for the first match in the output. Rejects if the process ends without one. */
    async until(pattern: RegExp): Promise<RegExpExecArray> {
      for (;;) {
        const found = pattern.exec(output);
        if (found) return found;
        if (hasEnded) throw new Error(`It ended without ${pattern}:\n${output}`);
        await wake.promise;
      }
    },
  };
}
