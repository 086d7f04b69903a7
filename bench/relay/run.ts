import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NO_SETTINGS } from '@parley/api/src/testing/no-settings.ts';
import { runLoad, signUp } from './load.ts';
import { startUpstream } from './upstream.ts';

const STREAMS = [1, 100, 500];
const HERE = import.meta.dirname;
/** By then all streams of a load are open, and none has ended. */
const ALL_OPEN_MS = 4000;

interface Measured {
  /** CPU seconds of the server per million deltas. */
  cpu: number;
  p50: number;
  p99: number;
  /** KB of heap per open stream. */
  memory: number;
}

const SERVERS = {
  'bare node:http pipe': { script: join(HERE, 'pipe-server.ts'), kind: 'other' },
  'Express + SDK, one write a delta': { script: join(HERE, 'plain-server.ts'), kind: 'other' },
  Parley: { script: fileURLToPath(import.meta.resolve('@parley/api/src/main.ts')), kind: 'relay' },
} as const;

/** Every server under the same load, one after the other, in one run; the pipe is the floor of each row's ratios. */
export async function run(): Promise<string> {
  const lines = [
    '| streams | server | CPU s per million deltas | against the pipe | added p50 ms | added p99 ms | heap KB a stream |',
    '|---|---|---|---|---|---|---|',
  ];
  for (const streams of STREAMS) {
    let floor: Measured | undefined;
    for (const [name, server] of Object.entries(SERVERS)) {
      const measured = await measure(server, streams);
      floor ??= measured;
      lines.push(row(streams, name, measured, floor));
    }
  }
  return lines.join('\n');
}

function row(streams: number, name: string, { cpu, p50, p99, memory }: Measured, floor: Measured): string {
  const cells = [streams, name, cpu.toFixed(0), `${(cpu / floor.cpu).toFixed(2)}x`, p50.toFixed(2), p99.toFixed(1)];
  return `| ${[...cells, streams > 1 ? memory.toFixed(0) : '-'].join(' | ')} |`;
}

async function measure({ script, kind }: (typeof SERVERS)[keyof typeof SERVERS], streams: number): Promise<Measured> {
  const upstream = await startUpstream();
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
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  try {
    const url = await urlOf(child);
    const accounts = () => (kind === 'relay' ? signUp(url, streams) : []);
    const memory = await memoryPerStream(child, url, streams, await accounts());
    const tokens = await accounts();
    const before = await ask(child, 'cpu');
    const { delays, deltas } = await runLoad(url, streams, tokens);
    const cpu = ((await ask(child, 'cpu')) - before) / deltas;
    const sorted = Float64Array.from(delays).sort();
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
    return { cpu, p50: at(0.5), p99: at(0.99), memory };
  } finally {
    child.kill('SIGKILL');
    await upstream.close();
    rmSync(folder, { recursive: true, force: true });
  }
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

/** Asks a server what `report-usage.mjs` knows: microseconds of CPU, or bytes in use after a collection. */
async function ask(child: ChildProcess, question: 'cpu' | 'memory'): Promise<number> {
  const answer = once(child, 'message');
  child.send(question);
  return ((await answer) as [number])[0];
}

/** KB that each stream keeps in use while all of them are open; warms the server up as well. */
async function memoryPerStream(child: ChildProcess, url: string, streams: number, tokens: string[]): Promise<number> {
  await runLoad(url, Math.min(streams, 20), tokens);
  const before = await ask(child, 'memory');
  const load = runLoad(url, streams, tokens);
  await new Promise((resolve) => setTimeout(resolve, ALL_OPEN_MS));
  const during = await ask(child, 'memory');
  await load;
  return (during - before) / 1024 / streams;
}

if (import.meta.main) console.log(await run());
