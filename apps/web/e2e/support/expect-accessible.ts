import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const runsAll = Boolean(process.env['PARLEY_TEST_ALL']);
const WIDE = 1440;
const NARROW = 360;
/** The dark theme changes only colors, so only the rules about colors run on it. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Checks the current page: axe finds no violation, and nothing scrolls horizontally on a desktop or a phone. With
 * `npm test -- --all` axe also runs at the phone's width and in the dark theme. The window keeps its size.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of [WIDE, NARROW]) {
    await page.setViewportSize({ width, height: 900 });
    await setTheme(page, 'light');
    if (width === WIDE || runsAll) await expectNoFinding(page, `light, ${width} px`);
    if (runsAll) {
      await setTheme(page, 'dark');
      await expectNoFinding(page, `dark, ${width} px`, COLOR_RULES);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `scrolls horizontally at ${width} px`).toBeLessThanOrEqual(0);
  }
  if (size) await page.setViewportSize(size);
}

function setTheme(page: Page, theme: string): Promise<unknown> {
  return page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
}

/** Runs axe while a menu is open. A menu belongs to its button, so it needs no landmark of its own. */
export function expectAccessibleMenu(page: Page, where: string): Promise<void> {
  return expectNoFinding(page, where, [], ['region']);
}

/** Runs axe on the page once it is idle, with these rules or with all, without some. */
export async function expectNoFinding(
  page: Page,
  where: string,
  rules: string[] = [],
  without: string[] = [],
): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      return playState !== 'running' || effect?.getComputedTiming().iterations === Infinity;
    }),
  );
  // Runs in the page itself: without cross-origin frames, no second page is needed to merge results.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .disableRules(without);
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
  expect(found, where).toEqual([]);
}
