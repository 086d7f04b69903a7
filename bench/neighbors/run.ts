import { randomUUID } from 'node:crypto';
import { startServer, type MeasuredServer } from '../relay/servers.ts';
import { percentile, table } from '../statistics.ts';

/** Conversations that one user imports, of 20 messages each. */
const IMPORTED = process.argv.includes('--full') ? 5_000 : 1_000;
const MESSAGES = 20;
const IN_BATCH = 25;

/** A short reply, so that the server accounts for most of a turn. */
const PACE = { deltas: 5, intervalMs: 20 };
const NEIGHBORS = 10;
const PHASE_MS = 15_000;
/** Pause between two calls of one neighbor. */
const PAUSE_MS = 1_000;
/** Delay before the greedy user retries after a rejection. */
const REFUSED_MS = 200;
const LONG = '漢字仮名交文'.repeat(30_000);
/** What makes one user's answers large: projects with full instructions, and a conversation of long messages. */
const PROJECTS = 200;
const INSTRUCTIONS = '漢字仮名 "交文"'.repeat(800);
const LONG_MESSAGES = 20;
/** Large answers that the greedy user reads at once. */
const READERS = 8;

const CALLS = ['/healthz', 'list', 'search', 'first event of a reply'] as const;
type Times = Record<(typeof CALLS)[number], number[]>;

/**
 * Measures the waiting times of ten users: alone, while another one searches and sends long Chinese turns as fast as
 * the server allows, and while another one imports. The first phase is the floor of the others.
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
    const paths = await storeLarge(server, greedy);
    const over = new AbortController();
    const reading = readOn(server, greedy, paths, over.signal);
    const large = await phase(server, tokens, PHASE_MS);
    over.abort();
    const megabytes = Math.round((await reading) / 1e6);
    const importing = await phaseDuring(server, tokens, () => importAll(server, greedy));
    const phases = ['beside a greedy user', 'beside large answers', 'beside an import'];
    const heads = ['alone', ...phases.flatMap((name) => [name, 'p95 against alone'])];
    const rows = [['what ten people wait for, p50 / p95 in ms', ...heads]];
    for (const call of CALLS) rows.push(row(call, alone[call], together[call], large[call], importing.times[call]));
    const health = percentile(importing.times['/healthz'], 0.99).toFixed(1);
    const seconds = (importing.ms / 1000).toFixed(1);
    const imported = `The import stored ${IMPORTED} conversations of ${MESSAGES} messages in ${seconds} s; the p99 of /healthz beside it was ${health} ms.`;
    const done = `${work.searches} searches and ${work.turns} turns of 180,000 Chinese characters`;
    const read = `and read ${megabytes} MB of large answers in as long`;
    return `${table(rows)}\n\nMeanwhile the greedy user got ${done} through in ${PHASE_MS / 1000} s, ${read}. ${imported}`;
  } finally {
    await server.close();
  }
}

function row(call: string, alone: number[], ...others: number[][]): string[] {
  const cell = (times: number[]) => `${percentile(times, 0.5).toFixed(1)} / ${percentile(times, 0.95).toFixed(1)}`;
  const ratio = (times: number[]) => `${(percentile(times, 0.95) / percentile(alone, 0.95)).toFixed(2)}x`;
  return [call, cell(alone), ...others.flatMap((times) => [cell(times), ratio(times)])];
}

/** Measures the waiting times of all neighbors until this work is done, and how long it took. */
async function phaseDuring(server: MeasuredServer, tokens: string[], work: () => Promise<void>) {
  const begun = performance.now();
  const done = new AbortController();
  let ms = 0;
  const working = work().then(() => {
    ms = performance.now() - begun;
    done.abort();
  });
  const [times] = await Promise.all([phase(server, tokens, done.signal), working]);
  return { times, ms };
}

/** Imports as the client does: one batch after the other, again after a rejection. */
async function importAll({ url }: MeasuredServer, token: string): Promise<void> {
  const importId = randomUUID();
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  for (let from = 0; from < IMPORTED; from += IN_BATCH) {
    const conversations = Array.from({ length: Math.min(IN_BATCH, IMPORTED - from) }, (_, n) => imported(from + n));
    const body = JSON.stringify({ importId, conversations });
    for (let isStored = false; !isStored;) {
      const response = await fetch(`${url}/api/chat/import`, { method: 'POST', headers, body });
      await response.arrayBuffer();
      isStored = response.ok;
      if (!isStored) await wait(REFUSED_MS);
    }
  }
}

function imported(n: number) {
  const timestamp = new Date(Date.UTC(2024, 0, 1) + n * 60_000).toISOString();
  const flags = { webSearchEnabled: false, thinkingModeEnabled: false, pinned: false, archived: false };
  const messages = Array.from({ length: MESSAGES }, (_, index) => ({
    id: `${index}`,
    parentId: index === 0 ? null : `${index - 1}`,
    isUser: index % 2 === 0,
    text: `Message ${index} of conversation ${n} about the harbor, ${'the tide and the boats '.repeat(20)}`,
    timestamp,
    status: 'complete',
  }));
  const lastMessageId = `${MESSAGES - 1}`;
  return {
    source: 'chatgpt',
    id: `c${n}`,
    title: `Harbor ${n}`,
    ...flags,
    updatedAt: timestamp,
    lastMessageId,
    messages,
  };
}

async function tokenOf(server: MeasuredServer): Promise<string> {
  const [token = ''] = await server.accounts(1);
  return token;
}

/** Measures the waiting times of all neighbors, one call after the other, for this long or until the signal. */
async function phase(server: MeasuredServer, tokens: string[], until: number | AbortSignal): Promise<Times> {
  const times: Times = { '/healthz': [], list: [], search: [], 'first event of a reply': [] };
  const end = typeof until === 'number' ? performance.now() + until : Infinity;
  const isOver = () => performance.now() >= end || (typeof until !== 'number' && until.aborted);
  const timed = async (values: number[], work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    values.push(performance.now() - begun);
  };
  const live = async (token: string) => {
    while (!isOver()) {
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

/** Stores what makes answers large, and returns the paths of these. */
async function storeLarge(server: MeasuredServer, token: string): Promise<string[]> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  for (let n = 0; n < PROJECTS; n++) {
    const body = JSON.stringify({ id: randomUUID(), name: `Project ${n}`, instructions: INSTRUCTIONS });
    await (await fetch(`${server.url}/api/projects`, { method: 'POST', headers, body })).arrayBuffer();
  }
  const conversationId = randomUUID();
  for (let n = 0; n < LONG_MESSAGES; n++) await (await send(server, token, { conversationId, text: LONG })).text();
  return ['/api/projects', `/api/chat/${conversationId}?limit=200`];
}

/** Reads these paths as fast as the server allows, and returns the number of bytes. */
async function readOn({ url }: MeasuredServer, token: string, paths: string[], signal: AbortSignal): Promise<number> {
  let bytes = 0;
  const reader = async (path = '') => {
    while (!signal.aborted) {
      const response = await fetch(url + path, { headers: { Authorization: `Bearer ${token}` } });
      bytes += (await response.arrayBuffer()).byteLength;
      if (!response.ok) await wait(REFUSED_MS);
    }
  };
  await Promise.all(Array.from({ length: READERS }, (_, n) => reader(paths[n % paths.length])));
  return bytes;
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
