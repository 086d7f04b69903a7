import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@parley/api/testing/free-port';
import { NO_SETTINGS } from '@parley/api/testing/no-settings';

export { freePort };

const MAIN = fileURLToPath(import.meta.resolve('@parley/api/main'));

/** `E2E_HOSTNAME` is the name at which the browser opens the stack; the others are the server's own. */
export type Settings = Record<string, string>;

/** The product's own defaults. */
export const DEFAULTS: Settings = {};
/** The admins of `ONE_MESSAGE`. */
export const ADMINS = ['boss@example.com', 'other@example.com'] as const;
/** One free message, and two admins. */
export const ONE_MESSAGE: Settings = { FREE_MESSAGES: '1', ADMIN_EMAILS: ADMINS.join(', ') };

/** One call to the model, as logged by the sandbox. */
export interface ModelRequest {
  path: string;
  /** The input images of an image request. */
  images?: unknown[];
  /** Pieces of text sent so far. */
  deltas: number;
  /** The API disconnected before the answer ended. */
  closed?: true;
  /** The answer was sent completely. */
  ended?: true;
}

/** The whole product in one process: API, web client and the sandbox. */
export interface Stack {
  /** Unchanged by a restart. */
  url: string;
  /** Address of its sandbox. */
  sandboxUrl: string;
  /** Kills the process, like a crash. */
  kill(): Promise<void>;
  /** Restarts it with the same data and port. */
  start(): Promise<void>;
  /** The requests to the model since the test began, oldest first. */
  modelRequests(): Promise<ModelRequest[]>;
  /** Resets the sandbox: its log of requests, and what it was set to do. */
  resetSandbox(): Promise<void>;
  /** Ends it and removes its data. */
  close(): Promise<void>;
}

/** The only third-party script, loaded by Sign in with Apple and served by the sandbox here. */
export function appleScript({ sandboxUrl }: Stack): string {
  return `${sandboxUrl}/apple/appleid.auth.js`;
}

/**
 * Starts it on an empty folder. It needs the built web client. Rejects with the process's output if it does not start.
 */
export async function startStack(settings: Settings = {}): Promise<Stack> {
  // Another program may take a free port before the server does.
  for (let left = 3; ; left--) {
    try {
      return await startOnFreePorts(settings);
    } catch (error) {
      if (left === 1 || !(error as Error).message.includes('is in use')) throw error;
    }
  }
}

async function startOnFreePorts({ E2E_HOSTNAME: hostname = '127.0.0.1', ...settings }: Settings): Promise<Stack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-e2e-'));
  const port = await freePort();
  const sandboxPort = await freePort();
  const environment = {
    ...NO_SETTINGS,
    PATH: process.env['PATH'],
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: String(port),
    // Other pages redirect back to the origin where the browser is signed in.
    PUBLIC_URL: `http://${hostname}:${port}`,
    DATA_DIR: dataDir,
    SANDBOX: '1',
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_FAULTS: '1',
    SANDBOX_DELAY_MS: '5',
    // Tests find conversations by the text of their first message.
    OPENAI_MODEL_TITLE: 'none',
    LOG_LEVEL: 'error',
    ...settings,
  };
  let running: ChildProcess | null = null;

  const stack: Stack = {
    url: environment.PUBLIC_URL,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    async kill() {
      const child = running;
      running = null;
      if (!child || child.exitCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
    async start() {
      running = spawn(process.execPath, [MAIN], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
      await ready(running);
    },
    async modelRequests() {
      const response = await fetch(`${stack.sandboxUrl}/__sandbox/log`);
      return (await response.json()) as ModelRequest[];
    },
    async resetSandbox() {
      await fetch(`${stack.sandboxUrl}/__sandbox/reset`, { method: 'POST' });
    },
    async close() {
      await stack.kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  await stack.start();
  return stack;
}

/** Resolves when the process accepts requests. */
function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('Model: ')) resolve();
      });
    }
    child.on('exit', () => reject(new Error(`The server ended before it was ready:\n${output}`)));
  });
}
