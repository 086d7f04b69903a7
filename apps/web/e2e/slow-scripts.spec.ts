import { chunksOf, pageAt, PAGES, type Visitor } from '@parley/core';
import { expect, type Page } from '@playwright/test';
import { DEFAULTS } from './support/stack/stack.ts';
import { userTest, visitorTest } from './support/test.ts';

// The landing page is prerendered with the default settings.
visitorTest.use({ settings: DEFAULTS });

const PUBLIC_PATHS = PAGES.filter(({ access }) => access === 'everyone').map(({ path }) => path);
const CHUNKS = [...new Set(PAGES.map(({ chunk }) => chunk))];
const ANY_CHUNK = new RegExp(`/assets/(${CHUNKS.join('|')})-[^/]*\\.js$`);

visitorTest('a public page on a slow network shows visitors no other page and preloads none', ({ page }) =>
  expectNothingOfOthers(page, 'signed-out'),
);

userTest('a public page on a slow network shows users no other page and preloads none', { tag: '@all' }, ({ page }) =>
  expectNothingOfOthers(page, 'signed-in'),
);

async function expectNothingOfOthers(page: Page, visitor: Visitor): Promise<void> {
  const headings = new Map<string, string[]>();
  await page.exposeFunction('noteHeading', (path: string, text: string) => {
    headings.set(path, [...(headings.get(path) ?? []), text]);
  });
  await page.addInitScript(watchHeadings);
  let scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  for (const path of PUBLIC_PATHS) {
    const row = pageAt(path, visitor);
    scripts = Promise.withResolvers();
    await page.goto(`${path}?#${'a'.repeat(43)}`, { waitUntil: 'commit' });
    await page.waitForFunction(() => document.getElementById('root') !== null);
    expect(await page.evaluate(() => document.body.innerText.trim()), path).toBe('');
    expect(await preloadedChunks(page), path).toEqual(chunksOf(row, visitor).toSorted());
    if (row.title !== null) expect(await page.title(), path).toBe(`${row.title} · Parley`);
    scripts.resolve();
    await expect.poll(() => headings.get(path), { message: path, intervals: [50] }).toBeDefined();
    expect(headings.get(path), path).not.toContain('Answers worth reading.');
    if (row.id === 'payment-cancel') await page.waitForURL(/\/(?:c\/.*)?$/);
  }
}

/** The chunks of the route table that the page preloads. */
async function preloadedChunks(page: Page): Promise<string[]> {
  const links = page.locator('link[rel=modulepreload]');
  const paths = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
  return [...new Set(paths.flatMap((path) => ANY_CHUNK.exec(path)?.[1] ?? []))].toSorted();
}

/** Runs in the page, before anything else. */
function watchHeadings(): void {
  const { noteHeading } = globalThis as unknown as { noteHeading: (path: string, text: string) => void };
  new MutationObserver(() => {
    const heading = document.querySelector('h1');
    if (heading?.textContent) noteHeading(location.pathname, heading.textContent);
  }).observe(document, { childList: true, subtree: true });
}

visitorTest(
  'the landing page appears before its scripts at every path that has no page of its own',
  async ({ page }) => {
    await page.route('**/assets/*.js', () => {});
    for (const path of ['/', '/landing', '/c/some-conversation', '/no/such/page', '/PRICING', '/admin']) {
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Answers worth reading.');
      expect(await preloadedChunks(page), path).toEqual(['landing']);
    }
  },
);
