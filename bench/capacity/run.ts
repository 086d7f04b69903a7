import { setTimeout as sleep } from 'node:timers/promises';
import { runLoad } from '../relay/load.ts';
import { METRICS_TOKEN, startServer, type MeasuredServer, type ServerName } from '../relay/servers.ts';
import { percentile, table } from '../statistics.ts';
import { measureListeners } from './measure-listeners.ts';

interface Level {
  /** Number of concurrent replies. */
  replies: number;
  /** Deltas per second of each reply. */
  rate: number;
  /** Time over which the replies start. */
  rampMs: number;
  /** Time during which all of them run. */
  plateauMs: number;
}

/** Above a thousand the rate is lower: the load generator has only one core. */
const LEVELS: Level[] = [
  { replies: 1, rate: 50, rampMs: 0, plateauMs: 6_000 },
  { replies: 100, rate: 50, rampMs: 2_000, plateauMs: 6_000 },
  { replies: 1_000, rate: 20, rampMs: 8_000, plateauMs: 8_000 },
  { replies: 5_000, rate: 2, rampMs: 30_000, plateauMs: 10_000 },
];
const LISTENERS = 1_000;
const FLOOR = 'bare node:http pipe';
/** Share of a core above which delays grow quickly. */
const FILLED = 0.7;

interface Measured {
  /** Share of one core while all replies run. */
  cores: number;
  p50: number;
  p99: number;
  /** Process memory in KB per reply. */
  rss: number;
  /** Store transactions per message: one to accept it, its share of the checkpoints, one to end it. */
  writes: number;
}

/**
 * Measures how many replies one process can carry: each number of them in turn, through a bare pipe (the floor, which
 * includes the delay of the load
 * generator itself) and through Parley. `--replies=N` measures only one number, `--server=Parley` skips the floor.
 * 5,000 needs one of these or `--full`.
 */
export async function run(): Promise<string> {
  const option = (name: string) =>
    process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
  const only = option('replies');
  const server = option('server');
  const isChosen = ({ replies }: Level) =>
    only === undefined ? replies <= 1_000 || process.argv.includes('--full') : replies === Number(only);
  const rows = [
    ['replies', 'deltas/s each', 'server', 'cores', 'added p50 ms', 'added p99 ms', 'RSS KB a reply'].concat(
      'store transactions a message',
      `replies on ${FILLED * 100} % of a core at this rate`,
    ),
  ];
  for (const level of LEVELS.filter(isChosen)) {
    for (const name of [FLOOR, 'Parley'] satisfies ServerName[]) {
      if (server !== undefined && server !== name) continue;
      const { cores, p50, p99, rss, writes } = await measure(name, level);
      const many = level.replies > 1;
      const carried = Math.floor((level.replies / cores) * FILLED);
      rows.push([
        ...[level.replies, level.rate].map(String),
        name,
        cores.toFixed(2),
        p50.toFixed(2),
        p99.toFixed(1),
        many ? rss.toFixed(0) : '-',
        name === FLOOR ? '-' : writes.toFixed(2),
        many ? carried.toLocaleString('en') : '-',
      ]);
      console.error(rows.at(-1)?.join(' | '));
    }
  }
  const heap = only === undefined ? await measureListeners(LISTENERS) : null;
  const listening =
    heap === null ? '' : `\n\n${LISTENERS} browsers that only listen: ${heap.toFixed(1)} KB of heap each.`;
  return table(rows) + listening;
}

async function measure(name: ServerName, { replies, rate, rampMs, plateauMs }: Level): Promise<Measured> {
  const deltas = Math.ceil(((rampMs + plateauMs + 1_000) / 1000) * rate);
  const server = await startServer(name, { deltas, intervalMs: Math.round(1000 / rate) });
  try {
    const tokens = await server.accounts(replies + 20);
    await runLoad(server.url, { streams: Math.min(20, replies), tokens, rampMs: 0 });
    const [rssBefore, counted] = [await server.ask('rss'), await countWrites(server, name)];
    const load = runLoad(server.url, { streams: replies, tokens, rampMs });
    await sleep(rampMs);
    const [cpu, at] = [await server.ask('cpu'), performance.now()];
    await sleep(plateauMs);
    const cores = ((await server.ask('cpu')) - cpu) / 1000 / (performance.now() - at);
    const rss = ((await server.ask('rss')) - rssBefore) / 1024 / replies;
    const { delays } = await load;
    const writes = ((await countWrites(server, name)) - counted) / replies;
    return { cores, p50: percentile(delays, 0.5), p99: percentile(delays, 0.99), rss, writes };
  } finally {
    await server.close();
  }
}

/** Store transactions for messages so far. */
async function countWrites({ url }: MeasuredServer, name: ServerName): Promise<number> {
  if (name === FLOOR) return 0;
  const response = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
  const text = await response.text();
  const sum = (metric: string) =>
    [...text.matchAll(new RegExp(`^${metric}(?:\\{[^}]*\\})? (\\d+)$`, 'gm'))].reduce(
      (all, [, n]) => all + Number(n),
      0,
    );
  return (
    sum('parley_replies_started_total') + sum('parley_checkpoint_seconds_count') + sum('parley_replies_ended_total')
  );
}

if (import.meta.main) console.log(await run());
