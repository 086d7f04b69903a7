import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@parley/api/src/testing/free-port.ts';
import { NO_SETTINGS } from '@parley/api/src/testing/no-settings.ts';

const MAIN = fileURLToPath(import.meta.resolve('@parley/api/src/main.ts'));

export type Settings = Record<string, string>;

/** One call to the model, as the sandbox tells it. */
export interface ModelRequest {
  path: string;
  /** Of a picture that is drawn: what was given of others. */
  images?: unknown[];
  /** Pieces of text sent so far. */
  deltas: number;
  /** The API hung up before the answer's end. */
  closed?: true;
  /** The answer was sent to its end. */
  ended?: true;
}

/** The whole product as one process: API, web client and the sandbox that stands in for the model. */
export interface Stack {
  /** Stays the same over a restart. */
  url: string;
  /** Where its stand-ins are. */
  sandboxUrl: string;
  /** Ends the process without warning, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again on the same data and the same port. */
  start(): Promise<void>;
  /** What was asked of the model since this start, oldest first. */
  modelRequests(): Promise<ModelRequest[]>;
  /** Ends it and removes its data. */
  close(): Promise<void>;
}

/** The one script of somebody else, which Sign in with Apple loads; the sandbox plays Apple. */
export function appleScript({ sandboxUrl }: Stack): string {
  return `${sandboxUrl}/apple/appleid.auth.js`;
}

/** Starts it on an empty folder. It needs the built web client. Rejects with what the process printed when it does not start. */
export async function startStack(settings: Settings = {}): Promise<Stack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-e2e-'));
  const port = await freePort();
  const sandboxPort = await freePort();
  const environment = {
    ...NO_SETTINGS,
    PATH: process.env['PATH'],
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: String(port),
    // Pages elsewhere lead back to where the browser is signed in.
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    SANDBOX: '1',
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_FAULTS: '1',
    SANDBOX_DELAY_MS: '5',
    // Tests find conversations by the words they asked with.
    OPENAI_MODEL_TITLE: 'none',
    LOG_LEVEL: 'error',
    ...settings,
  };
  let running: ChildProcess | null = null;

  const stack: Stack = {
    url: `http://127.0.0.1:${port}`,
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
    async close() {
      await stack.kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  await stack.start();
  return stack;
}

/** Resolves when the process takes requests. */
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
