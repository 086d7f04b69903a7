import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { median, table } from '../statistics.ts';
import type { AppMemory } from './app-process.ts';
import { askEachOther, type Ask } from './ask-each-other.ts';
import { hostPages } from './host-pages.ts';

/** Milliseconds between messages: the server accepts 60 a minute per user. */
const PAUSE = 1100;
const SAMPLE_EVERY = 5;
const LONGEST_REPLY = 120_000;
const KB = 1024;
/** Allowed difference of the heap between two thirds of the time. */
const ALLOWED_KB = 256;

/**
 * Measures the memory of the main process while replies are requested one after the other, each in a new conversation
 * and with a notification. That process contains only main and the fake Electron: the pages and Playwright, which keeps
 * data of each request, are in this one.
 */
export async function measureMemory(browser: Browser, server: string, token: string, seconds: number): Promise<string> {
  const child = fork(join(import.meta.dirname, 'app-process.ts'), {
    execArgv: ['--expose-gc'],
    serialization: 'advanced',
  });
  const pages = hostPages(browser, (...asked) => ask(...asked));
  const ask = askEachOther(child, pages.answers);
  try {
    await ask('start', server);
    const page = await pages.first();
    await page.waitForURL(({ pathname }) => pathname === '/');
    await signIn(page, token);
    return report(await keepAsking(page, ask, seconds), seconds);
  } finally {
    if (child.connected) child.disconnect();
    if (child.exitCode === null) await once(child, 'exit');
  }
}

interface Asked {
  samples: AppMemory[];
  replies: number;
  /** Number of notifications shown by main. */
  notified: number;
}

async function keepAsking(page: Page, ask: Ask, seconds: number): Promise<Asked> {
  const box = messageBox(page);
  const ended = page.getByRole('button', { name: 'Retry generation' }).last();
  const asked: Asked = { samples: [], replies: 0, notified: 0 };
  const newChat = async () => {
    asked.notified += (await ask('newChat')) as number;
    await ended.waitFor({ state: 'hidden' });
  };
  const reply = async () => {
    await box.fill('Tell me about tides');
    await box.press('Enter');
    await ended.waitFor({ timeout: LONGEST_REPLY });
  };
  // The window still has the focus, so this one is not notified.
  await reply();
  await newChat();
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const pause = sleep(PAUSE);
    await reply();
    asked.replies++;
    if (asked.replies % SAMPLE_EVERY === 0) asked.samples.push((await ask('memory')) as AppMemory);
    await newChat();
    await pause;
  }
  return asked;
}

/** Signs in with this token, starting with the next page. */
export async function signIn(page: Page, token: string): Promise<void> {
  await page.evaluate(async (value) => {
    const { desktop } = globalThis as unknown as {
      desktop: { keepSecret(name: string, value: string): Promise<boolean> };
    };
    await desktop.keepSecret('token', value);
  }, token);
  await page.reload();
  await messageBox(page).waitFor();
}

export function messageBox(page: Page) {
  return page.getByRole('textbox', { name: 'Message', exact: true });
}

function report({ samples, replies, notified }: Asked, seconds: number): string {
  const third = Math.floor(samples.length / 3);
  const row = (name: string, of: (sample: AppMemory) => number) => {
    const values = samples.map(of);
    const middle = median(values.slice(third, 2 * third));
    const last = median(values.slice(2 * third));
    const kb = (bytes: number, digits = 0) => (bytes / KB).toFixed(digits);
    const each = kb((last - middle) / (replies / 3), 2);
    return { cells: [name, kb(values[0] ?? NaN), kb(middle), kb(last), each], growth: last - middle };
  };
  const heap = row('heap and buffers', ({ heap: bytes }) => bytes);
  const rss = row('RSS', ({ rss: bytes }) => bytes);
  return table([
    [
      `process with main, KB; ${replies} replies in ${seconds} s, ${notified} notified of`,
      'first',
      'middle third',
      'last third',
      'a reply',
      'verdict',
    ],
    [...heap.cells, heap.growth <= ALLOWED_KB * KB ? 'flat' : 'grows'],
    [...rss.cells, ''],
  ]);
}
