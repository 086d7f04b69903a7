import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.ts';

/** Whether redis-server is installed; without it, tests that need it are skipped with a warning. */
export const HAS_REDIS = spawnSync('redis-server', ['--version']).status === 0;
if (!HAS_REDIS) console.warn('There is no redis-server here: what needs one is not tested.');

export type RedisProcess = Awaited<ReturnType<typeof startRedisProcess>>;

/** Starts a real, empty Redis on a free port, without persistence. The caller must kill it. */
export async function startRedisProcess() {
  const port = await freePort();
  let child: ChildProcess;
  const killAtOnce = () => void child.kill('SIGKILL');

  async function start(): Promise<void> {
    const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    child = spawn('redis-server', flags, { stdio: 'ignore' });
    // Kills Redis if this process exits first.
    process.on('exit', killAtOnce);
    while (!(await isOpen(port))) await delay(20);
  }
  async function kill(): Promise<void> {
    process.off('exit', killAtOnce);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  await start();
  return { url: `redis://127.0.0.1:${port}`, start, kill, freeze: () => child.kill('SIGSTOP') };
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
