import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkCounted, checkReply, type Fault, type SentReply } from './check-reply.ts';
import { measureBare } from './measure-bare.ts';
import { answerOf, questionOf, type Pace } from './provider.ts';
import { readReply, type Fate } from './read-reply.ts';
import { startStack, type Account, type Stack } from './stack.ts';
import { HAS_PROC, handlesAfterRest, restingHandles, watchMemory, type Handles, type Memory } from './watch-process.ts';

/** The people of one account write at the same time too. */
const PER_ACCOUNT = 10;
/** For what nobody uses any more to be closed. */
const REST_MS = 15_000;
const CHECKED_AT_ONCE = 8;
const NO_MEMORY: Memory = { first: NaN, last: NaN, slope: NaN };

export interface SoakOptions extends Pace {
  /** Each writes one message after the other. */
  people: number;
  /** How long new messages are written; 0: one of each. */
  forMs: number;
  /** Over which the people begin. */
  rampMs: number;
  /** Of so many readers one is cut and comes back, and one is killed for good. */
  brokenOneIn: number;
  /** A reply that has not ended so long after its request is lost. */
  patienceMs: number;
}

export interface SoakResult {
  replies: number;
  mostAtOnce: number;
  readers: Record<Fate, number>;
  /** Everything that was lost, or there twice. */
  faults: Fault[];
  /** Milliseconds from a request to its first text, of readers that stay. */
  firstText: number[];
  bare: number[];
  /** None where the system does not tell. */
  processes: { before: Handles; after: Handles; memory: Memory }[];
}

/** Many replies at the same time over two processes, and whether each reached its reader and the store, once and whole. */
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

/** What a process opens once, it opens with its first replies. */
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
  /** Counts the broken ones. */
  turn: number;
  /** The process that takes the message, and the one where a reader that was cut comes back. */
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
    // Early and late ones, all of them before the end.
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
