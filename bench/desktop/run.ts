import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { launch, type HarnessApp } from '@parley/desktop/harness';
import { createMachine } from '@parley/desktop/machine';
import { startOriginProxy } from '@parley/desktop/origin-proxy';
import type { Page } from 'playwright-core';
import { launchChromium } from '../launch-chromium.ts';
import { startSeededStack } from '../seeded-stack.ts';
import { median, table } from '../statistics.ts';

const DIST = join(import.meta.dirname, '../../apps/desktop/dist');
const STARTS = 5;
const PAUSE = 1100;
const KB = 1024;
const ALLOWED_KB = 2048;

/** Megabytes that are packed, kilobytes that main loads, milliseconds until somebody can type, kilobytes that it keeps. */
export async function run(full = process.argv.includes('--full')): Promise<string> {
  const seeded = await startSeededStack(async () => {}, { SANDBOX_DELAY_MS: '1' });
  const proxy = await startOriginProxy(seeded.stack.url);
  const browser = await launchChromium('--disable-features=LocalNetworkAccessChecks');
  const machine = createMachine();
  const start = () => launch(browser, { machine, server: proxy.url });
  try {
    const first = await start();
    await signIn(first, seeded.account.token);
    await first.close();
    const times: number[] = [];
    let loaded: string[] = [];
    for (let round = 0; round < STARTS; round++) {
      const began = performance.now();
      const app = await start();
      await box(await app.window()).waitFor();
      times.push(performance.now() - began);
      loaded = app.loaded;
      await app.close();
    }
    const bytesLoaded = (await Promise.all(loaded.map((file) => stat(file)))).reduce((sum, { size }) => sum + size, 0);
    return `${table([
      ['desktop', ''],
      ['pages, packed', `${((await sizeOf('renderer')) / KB / KB).toFixed(1)} MB`],
      ['main and preload, packed', `${(((await sizeOf('main')) + (await sizeOf('preload'))) / KB).toFixed(0)} KB`],
      ['main, loaded before the window shows', `${loaded.length} files, ${(bytesLoaded / KB).toFixed(0)} KB`],
      [`start to typing, signed in, median of ${STARTS}`, `${median(times).toFixed(0)} ms`],
    ])}\n\n${await memory(start, full ? 3600 : 60)}`;
  } finally {
    await browser.close();
    await proxy.close();
    machine.remove();
    await seeded.close();
  }
}

/** Replies one after the other, in conversations of their own, with the window in the background. */
async function memory(start: () => Promise<HarnessApp>, seconds: number): Promise<string> {
  const app = await start();
  const page = await app.window();
  await box(page).waitFor();
  const samples: number[] = [];
  let replies = 0;
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    // The server takes 60 messages a minute of one person.
    const pause = sleep(PAUSE);
    app.fakeWindow().blur();
    app.choose('File', 'New Chat');
    await box(page).fill('Tell me about tides');
    await box(page).press('Enter');
    await page.getByRole('button', { name: 'Retry generation' }).last().waitFor();
    replies++;
    // What the harness remembers for tests is none of main's.
    app.world.notifications.length = 0;
    if (replies % 5 === 0) samples.push(heap());
    await pause;
  }
  await app.close();
  const third = Math.floor(samples.length / 3);
  const middle = median(samples.slice(third, 2 * third));
  const last = median(samples.slice(2 * third));
  const verdict = last - middle <= ALLOWED_KB * KB ? 'flat' : 'grows';
  const kb = (bytes: number) => (bytes / KB).toFixed(0);
  return table([
    ['heap of the process with main, KB', 'middle third', 'last third', 'a reply', 'verdict'],
    [`${replies} replies in ${seconds} s`, kb(middle), kb(last), kb((last - middle) / (replies / 3)), verdict],
  ]);
}

async function signIn(app: HarnessApp, token: string): Promise<void> {
  const page = await app.window();
  await page.evaluate((value) => {
    const { desktop } = globalThis as unknown as {
      desktop: { keepSecret(name: string, value: string): Promise<void> };
    };
    return desktop.keepSecret('token', value);
  }, token);
}

function box(page: Page) {
  return page.getByRole('textbox', { name: 'Message', exact: true });
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(join(DIST, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map((file) => stat(join(file.parentPath, file.name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

/** Bytes in use after a collection. */
function heap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

if (import.meta.main) console.log(await run());
