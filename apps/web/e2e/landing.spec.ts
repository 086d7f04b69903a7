import { expect, type Page } from '@playwright/test';
import { advanceUntil } from './support/advance-until.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { DEFAULTS } from './support/stack.ts';
import { userTest, visitorTest } from './support/test.ts';

const sample = (page: Page) => page.getByRole('group', { name: 'A sample conversation' });
const QUESTION = 'Why does a long line of text tire the eye?';

visitorTest.use({ settings: DEFAULTS, contextOptions: { reducedMotion: 'no-preference' } });

visitorTest(
  'the landing page has a header, hero, six features, iOS section, call to action, and footer',
  async ({ page }) => {
    await page.goto('/landing');
    const header = page.getByRole('banner');
    await expect(header.getByRole('button')).toHaveText(['Sign In', 'Get Started']);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    const main = page.getByRole('main');
    await expect(main.getByRole('button', { name: 'Try for free' })).toBeVisible();
    await expect(main.getByRole('button', { name: 'Learn More' })).toBeVisible();
    await expect(main.getByText('10 messages every 12 hours, free.')).toBeVisible();
    await expect(page.locator('#features').getByRole('heading', { level: 3 })).toHaveText([
      'Intelligent problem solving',
      'Real-time web search',
      'AI image generation',
      'Secure and private',
      'Lightning fast',
      'Cross-platform',
    ]);
    await expect(page.locator('#features')).toContainText('Thinking mode');
    await expect(main.getByText('Coming Soon', { exact: true })).toBeVisible();
    await expect(main.getByRole('link', { name: 'Download on App Store' })).toHaveAttribute('href', '/ios');
    await expect(main.getByRole('button', { name: 'Get Started' })).toBeVisible();
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('button', { name: 'Features' })).toBeVisible();
    const addresses = await footer.getByRole('link').evaluateAll((links) => links.map((a) => a.getAttribute('href')));
    expect(addresses).toEqual(['/pricing', '/api', '/help', '/contact', '/status', '/privacy', '/terms', '/cookies']);
  },
);

visitorTest('the landing page’s buttons open the forms and scroll to the features', async ({ page }) => {
  // With reduced motion, the page jumps instead of scrolling smoothly.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const dialog = page.getByRole('dialog');
  for (const [place, name, submit] of [
    ['banner', 'Sign In', 'Sign In'],
    ['banner', 'Get Started', 'Create Account'],
    ['main', 'Try for free', 'Create Account'],
    ['main', 'Get Started', 'Create Account'],
  ] as const) {
    await page.getByRole(place).getByRole('button', { name }).click();
    await expect(dialog.locator('button[type=submit]')).toHaveText(submit);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  for (const [place, name] of [
    ['main', 'Learn More'],
    ['contentinfo', 'Features'],
  ] as const) {
    await page.getByRole(place).getByRole('button', { name }).press('Enter');
    await expect
      .poll(() => page.locator('#features').evaluate((part) => Math.round(part.getBoundingClientRect().top)))
      .toBe(0);
  }
});

visitorTest('the landing page can be read and its buttons pressed before its scripts load', async ({ page }) => {
  const release = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Try for free' }).click();
  release.resolve();
  await expect(page.getByRole('dialog').locator('button[type=submit]')).toHaveText('Create Account');
  await expect(page.locator('#drawn')).toHaveCount(0);
});

visitorTest('the sample reply streams without shifting the layout', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.clock.install();
  await page.goto('/');
  await expect(sample(page)).toContainText(QUESTION);
  await expect(sample(page).getByRole('button', { name: 'Reasoning...' })).toBeVisible();
  await expect(sample(page).getByText('Because of the way back.')).toBeVisible();
  await expect(sample(page).getByRole('button', { name: 'Sources (3)' })).toBeHidden();
  await advanceUntil(page, async () => (await sample(page).innerText()).includes('and that is fine.'));
  const sum = await page.evaluate(() =>
    (globalThis as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0),
  );
  expect(sum).toBeLessThan(0.01);
  await sample(page).getByRole('button', { name: 'Sources (3)' }).click();
  await expect(sample(page).getByRole('link').first()).toHaveAttribute(
    'href',
    'https://en.wikipedia.org/wiki/Line_length',
  );
  await sample(page).getByRole('button', { name: 'Retry generation' }).click();
  await expect(sample(page).getByText('and that is fine.')).toHaveCount(0);
});

visitorTest('the sample pauses while it is out of view', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  await expect(sample(page).getByRole('button', { name: 'Reasoning...' })).toBeVisible();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  // The page's own observer fires in the same task, before this later one.
  await sample(page).evaluate(untilOutOfView);
  const before = await sample(page).innerText();
  await page.clock.runFor(5000);
  expect(await sample(page).innerText()).toBe(before);
});

visitorTest('the sample appears complete at once with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(sample(page).getByRole('button', { name: 'Show Reasoning' })).toBeVisible();
  await expect(sample(page)).toContainText('and that is fine.', { timeout: 2000 });
  await expectAccessible(page);
});

visitorTest('the landing page loads no chat code and loads the sample last', async ({ page }) => {
  const names: string[] = [];
  page.on('request', (request) => names.push(new URL(request.url()).pathname));
  await page.goto('/');
  await expect(sample(page).getByRole('button', { name: 'Reasoning...' })).toBeVisible();
  const at = (part: RegExp) => names.findIndex((name) => part.test(name));
  expect(at(/\/landing-/)).toBeGreaterThan(-1);
  expect(at(/\/sample-.*\.js/)).toBeGreaterThan(at(/\/landing-/));
  expect(names.filter((name) => /\/(?:chat|read-stream|billing|auth-dialog)-|^\/api\//.test(name))).toEqual([]);
});

userTest('a signed-in user never sees the landing page', async ({ page, chat }) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.getElementById('drawn')) Object.assign(globalThis, { wasDrawn: true });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/landing');
  await expect(chat.box).toBeVisible();
  expect(await page.evaluate(() => 'wasDrawn' in globalThis)).toBe(false);
});

function untilOutOfView(part: Element): Promise<void> {
  return new Promise((resolve) => {
    const watcher = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting) return;
      watcher.disconnect();
      // Resolves after the page has reacted.
      setTimeout(resolve);
    });
    watcher.observe(part);
  });
}
