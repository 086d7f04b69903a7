import type { Browser, BrowserContextOptions } from 'playwright-core';

/** Waiting times of a person with a mid-range phone on a slow network, in milliseconds since the navigation. */
export interface Paint {
  firstPaint: number;
  /** Largest contentful paint. */
  largestPaint: number;
  /** Until a text box is painted into which a message can be typed; 0 without one. */
  typeable: number;
  /** Until the app has rendered its page, which replaces a prerendered one. */
  usable: number;
  /** Cumulative layout shift until the page is idle. */
  shift: number;
}

/** Lighthouse's slow 4G and its phone: a processor four times slower. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const SLOWDOWN = 4;

/** Opens a page with an empty cache on such a phone and waits until it has rendered `last`. */
export async function measurePaint(
  browser: Browser,
  url: string,
  last: string,
  who: BrowserContextOptions = {},
): Promise<Paint> {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, ...who });
  try {
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await devTools.send('Network.enable');
    await devTools.send('Network.emulateNetworkConditions', NETWORK);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.addInitScript(observe);
    await page.goto(url);
    await page.locator(last).first().waitFor();
    return await page.evaluate(() => (globalThis as unknown as { readPaint: () => Paint }).readPaint());
  } finally {
    await context.close();
  }
}

/** Runs in the page before anything else. */
function observe(): void {
  const found = { firstPaint: 0, largestPaint: 0, typeable: 0, usable: 0, shift: 0 };
  const on = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') found.firstPaint = startTime;
  });
  on('largest-contentful-paint', ({ startTime }) => (found.largestPaint = startTime));
  on('layout-shift', (entry) => (found.shift += (entry as PerformanceEntry & { value: number }).value));
  new MutationObserver((_, watcher) => {
    if (!document.querySelector('#root:not([hidden]) h1')) return;
    watcher.disconnect();
    found.usable = performance.now();
  }).observe(document, { childList: true, subtree: true, attributes: true });
  const lookForBox = (now: number) => {
    const box = document.querySelector('main textarea');
    if (box?.checkVisibility({ visibilityProperty: true })) found.typeable = now;
    else requestAnimationFrame(lookForBox);
  };
  requestAnimationFrame(lookForBox);
  Object.assign(globalThis, { readPaint: () => found });
}
