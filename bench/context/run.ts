import { randomUUID } from 'node:crypto';
import { clientOf, startTestServer, type TestServer, type TestServerOptions } from '@parley/api/testing/test-server';
import { putConversation } from '../put-conversation.ts';
import { runLoad } from '../relay/load.ts';
import { startServer } from '../relay/servers.ts';
import { startSeededStack } from '../seeded-stack.ts';
import { median, table } from '../statistics.ts';

const TURNS = 60;
/** Turns whose request is shown. */
const SHOWN = [10, 30, 60];
const QUESTION = 'How does the harbour keep its water deep when the river brings so much sand? '.repeat(4);
/** A small context, which the conversation outgrows. */
const SMALL = 16_384;

/** Messages of the histories whose first event is timed. */
const HISTORIES = [10, 2000];
const ROUNDS = 30;

/** Replies of each load that is measured with and without tools: 150 deltas each, 50 a second. */
const STREAMS = 100;
const PACE = { deltas: 150, intervalMs: 20 };
const LOADS = 5;

const CASES: [string, TestServerOptions][] = [
  ['a context that holds all of it', {}],
  [`a context of ${SMALL} tokens, with summaries`, { contextTokens: SMALL }],
  [
    `a context of ${SMALL} tokens, if every summary fails`,
    {
      contextTokens: SMALL,
      backends: ({ model }) => ({ model: { ...model, complete: () => Promise.reject(new TypeError('no summary')) } }),
    },
  ],
];

/** Measures what the requests of a long conversation contain, and how much of each repeats the one before it. */
export async function run(): Promise<string> {
  const head = ['a conversation of 60 turns', ...SHOWN.map((turn) => `tokens in turn ${turn}`), 'tokens in all'];
  const rows = [[...head, 'bytes that repeat the beginning of the request before']];
  for (const [name, options] of CASES) rows.push(await measure(name, options));
  return [table(rows), await measureStarts(), await measureTools()].join('\n\n');
}

/** Measures how soon a reply begins after a short and after a long history, taking turns between them. */
async function measureStarts(): Promise<string> {
  const histories = HISTORIES.map((length) => ({ length, id: '', accepted: [] as number[], answered: [] as number[] }));
  const { stack, account, close } = await startSeededStack(async (storage, userId) => {
    for (const history of histories) {
      const texts = Array.from({ length: history.length }, (_, index) => `${index}. ${QUESTION}`);
      history.id = await putConversation(storage, userId, { title: 'History', texts, now: Date.now() });
    }
  });
  const { send } = clientOf(stack.url);
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const { id: conversationId, accepted, answered } of histories) {
        const begun = performance.now();
        const stream = await send(account.token, { conversationId, text: QUESTION });
        await stream.until(() => true);
        accepted.push(performance.now() - begun);
        await stream.until(({ event }) => event.type === 'content');
        answered.push(performance.now() - begun);
        await stream.all();
      }
    }
  } finally {
    await close();
  }
  const rows = histories.map(({ length, accepted, answered }) => [
    String(length),
    `${median(accepted).toFixed(1)} ms`,
    `${median(answered).toFixed(1)} ms`,
  ]);
  return table([['messages before the question', 'first event, p50', 'first word, p50'], ...rows]);
}

/** Measures what the offered tools cost the relay in processor time, taking turns between two servers. */
async function measureTools(): Promise<string> {
  const servers = await Promise.all(
    ['1', '0'].map(async (autoTools) => ({
      autoTools,
      server: await startServer('Parley', PACE, { AUTO_TOOLS: autoTools }),
      cpu: [] as number[],
    })),
  );
  try {
    // The first round warms up.
    for (let round = 0; round <= LOADS; round++) {
      for (const { server, cpu } of servers) {
        const tokens = await server.accounts(STREAMS);
        const before = await server.ask('cpu');
        const { deltas } = await runLoad(server.url, { streams: STREAMS, tokens, rampMs: 1000 });
        if (round > 0) cpu.push(((await server.ask('cpu')) - before) / deltas);
      }
    }
  } finally {
    await Promise.all(servers.map(({ server }) => server.close()));
  }
  const rows = servers.map(({ autoTools, cpu }) => [
    `AUTO_TOOLS=${autoTools}`,
    median(cpu).toFixed(0),
    `${Math.min(...cpu).toFixed(0)} to ${Math.max(...cpu).toFixed(0)}`,
  ]);
  return table([['Normal, 100 replies at once', 'CPU s per million deltas, median', `of ${LOADS} loads`], ...rows]);
}

async function measure(name: string, options: TestServerOptions): Promise<string[]> {
  const server = await startTestServer(options);
  try {
    const requests = await converse(server);
    // As the sandbox counts them: four characters a token.
    const tokens = requests.map(({ length }) => Math.ceil(length / 4));
    const repeated = requests.map((request, index) => sharedStart(request, requests[index - 1] ?? ''));
    const share = sum(repeated) / sum(requests.map(({ length }) => length));
    const shown = SHOWN.map((turn) => String(tokens[turn - 1]));
    return [name, ...shown, String(sum(tokens)), `${(100 * share).toFixed(0)} %`];
  } finally {
    await server.close();
  }
}

/** Asks all questions, one after the other, and returns what the model was sent for each. */
async function converse(server: TestServer): Promise<string[]> {
  const token = await server.signUp();
  const conversationId = randomUUID();
  for (let turn = 0; turn < TURNS; turn++) {
    const text = `${turn}. ${QUESTION}[[long 250]]`;
    await (await server.send(token, { conversationId, text })).all();
  }
  const replies = server.sandbox.log().filter(({ kind }) => kind === 'reply');
  return replies.map(({ instructions, input }) => `${instructions}${JSON.stringify(input).slice(0, -1)}`);
}

function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
