import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../conversations/launch-chromium.ts';
import { openMeasuredPage, type MeasuredPage } from '../conversations/measured-page.ts';
import { putConversation } from '../put-conversation.ts';
import { startSeededStack, type SeededStack } from '../seeded-stack.ts';
import { median, percentile, table } from '../statistics.ts';
import { writeTexts } from '../write-texts.ts';
import { startTimedProvider, type TimedProvider } from './timed-provider.ts';
import { watchSending, type Sent } from './watch-sending.ts';

/** Of a long conversation. The model reads all of them. */
const MESSAGES = 500;
/** Messages of each kind; the first ones warm up. */
const ROUNDS = 40;
const WARM_UP = 5;
/** First questions in long conversations. */
const FIRST_ROUNDS = 15;
/** A user may send 60 messages a minute. */
const ROUND_MS = 3_100;
/** Until a page has loaded what it loads once it is idle. */
const SETTLE_MS = 2_000;
/** Until a service worker has ended. */
const ENDING_MS = 200;
const QUESTION = 'How does the harbour keep its water deep?';

/** The points that a message passes, in order, with what they are called in the table. */
const POINTS = {
  fetched: 'the page sends the request',
  received: 'the server has its head',
  storing: 'the accept goes to the store',
  stored: 'the accept is on disk',
  announced: 'the first event is sent',
  asking: 'the request to the provider begins',
  asked: 'the provider has it whole',
  relayed: 'the first text is sent',
  shown: 'it is in the page',
  painted: 'it is painted',
} as const;
type Point = keyof typeof POINTS;
type Trace = Partial<Record<Point, number>>;

const GOALS: Partial<Record<Point, [number, number]>> = { asked: [15, 30] };

