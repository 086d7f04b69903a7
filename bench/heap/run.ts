import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openMeasuredPage, type MeasuredPage } from '../conversations/measured-page.ts';
import { launchChromium } from '../launch-chromium.ts';
import { startSeededStack } from '../seeded-stack.ts';
import { table } from '../statistics.ts';

const WORDS = 2000;
const MB = 1024 * 1024;
const ALLOWED_SHARE = 0.1;
const ALLOWED_BYTES = 5 * MB;

/** All in bytes, after a garbage collection. */
interface Sample {
  page: number;
  heap: number;
  rss: number;
  /** Number of completed replies. */
  replies: number;
}

/**
 * Replies of 2,000 words one after the other in one conversation, and what page and server hold meanwhile: for a
 * minute, for ten with `--full`. Flat: the mean of the samples' last third is at most a tenth and 5 MB above that of
 * the middle third. Off the page's, what the replies in between must take is taken first: as much for each as the same
 * page takes for each when it has loaded them anew.
 */
export async function run(full = process.argv.includes('--full')): Promise<string> {
  const [seconds, every] = full ? [600, 10] : [60, 4];
  const folder = await mkdtemp(join(tmpdir(), 'parley-heap-'));
  const socketPath = join(folder, 'memory');
  const seeded = await startSeededStack(async () => {}, {
    SANDBOX_DELAY_MS: '1',
    NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'report-memory.mjs')).href}`,
    BENCH_MEMORY_SOCKET: socketPath,
  });
  const browser = await launchChromium();
  try {
    const measured = await openMeasuredPage(browser, seeded);
    await measured.page.goto('/');
    const empty = await pageHeap(measured);
    const samples: Sample[] = [];
    let replies = 0;
    const end = performance.now() + seconds * 1000;
    const asking = (async () => {
      for (; performance.now() < end; replies++) await ask(measured);
    })();
    while (performance.now() < end) {
      await sleep(every * 1000);
      samples.push({ page: await pageHeap(measured), ...(await serverMemory(socketPath)), replies });
    }
    await asking;
    const perReply = await costOfReply(measured, empty);
    return `${report(samples, perReply, seconds)}\n\n${replies} replies; one that was loaded takes ${kb(perReply)} of the page.`;
  } finally {
    await browser.close();
    await seeded.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function ask({ page }: MeasuredPage): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message', exact: true });
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  await box.fill(`[[long ${WORDS}]]`);
  await box.press('Enter');
  await stop.waitFor();
  await stop.waitFor({ state: 'hidden', timeout: 120_000 });
}

async function pageHeap({ devtools }: MeasuredPage): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize;
}

async function serverMemory(socketPath: string): Promise<{ heap: number; rss: number }> {
  return new Promise((resolve, reject) => {
    get({ socketPath }, (response) => text(response).then((json) => resolve(JSON.parse(json)), reject)).on(
      'error',
      reject,
    );
  });
}

/** Bytes of the page per reply, after the newest ones are loaded and have all been in view. */
async function costOfReply(measured: MeasuredPage, empty: number): Promise<number> {
  const { page } = measured;
  await page.reload();
  await page.locator('[data-thread] .prose').last().waitFor();
  const turns = page.locator('[data-message]');
  // By id, not by index: older ones load above once the first is in view.
  const names = await turns.evaluateAll((shown) => shown.map((turn) => turn.getAttribute('data-message')));
  for (const name of names.toReversed()) {
    const turn = page.locator(`[data-message="${name}"]`);
    await turn.scrollIntoViewIfNeeded();
    await turn.and(page.locator(':not([data-far])')).waitFor();
  }
  const loaded = await turns.count();
  return ((await pageHeap(measured)) - empty) / (loaded / 2);
}

function report(samples: Sample[], perReply: number, seconds: number): string {
  const third = Math.floor(samples.length / 3);
  const [middle, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)];
  const row = (name: string, of: (sample: Sample) => number, perReplyOfIt: number) => {
    const [before, after] = [mean(middle.map(of)), mean(last.map(of))];
    const replies = mean(last.map((sample) => sample.replies)) - mean(middle.map((sample) => sample.replies));
    const own = replies * perReplyOfIt;
    const isFlat = after - own <= before * (1 + ALLOWED_SHARE) + ALLOWED_BYTES;
    const minutes = seconds / 3 / 60;
    const slope = (after - own - before) / minutes;
    const series = [samples[0], samples[third], samples[2 * third], samples.at(-1)];
    return [
      name,
      ...series.map((sample) => mb(sample ? of(sample) : NaN)),
      mb(before),
      mb(after),
      mb(own),
      `${mb(slope)} a minute`,
      isFlat ? 'flat' : 'grows',
    ];
  };
  return table([
    [
      'MB',
      'first',
      'at 1/3',
      'at 2/3',
      'last',
      'mean of middle third',
      'of last third',
      'of it the replies',
      'slope without them',
      'verdict',
    ],
    row('page, JavaScript heap', ({ page }) => page, perReply),
    row('server, heap and buffers', ({ heap }) => heap, 0),
    row('server, RSS', ({ rss }) => rss, 0),
  ]);
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function mb(bytes: number): string {
  return (bytes / MB).toFixed(1);
}

function kb(bytes: number): string {
  return `${(bytes / 1024).toFixed(0)} KB`;
}

if (import.meta.main) console.log(await run());
