import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/expect-accessible.ts';
import { openStrictly } from './support/open-strictly.ts';
import { userTest, visitorTest } from './support/test.ts';
import { watch } from './support/watch.ts';

const PAGES = [
  { path: '/help', title: 'Help center', words: 'The free plan is 1000 messages every 12 hours.' },
  { path: '/api', title: 'API', words: 'POST /api/chat/stream' },
  { path: '/contact', title: 'Contact', words: 'No support address has been set up' },
  { path: '/status', title: 'Status', words: 'Live measurements.' },
  { path: '/privacy', title: 'Privacy', words: 'What is stored' },
  { path: '/terms', title: 'Terms', words: 'Free and paid use' },
  { path: '/cookies', title: 'Cookies', words: 'sets three cookies at most' },
  { path: '/accessibility', title: 'Accessibility', words: 'How to report a problem' },
  { path: '/ios', title: 'iOS app', words: 'Coming soon' },
];

async function expectPage(page: Page, { path, title, words }: (typeof PAGES)[number]): Promise<void> {
  await openStrictly(page, path);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(words);
  await expect(page).toHaveTitle(`${title} · Parley`);
  await expect(page).toHaveURL(path);
}

visitorTest(
  'every information page is open to visitors, has a description, keeps its content policy, and is accessible',
  async ({ page, stack }) => {
    const wrongs = await watch(page, stack.url);
    for (const one of PAGES) {
      await expectPage(page, one);
      await expect(page.getByRole('banner').getByRole('button', { name: 'Get Started' })).toBeVisible();
      await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /\.$/);
      expect(wrongs, one.path).toEqual([]);
      await expectAccessible(page);
    }
  },
);

userTest('a signed-in user can open the information pages and return to the chat', async ({ page, account, chat }) => {
  for (const one of process.env['PARLEY_TEST_ALL'] ? PAGES : PAGES.slice(0, 2)) {
    await expectPage(page, one);
    await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0);
  }
  const id = await account.ask('What is 6 * 7?');
  await page.reload();
  await page.getByRole('link', { name: 'Back to chat' }).click();
  await expect(page).toHaveURL(`/c/${id}`);
  await expect(chat.box).toBeVisible();
});

visitorTest('an information page makes no API request before it is readable', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => void (request.url().includes('/api/') && calls.push(request.url())));
  await page.goto('/help');
  await expect(page.getByRole('heading', { name: 'How do I cancel?' })).toBeVisible();
  expect(calls).toEqual([]);
});

visitorTest('a fragment opens its section, and links lead to other pages', async ({ page }) => {
  await page.goto('/help#how-do-i-cancel');
  await expect(page.getByRole('heading', { name: 'How do I cancel?' })).toBeInViewport();
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Something else' }).click();
  await expect(page).toHaveURL('/help#something-else');
  await page.getByRole('main').getByRole('link', { name: 'contact page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Features' }).click();
  await expect(page.getByRole('heading', { name: 'Everything in one conversation.' })).toBeInViewport();
});

visitorTest('signing up on an information page opens the chat', async ({ page, chat }) => {
  await page.goto('/terms');
  await page.getByRole('button', { name: 'Get Started' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(`${crypto.randomUUID()}@example.com`);
  await dialog.getByLabel('Password', { exact: true }).fill('tangerine');
  await dialog.getByLabel('Confirm Password').fill('tangerine');
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  await expect(chat.box).toBeEnabled();
});

visitorTest('the status page shows each component’s last hour and reports an unreachable API', async ({ page }) => {
  await page.clock.install();
  await page.goto('/status');
  for (const part of ['Web App', 'API', 'Image Generation', 'Model', 'Storage']) {
    const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: part, exact: true }) });
    await expect(row).toContainText('Operational');
    await expect(row.getByRole('img', { name: /^Last hour: \d+ minutes? operational/ })).toBeVisible();
  }
  await page.route('**/api/status', (route) => route.abort());
  await page.clock.runFor(31_000);
  await expect(page.getByRole('status')).toContainText('Can’t reach the API.');
  await page.unroute('**/api/status');
  await expect(async () => {
    await page.clock.runFor(31_000);
    const timeout = 2_000;
    await expect(page.getByRole('main').getByRole('status')).toContainText('All systems operational.', { timeout });
  }).toPass();
});

visitorTest('an information page is readable while the session check fails', async ({ page, stack }) => {
  await page.addInitScript(() => localStorage.setItem('token', 'nobody knows'));
  await page.route('**/api/auth/me', (route) => route.abort());
  await page.goto(`${stack.url}/help`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help center');
});

visitorTest('the plans are open to visitors and close to the landing page', async ({ page }) => {
  for (const path of ['/pricing', '/premium']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Unlock Your AI Assistant' })).toBeVisible();
    if (path === '/pricing') await expectAccessible(page);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('button', { name: 'Try for free' })).toBeVisible();
  }
});
