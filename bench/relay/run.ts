import { percentile, table } from '../statistics.ts';
import { runLoad } from './load.ts';
import { SERVERS, startServer, type MeasuredServer, type ServerName } from './servers.ts';

const STREAMS = [1, 100, 500];
/** 50 deltas a second, for six seconds; the streams are opened over three. */
const PACE = { deltas: 300, intervalMs: 20 };
const RAMP_MS = 3000;
/** Time at which all streams of a load are open and none has ended. */
const ALL_OPEN_MS = 4000;

interface Measured {
  /** CPU seconds of the server per million deltas. */
  cpu: number;
  p50: number;
  p99: number;
  /** KB of heap per open stream. */
  memory: number;
}

/** Measures every server under the same load, one after the other. The pipe is the floor of each row's ratios. */
export async function run(): Promise<string> {
  const rows = [
    [
      'streams',
      'server',
      'CPU s per million deltas',
      'against the pipe',
      'added p50 ms',
      'added p99 ms',
      'heap KB a stream',
    ],
  ];
  for (const streams of STREAMS) {
    let floor: Measured | undefined;
    for (const name of Object.keys(SERVERS) as ServerName[]) {
      const measured = await measure(name, streams);
      floor ??= measured;
      rows.push(row(streams, name, measured, floor));
    }
  }
  return table(rows);
}

function row(streams: number, name: string, { cpu, p50, p99, memory }: Measured, floor: Measured): string[] {
  const ratio = `${(cpu / floor.cpu).toFixed(2)}x`;
  const kb = streams > 1 ? memory.toFixed(0) : '-';
  return [String(streams), name, cpu.toFixed(0), ratio, p50.toFixed(2), p99.toFixed(1), kb];
}

async function measure(name: ServerName, streams: number): Promise<Measured> {
  const server = await startServer(name, PACE);
  try {
    const memory = await memoryPerStream(server, streams, await server.accounts(streams));
    const tokens = await server.accounts(streams);
    const before = await server.ask('cpu');
    const { delays, deltas } = await runLoad(server.url, { streams, tokens, rampMs: RAMP_MS });
    const cpu = ((await server.ask('cpu')) - before) / deltas;
    return { cpu, p50: percentile(delays, 0.5), p99: percentile(delays, 0.99), memory };
  } finally {
    await server.close();
  }
}

/** Measures the heap in KB per open stream; also warms up the server. */
async function memoryPerStream(server: MeasuredServer, streams: number, tokens: string[]): Promise<number> {
  await runLoad(server.url, { streams: Math.min(streams, 20), tokens, rampMs: RAMP_MS });
  const before = await server.ask('memory');
  const load = runLoad(server.url, { streams, tokens, rampMs: RAMP_MS });
  await new Promise((resolve) => setTimeout(resolve, ALL_OPEN_MS));
  const during = await server.ask('memory');
  await load;
  return (during - before) / 1024 / streams;
}

if (import.meta.main) console.log(await run());
