import { expect, type Page } from '@playwright/test';
import { advanceUntil } from './support/advance-until.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { DEFAULTS } from './support/stack/stack.ts';
import { userTest, visitorTest } from './support/test.ts';

const sample = (page: Page) => page.getByRole('region', { name: 'A sample conversation' });
const scenes = (page: Page) => page.getByRole('group', { name: 'Sample conversations' });
const QUESTION = 'What’s for dinner?';
const LAST_WORDS = 'plenty of pepper.';
/** Fonts that `theme.css` gives the metrics of Inter. */
const FALLBACK_FONTS = ['Arial', 'Liberation Sans', 'Helvetica', 'DejaVu Sans'];

/** Records the layout shifts of the pages that are opened next, for `sumShifts`. */
async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The sum of the shifts until now. The browser reports a shift after the frame that it is in. */
async function sumShifts(page: Page): Promise<number> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    return (globalThis as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0);
  });
}

visitorTest.use({ settings: DEFAULTS, contextOptions: { reducedMotion: 'no-preference' } });

visitorTest(
  'the landing page has a header, hero, six features, apps, prices, questions, call to action, and footer',
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
    await expect(main.getByText('Coming Soon', { exact: true })).toHaveCount(2);
    await expect(page.locator('#prices').getByRole('listitem')).toHaveText([
      /^Free.*\$0$/,
      /weekly.*\$5 \/ week$/,
      /monthly.*\$10 \/ month$/,
      /yearly.*\$60 \/ year$/,
    ]);
    const answer = main.getByText('You don’t need a card to sign up.');
    await expect(answer).toBeHidden();
    await main.getByText('Is it really free?').click();
    await expect(answer).toBeVisible();
    await expect(main.getByRole('link', { name: 'Download on App Store' })).toHaveAttribute('href', '/ios');
    await expect(main.getByRole('button', { name: 'Get Started' })).toBeVisible();
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('button', { name: 'Features' })).toBeVisible();
    const addresses = await footer.getByRole('link').evaluateAll((links) => links.map((a) => a.getAttribute('href')));
    expect(addresses).toEqual([
      '/pricing',
      '/api',
      '/help',
      '/contact',
      '/status',
      '/privacy',
      '/terms',
      '/cookies',
      '/accessibility',
    ]);
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
    // Tab and screen readers go on from there.
    await expect(page.locator('#features')).toBeFocused();
  }
});

