import { randomUUID } from 'node:crypto';
import { startServer, type MeasuredServer } from '../relay/servers.ts';
import { percentile, table } from '../statistics.ts';

/** A short reply, so that the server accounts for most of a turn. */
const PACE = { deltas: 5, intervalMs: 20 };
const NEIGHBORS = 10;
const PHASE_MS = 15_000;
/** Pause between two calls of one neighbor. */
const PAUSE_MS = 1_000;
/** Delay before the greedy user retries after a rejection. */
const REFUSED_MS = 200;
const LONG = '漢字仮名交文'.repeat(30_000);

const CALLS = ['/healthz', 'list', 'search', 'first event of a reply'] as const;
type Times = Record<(typeof CALLS)[number], number[]>;

/**
 * Measures the waiting times of ten users, alone and while another one searches and sends long Chinese turns as fast as
 * the server allows. The first phase is the floor of the second.
 */
export async function run(): Promise<string> {
  const server = await startServer('Parley', PACE);
  try {
    const tokens = await Promise.all(Array.from({ length: NEIGHBORS }, () => tokenOf(server)));
    const greedy = await tokenOf(server);
    await phase(server, tokens, 3_000);
    const alone = await phase(server, tokens, PHASE_MS);
    const leave = new AbortController();
    const work = { searches: 0, turns: 0 };
    const busy = Promise.all([
      searchOn(server, greedy, leave.signal, work),
      sendOn(server, greedy, leave.signal, work),
    ]);
    const together = await phase(server, tokens, PHASE_MS);
    leave.abort();
    await busy;
    const rows = [['what ten people wait for, p50 / p95 in ms', 'alone', 'beside a greedy user', 'p95 against alone']];
    for (const call of CALLS) rows.push(row(call, alone[call], together[call]));
    const done = `${work.searches} searches and ${work.turns} turns of 180,000 Chinese characters`;
    return `${table(rows)}\n\nMeanwhile the greedy user got ${done} through in ${PHASE_MS / 1000} s.`;
  } finally {
    await server.close();
  }
}

function row(call: string, alone: number[], together: number[]): string[] {
  const cell = (times: number[]) => `${percentile(times, 0.5).toFixed(1)} / ${percentile(times, 0.95).toFixed(1)}`;
  const ratio = percentile(together, 0.95) / percentile(alone, 0.95);
  return [call, cell(alone), cell(together), `${ratio.toFixed(2)}x`];
}

async function tokenOf(server: MeasuredServer): Promise<string> {
  const [token = ''] = await server.accounts(1);
  return token;
}

/** Measures the waiting times of all neighbors, one call after the other, for this long. */
async function phase(server: MeasuredServer, tokens: string[], forMs: number): Promise<Times> {
  const times: Times = { '/healthz': [], list: [], search: [], 'first event of a reply': [] };
  const end = performance.now() + forMs;
  const timed = async (values: number[], work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    values.push(performance.now() - begun);
  };
  const live = async (token: string) => {
    while (performance.now() < end) {
      await timed(times['/healthz'], () => read(`${server.url}/healthz`));
      await timed(times.list, () => read(`${server.url}/api/chat/history?messages=last&limit=20`, token));
      await timed(times.search, () => read(`${server.url}/api/chat/search?q=hello`, token));
      const begun = performance.now();
      const response = await send(server, token, { text: 'Hello' });
      const reader = response.body?.getReader();
      await reader?.read();
      if (response.ok) times['first event of a reply'].push(performance.now() - begun);
      while (reader && !(await reader.read()).done);
      await wait(PAUSE_MS);
    }
  };
  await Promise.all(tokens.map(live));
  return times;
}

async function searchOn(server: MeasuredServer, token: string, signal: AbortSignal, work: { searches: number }) {
  for (let n = 0; !signal.aborted; n++) {
    const response = await fetch(
      `${server.url}/api/chat/search?q=${encodeURIComponent('字仮漢'[n % 3] ?? '')}&limit=50`,
      {
        headers: { Authorization: `Bearer ${token}` },
      },
    );
    await response.arrayBuffer();
    if (response.ok) work.searches++;
    else await wait(REFUSED_MS);
  }
}

async function sendOn(server: MeasuredServer, token: string, signal: AbortSignal, work: { turns: number }) {
  while (!signal.aborted) {
    const response = await send(server, token, { text: LONG });
    await response.arrayBuffer();
    if (response.ok) work.turns++;
    else await wait(REFUSED_MS);
  }
}

function send({ url }: MeasuredServer, token: string, request: object): Promise<Response> {
  return fetch(`${url}/api/chat/stream`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ conversationId: randomUUID(), clientMessageId: randomUUID(), ...request }),
  });
}

async function read(url: string, token?: string): Promise<void> {
  const response = await fetch(url, token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

if (import.meta.main) console.log(await run());
