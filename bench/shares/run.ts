import { loadavg } from 'node:os';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../conversations/launch-chromium.ts';
import { openMeasuredPage, THROTTLE } from '../conversations/measured-page.ts';
import { measurePaint } from '../first-load/measure-paint.ts';
import { putConversation } from '../put-conversation.ts';
import { startSeededStack } from '../seeded-stack.ts';
import { median, table } from '../statistics.ts';
import { writeTexts } from '../write-texts.ts';

const SHORT = 50;
const LONG = 2000;
const ROUNDS = 7;
/** The text of a message. */
const MESSAGE = 'main .prose';

/** Measures what the reader of a share link waits for. The floor of the long page is the short one. */
export async function run(): Promise<string> {
  const ids = { short: '', long: '' };
  const seeded = await startSeededStack(async (storage, userId) => {
    const put = (title: string, count: number) =>
      putConversation(storage, userId, { title, texts: writeTexts(count), now: Date.now() });
    ids.short = await put('Short', SHORT);
    ids.long = await put('Long', LONG);
  });
  const browser = await launchChromium();
  try {
    const { stack, account } = seeded;
    const short = stack.url + (await account.share(ids.short));
    const long = stack.url + (await account.share(ids.long));
    const rows = [['what', 'median', 'worst', 'goal', 'verdict']];
    const row = (what: string, values: number[], unit: string, goal: number | null) => {
      const reached = goal === null ? '-' : median(values) < goal ? 'reached' : 'missed';
      const show = (value: number) => `${value.toFixed(unit === 'KB' ? 1 : 0)} ${unit}`;
      const most = goal === null ? '-' : `under ${goal} ${unit}`;
      rows.push([what, show(median(values)), show(Math.max(...values)), most, reached]);
    };
    row(`${SHORT} messages: JS and CSS, gzip 6`, [await codeOf(browser, short)], 'KB', 120);
    const paints = await inRounds(() => measurePaint(browser, short, MESSAGE));
    row(
      `${SHORT} messages, slow phone: largest contentful paint`,
      paints.map(({ largestPaint }) => largestPaint),
      'ms',
      1200,
    );
    row(`${LONG} messages: the server renders the page for its first reader`, [await timeOf(long)], 'ms', null);
    row(`${LONG} messages: the server sends it to the next`, await inRounds(() => timeOf(long)), 'ms', null);
    const floor = await inRounds(() => timeOpening(browser, short));
    const openings = await inRounds(() => timeOpening(browser, long));
    const throttled = (count: number) => `${count} messages at ${THROTTLE}x throttle`;
    const painted = (opened: Opening[]) => opened.map((each) => each.painted);
    row(`${throttled(SHORT)}: first messages painted (the floor)`, painted(floor), 'ms', null);
    row(`${throttled(LONG)}: first messages painted`, painted(openings), 'ms', 500);
    row(
      `${throttled(LONG)}: page idle`,
      openings.map(({ idle }) => idle),
      'ms',
      null,
    );
    return `At a load of ${loadavg()[0]?.toFixed(1)}:\n\n${table(rows)}`;
  } finally {
    await browser.close();
    await seeded.close();
  }
}

/** Kilobytes of scripts and style sheets, also of those in the page. */
async function codeOf(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const code: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (/\.(?:js|css)$/.test(new URL(response.url()).pathname)) code.push(response.body());
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const inPage = await page.locator('style, script:not([src])').allTextContents();
  const files = [...(await Promise.all(code)), ...inPage.map((text) => Buffer.from(text))];
  await context.close();
  return files.reduce((sum, file) => sum + gzipSync(file, { level: 6 }).length, 0) / 1024;
}

async function timeOf(url: string): Promise<number> {
  const begun = performance.now();
  await (await fetch(url)).arrayBuffer();
  return performance.now() - begun;
}

/** Milliseconds since the navigation. */
interface Opening {
  painted: number;
  idle: number;
}

/** Opens a page with an empty cache. */
async function timeOpening(browser: Browser, url: string): Promise<Opening> {
  const { page, throttle, close } = await openMeasuredPage(browser);
  await throttle(THROTTLE);
  await page.goto(url);
  const times = await page.evaluate(
    () =>
      new Promise<Opening>((resolve) => {
        requestIdleCallback(() => {
          const [painted] = performance.getEntriesByName('first-contentful-paint');
          resolve({ painted: painted?.startTime ?? NaN, idle: performance.now() });
        });
      }),
  );
  await close();
  return times;
}

async function inRounds<T>(measure: () => Promise<T>): Promise<T[]> {
  const values: T[] = [];
  while (values.length < ROUNDS) values.push(await measure());
  return values;
}

if (import.meta.main) console.log(await run());