visitorTest('a sample chosen before the scripts load plays once they have', async ({ page }) => {
  const release = Promise.withResolvers<void>();
  await page.route('**/assets/landing-rest-*.js', async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.clock.install();
  await page.goto('/');
  await expect(page.locator('#drawn')).toHaveCount(0);
  // From here on, only the test advances the clock.
  await page.clock.pauseAt(Date.now() + 60_000);
  await scenes(page).getByRole('button', { name: 'Think' }).click();
  release.resolve();
  await advanceUntil(page, () => sample(page).getByRole('button', { name: 'Reasoning...' }).isVisible());
  await expect(scenes(page).getByRole('button', { name: 'Think', pressed: true })).toBeVisible();
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

visitorTest('the samples play one after another without shifting the layout', async ({ page }) => {
  await recordShifts(page);
  await page.clock.install();
  await page.goto('/');
  await expect(sample(page)).toContainText(QUESTION);
  await expect(sample(page).getByText('Lemony chickpeas')).toBeVisible();
  for (const scene of ['Think', 'Search', 'Draw', 'Read']) {
    const isNext = () => scenes(page).getByRole('button', { name: scene, pressed: true }).isVisible();
    await advanceUntil(page, isNext);
  }
  await advanceUntil(page, async () => (await sample(page).innerText()).includes('Get one in writing.'));
  expect(await sumShifts(page)).toBeLessThan(0.01);
});

for (const width of [360, 1440]) {
  visitorTest(`nothing on the landing page moves when its font arrives, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await recordShifts(page);
    const release = Promise.withResolvers<void>();
    await page.route('**/*.woff2', async (route) => {
      await release.promise;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const isFontKnown = await page.evaluate((fonts) => {
      const loads = fonts.map((font) => new FontFace('local', `local('${font}')`).load());
      return Promise.any(loads).then(Boolean, () => false);
    }, FALLBACK_FONTS);
    visitorTest.skip(!isFontKnown, `This machine has none of the fonts ${FALLBACK_FONTS.join(', ')}.`);
    release.resolve();
    await page.evaluate(() => document.fonts.ready);
    await expect(sample(page)).toBeVisible();
    expect(await sumShifts(page)).toBeLessThan(0.005);
  });
}

visitorTest('a visitor chooses a sample, follows its sources, and plays it again', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  await scenes(page).getByRole('button', { name: 'Search' }).click();
  const sources = sample(page).getByRole('list', { name: 'Sources' });
  await advanceUntil(page, () => sources.isVisible());
  await expect(sources.getByRole('link').first()).toHaveAttribute('href', /^https:\/\/en\.wikipedia\.org\//);
  await sample(page).getByRole('button', { name: 'Retry generation' }).click();
  await expect(sources).toHaveCount(0);
});

visitorTest('the sample pauses while it is out of view', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  await expect(sample(page).getByText('Lemony')).toBeVisible();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  // The page's own observer fires in the same task, before this later one.
  await sample(page).evaluate(untilOutOfView);
  const changesIn = async (ms: number) => {
    const before = await sample(page).innerText();
    await page.clock.runFor(ms);
    return (await sample(page).innerText()) !== before;
  };
  // What had arrived is rendered in the next frames.
  await expect.poll(() => changesIn(1000)).toBe(false);
  expect(await changesIn(5000)).toBe(false);
});

visitorTest(
  'every sample is complete at once, accessible, and within its window with reduced motion',
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    await expect(sample(page)).toContainText(LAST_WORDS);
    await expectAccessible(page);
    for (const scene of ['Think', 'Search', 'Draw', 'Read']) {
      await scenes(page).getByRole('button', { name: scene }).click();
      await expect(sample(page).getByRole('button', { name: 'Retry generation' })).toBeVisible();
      await expect.poll(() => sample(page).evaluate((thread) => thread.scrollHeight - thread.clientHeight)).toBe(0);
    }
    await scenes(page).getByRole('button', { name: 'Draw' }).click();
    await expect(sample(page).getByRole('img')).toHaveJSProperty('complete', true);
    await expectAccessible(page);
  },
);

visitorTest('the landing page has room for text of twice and four times its size', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/');
  await expect(sample(page)).toContainText(QUESTION);
  for (const size of ['200%', '400%']) {
    await page.evaluate((value) => (document.documentElement.style.fontSize = value), size);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, size).toBeLessThanOrEqual(0);
  }
});

visitorTest('the landing page loads no chat code and loads the sample last', async ({ page }) => {
  const names: string[] = [];
  page.on('request', (request) => names.push(new URL(request.url()).pathname));
  await page.goto('/');
  await expect(sample(page).getByText('Lemony')).toBeVisible();
  const at = (part: RegExp) => names.findIndex((name) => part.test(name));
  expect(at(/\/landing-(?!rest)/)).toBeGreaterThan(-1);
  expect(at(/\/stage-.*\.js/)).toBeGreaterThan(at(/\/landing-rest-/));
  expect(at(/\/landing-rest-/)).toBeGreaterThan(at(/\/landing-(?!rest)/));
  expect(names.filter((name) => /\/(?:chat|read-stream|billing|auth-dialog)-|^\/api\//.test(name))).toEqual([]);
});

userTest('a signed-in user never sees the landing page', async ({ page, chat }) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('#drawn:not(:has([data-app]))')) Object.assign(globalThis, { wasDrawn: true });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/landing');
  await expect(chat.box).toBeVisible();
  await expect(page.locator('#drawn')).toHaveCount(0);
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
