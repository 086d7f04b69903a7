import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WIDTHS = [1440, 360];
/** The dark theme changes only colors, so only the rules about colors run on it, and only in `npm test -- --all`. */
const DARK = { theme: 'dark', rules: ['color-contrast', 'link-in-text-block'] };
const THEMES: { theme: string; rules?: string[] }[] = [
  { theme: 'light' },
  ...(process.env['PARLEY_TEST_ALL'] ? [DARK] : []),
];

/** Checks the current page at each width: axe finds no violation, and nothing scrolls horizontally. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const { theme, rules } of THEMES) {
      await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
      await expectNoFinding(page, `${theme}, ${width} px`, rules);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `sideways at ${width} px`).toBeLessThanOrEqual(0);
  }
}

/** Runs axe on the page once it is idle, with these rules or with all. */
export async function expectNoFinding(page: Page, where: string, rules: string[] = []): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      return playState !== 'running' || effect?.getComputedTiming().iterations === Infinity;
    }),
  );
  // In the page itself: without frames of other origins no second page has to be opened to put results together.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
  expect(found, where).toEqual([]);
}
