import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const runsAll = Boolean(process.env['PARLEY_TEST_ALL']);
const WIDE = 1440;
const NARROW = 360;
/** Milliseconds in which a finding may go, however long axe takes: a color may begin to change while it runs. */
const PASSING = 5_000;
const BETWEEN_LOOKS = 250;
/** The dark theme changes only colors, so only the rules about colors run on it. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Checks the current page: axe finds no violation, and nothing scrolls horizontally on a desktop or a phone. With
 * `npm test -- --all` axe also runs at the phone's width and in the dark theme. The window keeps its size. A page that
 * is still loading has no heading yet, so the check waits for one.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
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
  const deadline = performance.now() + PASSING;
  let findings = await findingsOf(page, rules, without);
  // One more look after the deadline, if axe took all of that time.
  for (let isLast = false; findings.length > 0 && !isLast;) {
    isLast = performance.now() > deadline;
    await page.waitForTimeout(BETWEEN_LOOKS);
    findings = await findingsOf(page, rules, without);
  }
  expect(findings, where).toEqual([]);
}

/** Runs axe, which each document loads once: its source is half a megabyte. No page has frames that it could read. */
async function findingsOf(page: Page, only: string[], without: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(
    async (options) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
    },
    {
      resultTypes: ['violations'],
      iframes: false,
      rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
      ...(only.length > 0 && { runOnly: { type: 'rule', values: only } }),
    } satisfies axe.RunOptions,
  );
}