/** Traces messages from the press of Enter to the paint of the first text, in turns with a bare page and server. */
export async function run(): Promise<string> {
  // Without a browser, nothing else is started.
  const browser = await launchChromium();
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const traceFile = join(folder, 'trace');
  await writeFile(traceFile, '');
  const provider = await startTimedProvider();
  let long = '';
  /** The server has read none of them yet. */
  const resting: string[] = [];
  const seeded = await startSeededStack(
    async (storage, userId) => {
      const conversation = { title: 'Long', texts: writeTexts(MESSAGES), now: Date.now() };
      long = await putConversation(storage, userId, conversation);
      while (resting.length < FIRST_ROUNDS) resting.push(await putConversation(storage, userId, conversation));
    },
    {
      OPENAI_BASE_URL: provider.url,
      OPENAI_API: 'responses',
      OPENAI_MODEL: 'bench',
      CONTEXT_TOKENS: '1000000',
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'trace-server.mjs')}`,
      TRACE_FILE: traceFile,
    },
  );
  const floor = await startFloor(join(folder, 'floor'), provider.url);
  try {
    const pages = {
      floor: await openFloor(browser, floor.url),
      fresh: await openChat(browser, seeded, '/'),
      rested: await openChat(browser, seeded, '/'),
      long: await openChat(browser, seeded, `/c/${long}`),
    };
    const traces: Record<keyof typeof pages | 'resting', Trace[]> = {
      floor: [],
      fresh: [],
      rested: [],
      long: [],
      resting: [],
    };
    for (let round = 0; round < ROUNDS + WARM_UP; round++) {
      const pause = setTimeout(ROUND_MS);
      for (const [name, measured] of Object.entries(pages) as [keyof typeof pages, MeasuredPage][]) {
        if (name === 'fresh' || name === 'rested') await startNew(measured);
        if (name === 'rested') await endWorkers(measured);
        const trace = await traceMessage(measured, provider, name === 'floor' ? null : traceFile);
        if (round >= WARM_UP) traces[name].push(trace);
      }
      await pause;
    }
    for (const id of resting) {
      await show(pages.long, `/c/${id}`);
      traces.resting.push(await traceMessage(pages.long, provider, traceFile));
    }
    const head = [
      'ms from Enter until',
      ...[
        'bare page and server',
        'a new conversation',
        'the same after a rest',
        `one of ${MESSAGES} messages`,
        'the first question in such a one',
      ].flatMap((what) => [`${what}, p50`, 'p95']),
    ];
    const rows = (Object.entries(POINTS) as [Point, string][]).map(([point, what]) => {
      const goal = GOALS[point];
      return [
        goal ? `${what} (goal: ${goal.join(' / ')})` : what,
        ...Object.values(traces).flatMap((all) => {
          const times = all.flatMap((trace) => trace[point] ?? []);
          return times.length === 0 ? ['-', '-'] : [median(times).toFixed(1), percentile(times, 0.95).toFixed(1)];
        }),
      ];
    });
    return [
      `${ROUNDS} messages of each, ${FIRST_ROUNDS} of the last, load ${loadavg()[0]?.toFixed(1)}.`,
      table([head, ...rows]),
    ].join('\n\n');
  } finally {
    await browser.close();
    await seeded.close();
    floor.close();
    provider.close();
    await rm(folder, { recursive: true });
  }
}

async function startFloor(file: string, providerUrl: string): Promise<{ url: string; close: () => void }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'floor-server.ts'), file, providerUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: line.toString().trim(), close: () => void child.kill('SIGKILL') };
}

async function openFloor(browser: Browser, url: string): Promise<MeasuredPage> {
  const measured = await openMeasuredPage(browser);
  await measured.page.addInitScript(watchSending);
  await measured.page.goto(url);
  return measured;
}

async function openChat(browser: Browser, seeded: SeededStack, path: string): Promise<MeasuredPage> {
  const measured = await openMeasuredPage(browser, seeded);
  await measured.page.addInitScript(watchSending);
  await show(measured, path);
  await measured.devtools.send('ServiceWorker.enable');
  return measured;
}

async function show({ page }: MeasuredPage, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.waitForTimeout(SETTLE_MS);
}

/** Ends the service worker, as browsers do after half a minute without work. */
async function endWorkers({ page, devtools }: MeasuredPage): Promise<void> {
  await devtools.send('ServiceWorker.stopAllWorkers');
  await page.waitForTimeout(ENDING_MS);
}

async function startNew({ page }: MeasuredPage): Promise<void> {
  await page.getByRole('button', { name: 'New chat' }).first().click();
  await page.waitForFunction(() => !document.querySelector('[data-thread] .prose'));
}

/** Types a message, sends it, waits for the end of its reply and returns when it passed each point. */
async function traceMessage({ page, devtools }: MeasuredPage, provider: TimedProvider, traceFile: string | null) {
  const box = page.getByRole('textbox', { name: 'Message', exact: true });
  await box.pressSequentially(QUESTION);
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
  const known = traceFile === null ? 0 : (await readFile(traceFile, 'utf8')).split('\n').length;
  const sent = page.evaluate(() => (globalThis as unknown as { sent(): Promise<Sent> }).sent());
  await box.press('Enter');
  const { pressed, fetched, shown, painted } = await sent;
  const asked = provider.asked();
  const pageStart = await startOf(devtools);
  const server = traceFile === null ? {} : await nextTrace(traceFile, known);
  const start = pageStart + pressed;
  const trace: Trace = { fetched: fetched - pressed, shown: shown - pressed, painted: painted - pressed };
  for (const [point, at] of Object.entries({ ...server, asked })) trace[point as Point] = at - start;
  return trace;
}

/** When the page's clock was zero, on the clock that all processes share. */
async function startOf(devtools: MeasuredPage['devtools']): Promise<number> {
  await devtools.send('Performance.enable');
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'NavigationStart')?.value ?? NaN) * 1000;
}

/** The line that the server adds once the reply has ended. */
async function nextTrace(file: string, known: number): Promise<Trace> {
  for (;;) {
    const lines = (await readFile(file, 'utf8')).split('\n');
    if (lines.length > known) return JSON.parse(lines.at(-2) ?? '{}') as Trace;
    await setTimeout(20);
  }
}

if (import.meta.main) console.log(await run());
