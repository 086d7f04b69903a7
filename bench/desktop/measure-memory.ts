import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { median, table } from '../statistics.ts';
import type { AppMemory } from './app-process.ts';
import { askEachOther, type Ask } from './ask-each-other.ts';
import { hostPages } from './host-pages.ts';

/** The server takes 60 messages a minute of one person. */
const PAUSE = 1100;
const SAMPLE_EVERY = 5;
const LONGEST_REPLY = 120_000;
const KB = 1024;
/** By which the heap may differ between two thirds of the time. */
const ALLOWED_KB = 256;

/**
 * The memory of the process with main while replies are asked for one after the other, each in a conversation of its own
 * and notified of. Main is alone in it with the harness's stand-in for Electron: pages, and Playwright with all it keeps
 * of each request, are in this one.
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
  /** Of how many of them main has notified. */
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
  // The window is still in front: nobody is told of this one.
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

/** Signs in whoever has this token, from the next page on. */
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
