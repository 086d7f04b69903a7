import { expect, type Page } from '@playwright/test';
import { smallTargets } from './support/small-targets.ts';
import { userTest } from './support/test.ts';

userTest.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

const softly = expect.configure({ soft: true });
const menuButton = (page: Page) => page.getByRole('button', { name: 'Open menu' });

/** Names what is beyond the edge of the page and cannot be scrolled to. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const isScrolled = (part: Element | null): boolean =>
      part !== null &&
      ((/auto|scroll/.test(getComputedStyle(part).overflowX) && !part.matches('[data-thread], [role=dialog] *')) ||
        isScrolled(part.parentElement));
    // A diagram that is being drawn is not shown yet.
    const hidden = '.sr-only, svg, .diagram__draft';
    return [...document.querySelectorAll('body *')]
      .filter((part) => part.checkVisibility() && !part.closest(hidden) && !isScrolled(part))
      .map((part) => ({ part, box: part.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.right > innerWidth + 1 || box.left < -1))
      .map(({ part }) => part.outerHTML.slice(0, 100));
  });

async function expectFit(page: Page, name: string): Promise<void> {
  await softly.poll(() => smallTargets(page), `targets of ${name}`).toEqual([]);
  for (const size of ['200%', '400%']) {
    await page.evaluate((value) => (document.documentElement.style.fontSize = value), size);
    await expect
      .soft(async () => expect(await cutOff(page)).toEqual([]), `${name} with text of ${size}`)
      .toPass({ timeout: 20_000 });
  }
  await page.evaluate(() => document.documentElement.removeAttribute('style'));
}

userTest(
  'every target of the chat is 44 px large, and text four times as large fits',
  async ({ page, chat, account }) => {
    await account.ask('Plan a focused hour for me');
    await page.goto(`/c/${await account.ask('[[fast]] [[sample]]')}`);
    await expect(chat.texts.getByRole('table')).toBeVisible();
    await expectFit(page, 'a conversation');
    await page.getByRole('button', { name: 'New Chat' }).tap();
    await expect(page.getByRole('heading', { name: 'What’s on your mind?' })).toBeVisible();
    await expectFit(page, 'the empty chat');
    for (const mode of ['Normal', 'Thinking', 'Image', 'Search']) {
      await expect(chat.box.locator('xpath=ancestor::form').getByText(mode, { exact: true })).toBeVisible();
    }
    await menuButton(page).tap();
    await expect(chat.sidebar).toBeVisible();
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    await expectFit(page, 'the drawer');
    await page.getByRole('button', { name: 'Settings' }).tap();
    await expect(page.getByRole('button', { name: 'Change password' })).toBeEnabled();
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    await expectFit(page, 'the settings');
  },
);

userTest('every target of the settings pages is 44 px large', async ({ page, account }) => {
  await account.share(await account.ask('What is 6 * 7?'));
  const headers = { Authorization: `Bearer ${account.token}` };
  const data = { id: crypto.randomUUID(), text: 'Likes tea.' };
  await page.request.post('/api/account/memories', { headers, data });
  await page.goto('/');
  await menuButton(page).tap();
  await page.getByRole('button', { name: 'Settings' }).tap();
  const button = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
  for (const [name, shown] of [
    ['Change password', 'Cancel'],
    ['View API keys', 'Create key'],
    ['Manage memory', 'Delete Likes tea.'],
    ['View shared links', 'Revoke the link to What is 6 * 7?'],
  ] as const) {
    await button(name).tap();
    await expect(button(shown)).toBeVisible();
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    await softly.poll(() => smallTargets(page), name).toEqual([]);
    await button('Back').tap();
  }
});

for (const [name, address] of [
  ['the plans', '/pricing'],
  ['the help', '/help'],
  ['the API page', '/api'],
  ['the status', '/status'],
  ['a link from a mail', '/reset-password#not-a-token'],
] as const) {
  const tag = name === 'the plans' ? [] : '@all';
  userTest(`every target of ${name} is 44 px large, and text four times as large fits`, { tag }, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectFit(page, name);
  });
}
