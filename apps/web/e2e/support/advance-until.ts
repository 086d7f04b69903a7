import { expect, type Page } from '@playwright/test';

/** Milliseconds of the page's clock between two checks. */
const STEP = 250;

/** Advances the page's installed clock until the check holds. */
export async function advanceUntil(page: Page, check: () => Promise<boolean>): Promise<void> {
  const advance = async () => {
    await page.clock.runFor(STEP);
    return check();
  };
  await expect.poll(advance, { intervals: [20], timeout: 20_000 }).toBe(true);
}
