import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NO_SETTINGS } from '@parley/api/testing/no-settings';
import { signUp } from './load.ts';
import { startUpstream, type Pace } from './upstream.ts';

const HERE = import.meta.dirname;

export const SERVERS = {
  'bare node:http pipe': { script: join(HERE, 'pipe-server.ts'), kind: 'other' },
  'Express + SDK, one write a delta': { script: join(HERE, 'plain-server.ts'), kind: 'other' },
  Parley: { script: fileURLToPath(import.meta.resolve('@parley/api/main')), kind: 'relay' },
} as const;

export type ServerName = keyof typeof SERVERS;

/** Token for the metrics of a measured server. */
export const METRICS_TOKEN = 'a-token-for-the-metrics';

export interface MeasuredServer {
  url: string;
  /** Queries `report-usage.mjs`: CPU microseconds, heap bytes after a garbage collection, or process bytes. */
  ask(question: 'cpu' | 'memory' | 'rss'): Promise<number>;
  /** Creates enough accounts for one load of this many streams; none for a bare server. */
  accounts(streams: number): Promise<string[]>;
  close(): Promise<void>;
}

/** Starts a server by its name, on an empty folder, with its own model answering at this pace. */
export async function startServer(
  name: ServerName,
  pace: Pace,
  settings: Record<string, string> = {},
): Promise<MeasuredServer> {
  const { script, kind } = SERVERS[name];
  const upstream = await startUpstream(pace);
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const child = spawn(process.execPath, ['--import', join(HERE, 'report-usage.mjs'), script, upstream.url], {
    env: {
      ...NO_SETTINGS,
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: folder,
      FREE_MESSAGES: '1000000',
      OPENAI_BASE_URL: upstream.url,
      OPENAI_API: 'responses',
      OPENAI_MODEL: 'bench',
      LOG_LEVEL: 'error',
      METRICS_TOKEN,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const url = await urlOf(child);
  return {
    url,
    async ask(question) {
      const answer = once(child, 'message');
      child.send(question);
      return ((await answer) as [number])[0];
    },
    accounts: async (streams) => (kind === 'relay' ? signUp(url, streams) : []),
    async close() {
      child.kill('SIGKILL');
      await upstream.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function urlOf(child: ChildProcess): Promise<string> {
  let output = '';
  for (;;) {
    const [text] = (await once(child.stdout ?? child, 'data')) as [Buffer];
    output += text.toString();
    const url = /http:\/\/\S+/.exec(output)?.[0];
    if (url) return url.replace('localhost', '127.0.0.1');
  }
}
