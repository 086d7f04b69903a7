import type { Browser, CDPSession, Page } from 'playwright-core';
import { signedIn } from '@parley/web/account';
import type { SeededStack } from '../seeded-stack.ts';
import { watchPage, type Watched } from './watch-page.ts';

export const THROTTLE = 4;

export interface MeasuredPage {
  page: Page;
  devtools: CDPSession;
  /** Slows the page's processor down, or lets it go. */
  throttle(rate: number): Promise<void>;
  /** What was noted in the page since the last call. */
  noted(): Promise<Watched>;
  close(): Promise<void>;
}

/** A page of its own in a browser that knows nothing, signed in when there is a stack. */
export async function openMeasuredPage(browser: Browser, seeded?: SeededStack): Promise<MeasuredPage> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(seeded && { storageState: signedIn(seeded.stack, seeded.account), baseURL: seeded.stack.url }),
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await page.addInitScript(watchPage);
  return {
    page,
    devtools,
    throttle: async (rate) => void (await devtools.send('Emulation.setCPUThrottlingRate', { rate })),
    noted: () =>
      page.evaluate(() => {
        const { watched } = globalThis as unknown as { watched: Watched };
        return { keys: watched.keys.splice(0), longTasks: watched.longTasks.splice(0) };
      }),
    close: () => context.close(),
  };
}
