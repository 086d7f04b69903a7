import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WIDTHS = [1440, 360];
const THEMES = ['light', 'dark'];

/** Every theme and width of what the page shows now: no finding of axe, and nothing that needs scrolling sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of THEMES) {
      await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
      await expectNoFinding(page, `${theme}, ${width} px`);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `sideways at ${width} px`).toBeLessThanOrEqual(0);
  }
}

/** Axe on what the page shows, once it has come to rest. */
export async function expectNoFinding(page: Page, where: string): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      return playState !== 'running' || effect?.getComputedTiming().iterations === Infinity;
    }),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
  expect(found, where).toEqual([]);
}
