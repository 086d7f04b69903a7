import type { Browser, CDPSession, Page } from 'playwright-core';
import { signedIn } from '@parley/web/account';
import type { SeededStack } from '../seeded-stack.ts';
import { watchPage, type Watched } from './watch-page.ts';

export const THROTTLE = 4;

export interface MeasuredPage {
  page: Page;
  devtools: CDPSession;
  /** Throttles the page's CPU; 1 removes the throttle. */
  throttle(rate: number): Promise<void>;
  /** Returns the values recorded in the page since the last call. */
  noted(): Promise<Watched>;
  close(): Promise<void>;
}

/** Opens a page in a new browser context, signed in if a stack is given. */
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
