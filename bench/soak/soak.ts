import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkCounted, checkReply, type Fault, type SentReply } from './check-reply.ts';
import { measureBare } from './measure-bare.ts';
import { answerOf, questionOf, type Pace } from './provider.ts';
import { readReply, type Fate } from './read-reply.ts';
import { startStack, type Account, type Stack } from './stack.ts';
import { HAS_PROC, handlesAfterRest, restingHandles, watchMemory, type Handles, type Memory } from './watch-process.ts';

/** Users per account, who also write concurrently. */
const PER_ACCOUNT = 10;
/** Time for idle connections to close. */
const REST_MS = 15_000;
const CHECKED_AT_ONCE = 8;
const NO_MEMORY: Memory = { first: NaN, last: NaN, slope: NaN };

export interface SoakOptions extends Pace {
  /** Concurrent writers, each sending one message after the other. */
  people: number;
  /** Time during which new messages are sent; 0 means one per writer. */
  forMs: number;
  /** Time over which the writers start. */
  rampMs: number;
  /** Out of this many readers, one is cut and reconnects, and one is killed. */
  brokenOneIn: number;
  /** Time after its request when an unfinished reply counts as lost. */
  patienceMs: number;
}

export interface SoakResult {
  replies: number;
  mostAtOnce: number;
  readers: Record<Fate, number>;
  /** Everything lost or repeated. */
  faults: Fault[];
  /** Milliseconds from a request to its first text, for readers that stay. */
  firstText: number[];
  bare: number[];
  /** Empty if the system does not report it. */
  processes: { before: Handles; after: Handles; memory: Memory }[];
}

/**
 * Runs concurrent replies over two processes and checks that each reaches its reader and the store once and completely.
 */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const stack = await startStack(options);
  try {
    const accounts: Account[] = [];
    while (accounts.length * PER_ACCOUNT < options.people) accounts.push(await stack.signUp());
    const warm = await warmUp(accounts, options);
    const before = HAS_PROC ? await Promise.all(stack.pids.map(restingHandles)) : [];
    const watched = HAS_PROC ? stack.pids.map(watchMemory) : [];
    const bare = measureBare(stack.provider.url);
    const begun = performance.now();
    const sent = await sendAll(accounts, options);
    const half = begun + options.forMs / 2;
    const memory = watched.map((one) => one.stop(half, begun + options.forMs));
    const bareTimes = await bare.stop();
    const faults = await checkAll(stack, accounts, [...warm, ...sent], options);
    const processes = await Promise.all(
      before.map(async (handles, index) => ({
        before: handles,
        after: await handlesAfterRest(stack.pids[index] ?? 0, handles, REST_MS),
        memory: memory[index] ?? NO_MEMORY,
      })),
    );
    const count = (fate: Fate) => sent.filter((reply) => reply.fate === fate).length;
    return {
      replies: sent.length,
      mostAtOnce: stack.provider.mostAtOnce(),
      readers: { stays: count('stays'), cut: count('cut'), killed: count('killed') },
      faults,
      firstText: sent.flatMap(({ fate, reading }) => (fate === 'stays' ? [reading.firstTextMs] : [])),
      bare: bareTimes,
      processes,
    };
  } finally {
    await stack.close();
  }
}

/** Runs a few replies first, so that each process opens its permanent handles. */
function warmUp(accounts: readonly Account[], options: SoakOptions): Promise<SentReply[]> {
  return Promise.all(
    accounts.map((account, index) => sendOne(account, `warm-${index}`, planOf(index, { brokenOneIn: 4 }), options)),
  );
}

async function sendAll(accounts: readonly Account[], options: SoakOptions): Promise<SentReply[]> {
  const { people, forMs, rampMs } = options;
  const end = performance.now() + forMs;
  const sent: SentReply[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: people }, async (_, person) => {
      await sleep((person / people) * rampMs);
      const account = accounts[person % accounts.length];
      if (!account) return;
      do {
        const index = next++;
        sent.push(await sendOne(account, `reply-${index}`, planOf(index, options), options));
      } while (performance.now() < end);
    }),
  );
  return sent;
}

interface Plan {
  fate: Fate;
  /** Counts broken readers. */
  turn: number;
  /** The process that accepts the message, and the one for the reconnect. */
  at: 0 | 1;
  resumesAt: 0 | 1;
}

function planOf(index: number, { brokenOneIn }: Pick<SoakOptions, 'brokenOneIn'>): Plan {
  const turn = Math.floor(index / brokenOneIn);
  const place = index % brokenOneIn;
  const fate = place === 0 ? 'cut' : place === Math.floor(brokenOneIn / 2) ? 'killed' : 'stays';
  const at = (index + (turn >> 1)) % 2 === 0 ? 0 : 1;
  return { fate, turn, at, resumesAt: (at + turn) % 2 === 0 ? 0 : 1 };
}

async function sendOne(account: Account, name: string, plan: Plan, options: SoakOptions): Promise<SentReply> {
  const conversationId = randomUUID();
  const reading = await readReply({
    request: { conversationId, clientMessageId: randomUUID(), text: questionOf(name) },
    at: account[plan.at],
    resumesAt: account[plan.resumesAt],
    expected: answerOf(name, options).join(''),
    fate: plan.fate,
    // Varies from early to late, always before the end.
    after: 1 + ((plan.turn * 7) % Math.floor(options.deltas / 2)),
    patienceMs: options.patienceMs,
  });
  return { name, conversationId, fate: plan.fate, reading, account, elsewhere: account[plan.at === 0 ? 1 : 0] };
}

async function checkAll(
  { provider }: Stack,
  accounts: readonly Account[],
  sent: readonly SentReply[],
  options: SoakOptions,
): Promise<Fault[]> {
  const rest = sent.values();
  const faults: Fault[] = [];
  await Promise.all(
    Array.from({ length: CHECKED_AT_ONCE }, async () => {
      for (const reply of rest) faults.push(...(await checkReply(reply, provider, options)));
    }),
  );
  for (const account of accounts) {
    const own = sent.filter((reply) => reply.account === account);
    faults.push(...(await checkCounted(account[0], own.length)));
  }
  return faults;
}
