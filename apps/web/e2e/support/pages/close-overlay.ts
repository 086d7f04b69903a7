import { expect, type Page } from '@playwright/test';

/** Closes the overlay on top with Escape, and waits until the history has left its entry: that would cancel a load. */
export async function closeOverlay(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => history.state?.isGuard ?? false)).toBe(false);
}
