import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { signedIn } from '../support/account.ts';
import { userTest, visitorTest } from '../support/test.ts';
import { adminOf, GALLERY_SETTINGS } from './gallery-settings.ts';
import { ADMIN_SCREENS, ONBOARDING_SCREENS, USER_SCREENS, VISITOR_SCREENS } from './screens.ts';

const FOLDER = process.env['PARLEY_GALLERY'] ?? 'test-results';
const WIDTHS = [360, 768, 1440, 1920];
const HEIGHTS: Record<number, number> = { 360: 780, 768: 1024, 1440: 900, 1920: 1080 };

visitorTest.use({ settings: GALLERY_SETTINGS });
userTest.use({ settings: GALLERY_SETTINGS });

for (const [name, arrange] of Object.entries(VISITOR_SCREENS)) {
  visitorTest(name, async ({ page, chat, stack }) => {
    await photograph(page, name, () => arrange({ page, chat, stack }));
  });
}

for (const [name, arrange] of Object.entries(USER_SCREENS)) {
  userTest(name, async ({ page, chat, stack, account }) => {
    await photograph(page, name, () => arrange({ page, chat, stack, account }));
  });
}

for (const [name, arrange] of Object.entries(ADMIN_SCREENS)) {
  visitorTest(name, async ({ browser, stack, chat, baseURL }) => {
    const account = await adminOf(stack);
    const page = await browser.newPage({ storageState: signedIn(stack, account), ...(baseURL && { baseURL }) });
    await photograph(page, name, () => arrange({ page, chat, stack, account }));
    await page.close();
  });
}

userTest.describe('onboarding', () => {
  userTest.use({ meetsOnboarding: true });
  for (const [name, arrange] of Object.entries(ONBOARDING_SCREENS)) {
    userTest(name, async ({ page, chat, stack, account }) => {
      await photograph(page, name, () => arrange({ page, chat, stack, account }));
    });
  }
});

/** Takes a screenshot at each width in each theme, of the full document if it scrolls. */
async function photograph(page: Page, name: string, arrange: () => Promise<unknown>): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await arrange();
  // A page that is still loading shows no heading, button or field.
  await expect(page.locator('h1, h2, textarea, [role=dialog]').first()).toBeVisible();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHTS[width] ?? 900 });
    for (const theme of ['light', 'dark']) {
      await page.evaluate(async (value) => {
        document.documentElement.dataset['theme'] = value;
        await document.fonts.ready;
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      }, theme);
      const path = join(FOLDER, `${name.replaceAll(/\W+/g, '-').toLowerCase()}-${width}-${theme}.png`);
      await page.screenshot({ path, fullPage: true, animations: 'disabled' });
    }
  }
}
