import { expect, type Page } from '@playwright/test';
import * as inPage from './in-page.ts';

const runsAll = Boolean(process.env['PARLEY_TEST_ALL']);

/** The distances that people set for reading (1.4.12). */
const TEXT_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

/** 400 % zoom on a screen of 1280 px, a phone upright and in landscape, and a desktop. */
const ZOOMED = { width: 320, height: 640 };
const PHONE = { width: 390, height: 844 };
const LANDSCAPE = { width: 640, height: 360 };
const WIDE = { width: 1280, height: 800 };

type Size = typeof WIDE;

/**
 * Checks what axe cannot see on the current screen: reflow, text spacing and size, sizes of targets, the focus, forced
 * colors and motion. With `npm test -- --all` the focus also goes through a phone in landscape and the dark theme. The
 * window keeps its size.
 */
export async function expectUsable(page: Page): Promise<void> {
  expect(await faultsOf(page)).toEqual([]);
}

/** The faults of the current screen, each with the rule that it breaks. */
export async function faultsOf(page: Page): Promise<string[]> {
  const size = page.viewportSize();
  const faults: string[] = [];
  const note = (rule: string, found: string[]) => faults.push(...found.map((each) => `${rule}: ${each}`));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const window of [ZOOMED, LANDSCAPE]) {
    await resize(page, window);
    note(`reflow at ${window.width} x ${window.height}`, await page.evaluate(inPage.cutOff));
    if (window === ZOOMED || runsAll) note(`focus at ${window.width} x ${window.height}`, await faultsOfFocus(page));
  }
  const texts = (rule: string, windows: Size[], change: (isOn: boolean) => Promise<unknown>) =>
    faultsOfTexts(page, rule, windows, change);
  faults.push(...(await texts('text spacing', [ZOOMED, WIDE], (isOn) => setStyle(page, isOn ? TEXT_SPACING : ''))));
  faults.push(...(await texts('200 % text', [PHONE, WIDE], (isOn) => setFontSize(page, isOn ? 2 : 1))));
  note('target size', await page.evaluate(inPage.smallTargets));
  note('reduced motion', await page.evaluate(inPage.moving));
  if (runsAll) {
    await setTheme(page, 'dark');
    note('focus in the dark theme', await faultsOfFocus(page));
    await setTheme(page, 'light');
  }
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  note('forced colors', await page.evaluate(inPage.edgeless));
  note('focus with forced colors', await faultsOfFocus(page));
  await page.emulateMedia({ forcedColors: null, reducedMotion: 'reduce' });
  if (size) await resize(page, size);
  return faults;
}

/** Presses Tab until the focus has reached every tab stop, or often enough to have reached them. */
async function faultsOfFocus(page: Page): Promise<string[]> {
  const stops = await page.evaluate(inPage.markTabStops);
  const faults = new Set<string>();
  let missed: string[] = [];
  // Boxes that scroll are stops too, controls appear on the way, and the focus begins anywhere.
  for (let presses = 1; presses <= 2 * stops + 10; presses++) {
    await page.keyboard.press('Tab');
    for (const fault of await page.evaluate(inPage.focusFaults)) faults.add(fault);
    if (presses < stops) continue;
    missed = await page.evaluate(inPage.missedTabStops);
    if (missed.length === 0) break;
  }
  return [...faults, ...missed];
}

async function resize(page: Page, size: Size): Promise<void> {
  await page.setViewportSize(size);
  await settle(page);
}

function setTheme(page: Page, theme: string): Promise<unknown> {
  return page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
}

/** Compares what is cut off before and after a change of all texts. */
async function faultsOfTexts(
  page: Page,
  rule: string,
  windows: Size[],
  change: (isOn: boolean) => Promise<unknown>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const window of windows) {
    await resize(page, window);
    const before = new Set(await page.evaluate(inPage.clippedTexts));
    await change(true);
    await settle(page);
    const clipped = (await page.evaluate(inPage.clippedTexts)).filter((text) => !before.has(text));
    const found = [...(await page.evaluate(inPage.cutOff)), ...clipped.map((text) => `clips “${text}”`)];
    faults.push(...found.map((each) => `${rule} at ${window.width}: ${each}`));
    await change(false);
    await settle(page);
  }
  return faults;
}

/** The page's policy forbids style elements, but not style sheets that a script constructs. */
function setStyle(page: Page, css: string): Promise<void> {
  return page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = text === '' ? [] : [sheet];
  }, css);
}

/** Sets the browser's font size, which the breakpoints follow as well. */
async function setFontSize(page: Page, factor: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16 * factor, fixed: 13 * factor } });
  await session.detach();
}

/** Waits until resize observers have run. */
function settle(page: Page): Promise<void> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });
}
