import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientOf } from '@parley/api/testing/test-server';
import { signUp, type Account } from '@parley/web/account';
import { startStack, type Stack } from '@parley/web/stack';
import { median, percentile, table } from '../statistics.ts';

const USERS = 20;
/** As many, and as long, as a user may have. */
const MEMORIES = 100;
const MEMORY = 'Is a beekeeper and likes to read about it every evening. ';
const READS = 200;
const ROUNDS = 30;
const QUESTION = 'What shall I read this evening?';

/**
 * Measures the list of a user's memories, and how soon a reply begins with all of them in its instructions, taking
 * turns with a user who has none.
 */
export async function run(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const stack = await startStack({ FREE_MESSAGES: '100000', DATA_DIR: folder });
  try {
    const without = await signUp(stack);
    const owners: Account[] = [];
    for (let user = 0; user < USERS; user++) owners.push(await signUpWithMemories(stack));
    const lists: number[] = [];
    for (let read = 0; read < READS; read++) {
      const { token } = owners[read % USERS] ?? without;
      const begun = performance.now();
      await (await fetch(`${stack.url}/api/account/memories`, { headers: bearer(token) })).arrayBuffer();
      lists.push(performance.now() - begun);
    }
    const starts = [
      { name: 'without memories', token: without.token, accepted: [] as number[], answered: [] as number[] },
      { name: `with ${MEMORIES} memories`, token: owners[0]?.token ?? '', accepted: [], answered: [] },
    ];
    const { send } = clientOf(stack.url);
    for (let round = 0; round < ROUNDS; round++) {
      for (const { token, accepted, answered } of starts) {
        const begun = performance.now();
        const stream = await send(token, { conversationId: randomUUID(), text: QUESTION });
        await stream.until(() => true);
        accepted.push(performance.now() - begun);
        await stream.until(({ event }) => event.type === 'content');
        answered.push(performance.now() - begun);
        await stream.all();
      }
    }
    const [floor] = starts;
    const rows = starts.map(({ name, accepted, answered }) => [
      name,
      ...cells(accepted, floor?.accepted),
      ...cells(answered, floor?.answered),
    ]);
    const head = ['a user', 'first event, p50', 'of the floor', 'first word, p50', 'of the floor'];
    const list = ['`/api/account/memories`', ms(median(lists)), ms(percentile(lists, 0.95))];
    const about = `${USERS * MEMORIES} memories of ${USERS} users; load ${loadavg()[0]?.toFixed(1)}.`;
    return [about, table([['request', 'p50', 'p95'], list]), table([head, ...rows])].join('\n\n');
  } finally {
    await stack.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function signUpWithMemories(stack: Stack): Promise<Account> {
  const account = await signUp(stack);
  const headers = { ...bearer(account.token), 'Content-Type': 'application/json' };
  for (let memory = 0; memory < MEMORIES; memory++) {
    const body = JSON.stringify({ id: randomUUID(), text: `${memory}. ${MEMORY}`.slice(0, 60) });
    const { status } = await fetch(`${stack.url}/api/account/memories`, { method: 'POST', headers, body });
    if (status !== 200) throw new Error(`A memory was answered with ${status}.`);
  }
  return account;
}

function bearer(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

function cells(times: number[], floor = times): string[] {
  return [ms(median(times)), `${(median(times) / median(floor)).toFixed(2)}x`];
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`;
}

if (import.meta.main) console.log(await run());
