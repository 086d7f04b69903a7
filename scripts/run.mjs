import { spawn } from 'node:child_process';

/**
 * Runs a program to its end and captures its output.
 * @returns {Promise<{ code: number | null, output: string }>} code is null if it could not be started or was killed.
 */
export function runCaptured(file, args, { timeoutMs, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
    const timer = timeoutMs && setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    const finish = (code, signal) => {
      clearTimeout(timer);
      if (signal) output += `\nEnded by ${signal}.`;
      resolve({ code, output });
    };
    child.on('error', (error) => {
      output += error.message;
      finish(null);
    });
    child.on('close', finish);
  });
}

/** A signal repeated within this time is the same key press, sent by both the terminal and npm. */
const sameSignalMs = 1000;

/** Interval at which a script checks whether its parent npm is still running. */
const parentCheckMs = 500;

/**
 * Runs a program in the foreground until it ends, and ends this process with its exit code. The program gets its own
 * process group, so that Ctrl-C reaches it only once, through this process, and not from the terminal as well. It also
 * gets a channel, which closes when this process is killed; the server then ends by itself.
 */
export function runForeground(file, args, options = {}) {
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  const child = spawn(file, args, { stdio, detached: process.platform !== 'win32', ...options });
  let lastSignal = -Infinity;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      const now = performance.now();
      if (now - lastSignal < sameSignalMs) return;
      lastSignal = now;
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
  }
  onParentGone(() => child.kill('SIGTERM'));
  child.on('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on('exit', (code) => process.exit(code ?? 1));
  return child;
}

/** Calls back once the parent npm has exited. A script started by hand may outlive its shell. */
function onParentGone(callback) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(parent)) return;
    clearInterval(timer);
    callback();
  }, parentCheckMs);
  timer.unref();
}

/** Whether a process with this id runs. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
