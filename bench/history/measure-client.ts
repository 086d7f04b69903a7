import type { Browser } from 'playwright-core';
import { openMeasuredPage } from '../conversations/measured-page.ts';
import type { SeededStack } from '../seeded-stack.ts';
import { median, percentile } from '../statistics.ts';

const ROUNDS = 5;

/** Measures the cost of the list in a browser, in milliseconds by name. */
export async function measureClient(browser: Browser, seeded: SeededStack): Promise<Record<string, number>> {
  const shown: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { page, close } = await openMeasuredPage(browser, seeded);
    await page.goto('/');
    await page.locator('aside li a').first().waitFor();
    shown.push(await page.evaluate(() => performance.now()));
    await close();
  }

  const { page, noted, close } = await openMeasuredPage(browser, seeded);
  await page.goto('/');
  await page.locator('aside li a').first().waitFor();
  const box = page.getByRole('searchbox', { name: 'Search conversations' });
  await box.focus();
  await noted();
  // Matches nothing after the first letters, so that the whole list is loaded.
  await box.pressSequentially('the rent in Bremen', { delay: 80 });
  const filtering = (await noted()).keys;
  await page.waitForLoadState('networkidle');
  await noted();
  for (let letter = 0; letter < 18; letter++) await box.press('Backspace', { delay: 80 });
  const clearing = (await noted()).keys;

  const palette: number[] = [];
  for (const word of ['word42', 'number42', 'hamburg', 'rent', 'ham']) {
    await page.keyboard.press('ControlOrMeta+k');
    const search = page.getByRole('combobox');
    await search.waitFor();
    const start = performance.now();
    await search.fill(word);
    await page.getByRole('group', { name: 'Messages' }).getByRole('option').first().waitFor();
    palette.push(performance.now() - start);
    await page.keyboard.press('Escape');
    await search.waitFor({ state: 'hidden' });
  }
  await close();
  return {
    'sidebar shown, from the navigation': median(shown),
    'type into its search box, key to paint, p95': percentile(filtering, 0.95),
    'clear it again after all is loaded, p95': percentile(clearing, 0.95),
    'palette, from a word to its messages': median(palette),
  };
}
