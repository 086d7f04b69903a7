import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page, Response } from '@playwright/test';
import { signedIn, signUp } from './account.ts';
import type { Stack } from './stack/stack.ts';

/** Everything a browser with an empty cache has received when the page becomes usable. */
export interface FirstLoad {
  /** Of all scripts and style sheets, each compressed with gzip at level 6. */
  bytes: number;
  /** Of all fonts, as sent. */
  fontBytes: number;
  /** Paths of the page and all files received by then, without fonts and the favicon. */
  requests: string[];
}

export interface FirstLoads {
  /** `/` for a visitor, until the app itself has rendered Try for free, not just the prerendered page. */
  landing: FirstLoad;
  /** `/` for a signed-in user, until a message can be typed. */
  chat: FirstLoad;
  /** The same, until the text of the first reply is rendered. */
  reply: FirstLoad;
}

/** Measures in a real browser whose reader reads this language, on a stack with the built web client. */
export async function measureFirstLoads(browser: Browser, stack: Stack, locale = 'en-US'): Promise<FirstLoads> {
  const visitor = { storageState: { cookies: [], origins: [] }, locale };
  const user = { storageState: signedIn(stack, await signUp(stack)), locale };
  const ask = async (page: Page) => {
    await page.locator('#root main textarea').fill('What is 6 * 7?');
    await page.keyboard.press('Enter');
  };
  return {
    landing: await measure(browser, stack, visitor, '#root main button'),
    chat: await measure(browser, stack, user, '#root main textarea'),
    reply: await measure(browser, stack, user, 'main .prose p', ask),
  };
}

async function measure(
  browser: Browser,
  { url }: Stack,
  who: BrowserContextOptions,
  wanted: string,
  act: (page: Page) => Promise<void> = async () => {},
): Promise<FirstLoad> {
  const context = await browser.newContext(who);
  try {
    const page = await context.newPage();
    const code = new Map<string, Response>();
    page.on('response', (response) => isCode(response.url()) && code.set(response.url(), response));
    await page.addInitScript(holdWhatCanWait);
    await page.addInitScript(markAppearance, wanted);
    await page.goto(url);
    await act(page);
    await page.waitForFunction(() => performance.getEntriesByName('appeared').length > 0);
    const all = await page.evaluate(listReceived);
    const isFont = (name: string) => name.endsWith('.woff2');
    const received = all.map(({ name }) => name).filter((name) => !isFont(name) && !name.includes('/favicon.'));
    const arrived = (name: string) => page.waitForEvent('response', (response) => response.url() === name);
    const bytes = await Promise.all(
      received.filter(isCode).map(async (name) => {
        const response = code.get(name) ?? (await arrived(name));
        return gzipSync(await response.body(), { level: 6 }).length;
      }),
    );
    return {
      bytes: bytes.reduce((sum, size) => sum + size, 0),
      fontBytes: all.reduce((sum, { name, size }) => sum + (isFont(name) ? size : 0), 0),
      requests: [url, ...received].map((name) => new URL(name).pathname),
    };
  } finally {
    await context.close();
  }
}

/**
 * Runs in the page, before anything else: extends timers of a second or more beyond the time the slowest
 * machine needs, so that all machines measure the same.
 */
function holdWhatCanWait(): void {
  const wait = globalThis.setTimeout;
  const hold = (task: () => void, ms = 0, ...rest: []) => wait(task, ms < 1000 ? ms : ms + 60_000, ...rest);
  globalThis.setTimeout = hold as typeof setTimeout;
}

/** Runs in the page, before anything else: marks the moment when an element appears. */
function markAppearance(selector: string): void {
  const watcher = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    performance.mark('appeared');
    watcher.disconnect();
  });
  watcher.observe(document, { childList: true, subtree: true });
}

/** Runs in the page: lists the addresses and sizes of everything received by that moment. */
function listReceived(): { name: string; size: number }[] {
  const end = performance.getEntriesByName('appeared')[0]?.startTime ?? 0;
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return resources
    .filter(({ responseEnd }) => responseEnd <= end)
    .map(({ name, encodedBodySize }) => ({ name, size: encodedBodySize }));
}

function isCode(address: string): boolean {
  return /\.(js|css)$/.test(new URL(address).pathname);
}
