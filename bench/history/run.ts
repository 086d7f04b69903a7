import type { HistoryResponse, SearchResponse } from '@parley/core';
import type { Storage } from '@parley/api/src/storage/storage.ts';
import { launchChromium } from '../launch-chromium.ts';
import { putConversation } from '../put-conversation.ts';
import { startSeededStack, type SeededStack } from '../seeded-stack.ts';
import { median, percentile, table } from '../statistics.ts';
import { measureClient } from './measure-client.ts';

const MANY = 10_000;
const FEW = 100;
const ROUNDS = 40;
const PAGE = 50;
/** Index of the distant page of the list to measure. */
const FAR_PAGE = 100;
const MOST = 3;

/** Measures the cost of an account with 10,000 conversations, on the server and in the browser. */
export async function run(): Promise<string> {
  const many = await startSeededStack((storage, userId) => fill(storage, userId, MANY));
  const few = await startSeededStack((storage, userId) => fill(storage, userId, FEW));
  try {
    return `${await measureServer(many, few)}\n\n${await measureBrowser(many, few)}`;
  } finally {
    await many.close();
    await few.close();
  }
}

async function measureServer(many: SeededStack, few: SeededStack): Promise<string> {
  const rows = [['server, milliseconds', `${MANY}: p50`, 'p95', `${FEW}: p50`, 'p95', 'ratio of p50', 'verdict']];
  const paths = [await pathsOf(many, MANY), await pathsOf(few, FEW)];
  for (const name of Object.keys(paths[0] ?? {})) {
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      // Alternating, so that both run under the same conditions.
      for (const [index, seeded] of [many, few].entries())
        times[index]?.push(await timed(seeded, paths[index]?.[name] ?? ''));
    }
    const ratio = median(times[0]) / median(times[1]);
    const cells = times.flatMap((each) => [median(each).toFixed(1), percentile(each, 0.95).toFixed(1)]);
    rows.push([name, ...cells, `${ratio.toFixed(2)}x`, ratio <= MOST ? 'reached' : 'missed']);
  }
  return table(rows);
}

async function measureBrowser(many: SeededStack, few: SeededStack): Promise<string> {
  const browser = await launchChromium();
  try {
    const [large, small] = [await measureClient(browser, many), await measureClient(browser, few)];
    const rows = [['browser, milliseconds', `${MANY}`, `${FEW}`, 'ratio', 'verdict']];
    for (const [name, value] of Object.entries(large)) {
      const ratio = value / (small[name] ?? NaN);
      rows.push([
        name,
        value.toFixed(0),
        (small[name] ?? NaN).toFixed(0),
        `${ratio.toFixed(2)}x`,
        ratio <= MOST ? 'reached' : 'missed',
      ]);
    }
    return table(rows);
  } finally {
    await browser.close();
  }
}

/** Adds conversations of two turns each, which share all words except `word…` and `number…`. */
async function fill(storage: Storage, userId: string, count: number): Promise<void> {
  const begin = Date.now() - count * 60_000;
  for (let n = 0; n < count; n++) {
    const text = (part: string) => `The ${part} of number${n % 100} is about the rent in Hamburg, word${n} and so on`;
    const texts = ['first question', 'first answer', 'question', 'answer'].map(text);
    await putConversation(storage, userId, {
      title: `Title ${n}`,
      texts,
      now: begin + n * 60_000,
      pinned: n % (count / 20) === 0,
    });
  }
}

async function pathsOf(seeded: SeededStack, count: number): Promise<Record<string, string>> {
  const list = `/api/chat/history?messages=last&limit=${PAGE}`;
  let far = '';
  let middle = '';
  for (let page = 1; page < Math.min(FAR_PAGE, count / PAGE); page++) {
    const { conversations, nextBefore } = await get<HistoryResponse>(seeded, `${list}${far}`);
    far = `&before=${encodeURIComponent(nextBefore ?? '')}`;
    middle = conversations.at(-1)?.id ?? '';
  }
  const { hits } = await get<SearchResponse>(seeded, `/api/chat/search?q=word${count / 2}`);
  if (hits.length !== 3) throw new Error(`Found ${hits.length} messages of a conversation instead of 3`);
  return {
    'list, first page': list,
    [`list, page ${FAR_PAGE} (of ${FEW}: page 2)`]: `${list}${far}`,
    'list, pinned': `${list}&only=pinned`,
    'open one': `/api/chat/${middle}?limit=${PAGE}`,
    'search, rare word': `/api/chat/search?q=word${count / 2}`,
    'search, word of 1 in 100': '/api/chat/search?q=number42',
    'search, word of all': '/api/chat/search?q=rent',
    'search, two words of all': '/api/chat/search?q=rent%20hamburg',
    'search, beginning of all': '/api/chat/search?q=ham',
  };
}

async function timed(seeded: SeededStack, path: string): Promise<number> {
  const start = performance.now();
  await get(seeded, path);
  return performance.now() - start;
}

async function get<T>({ stack, account }: SeededStack, path: string): Promise<T> {
  const response = await fetch(`${stack.url}${path}`, { headers: { Authorization: `Bearer ${account.token}` } });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as T;
}

if (import.meta.main) console.log(await run());
