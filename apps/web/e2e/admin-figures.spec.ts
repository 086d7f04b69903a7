import type { BillingUrlResponse, FiguresResponse, PremiumConfigResponse } from '@parley/core';
import { expect, type Locator, type Page } from '@playwright/test';
import { signedIn, signUp, type Account } from './support/account.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { passMidnight } from './support/midnight.ts';
import type { Stack } from './support/stack/stack.ts';
import { stripeOf } from './support/stack/stripe.ts';
import { userTest, visitorTest } from './support/test.ts';
import { watch } from './support/watch.ts';

const BOSS = 'boss@example.com';
const SETTINGS = { FREE_MESSAGES: '1000', ADMIN_EMAILS: BOSS };
visitorTest.use({ settings: SETTINGS });
userTest.use({ settings: SETTINGS });

/** Pays for a month on the sandbox's checkout page. */
async function subscribe(stack: Stack, account: Account): Promise<void> {
  const headers = { Authorization: `Bearer ${account.token}`, 'Content-Type': 'application/json' };
  const read = async <T>(path: string, init: RequestInit = {}) =>
    (await (await fetch(`${stack.url}/api/billing/${path}`, { headers, ...init })).json()) as T;
  const { defaultPriceId } = await read<PremiumConfigResponse>('premium-config');
  const body = JSON.stringify({ priceId: defaultPriceId });
  const { url } = await read<BillingUrlResponse>('create-premium-checkout-session', { method: 'POST', body });
  await stripeOf(stack, account).act('pay', { session: /cs_\w+/.exec(url)?.[0] });
}

const keyFigure = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** In how many lines of its element these words are, which are its first. */
function linesOf(element: Locator, words: string): Promise<number> {
  return element.evaluate((part, { length }) => {
    const range = document.createRange();
    range.setStart(part.firstChild ?? part, 0);
    range.setEnd(part.firstChild ?? part, length);
    return range.getClientRects().length;
  }, words);
}

visitorTest('the dashboard shows usage and revenue and stays within the content policy', async ({ browser, stack }) => {
  await passMidnight();
  const boss = await signUp(stack, BOSS);
  const buyer = await signUp(stack);
  await buyer.ask('What is 6 * 7?');
  await buyer.ask('What is 6 * 8?');
  await buyer.ask('[[500]]');
  await subscribe(stack, buyer);

  const context = await browser.newContext({ baseURL: stack.url, storageState: signedIn(stack, boss) });
  const page = await context.newPage();
  const wrongs = await watch(page, stack.url);
  await page.goto('/');
  await page.getByRole('complementary').getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/admin');
  await expect(page).toHaveTitle('Dashboard · Parley');
  await expect(keyFigure(page, 'Users')).toHaveText('Users22 new in 30 days');
  await expect(keyFigure(page, 'Running replies')).toHaveText('Running replies0In progress now');
  await expect(keyFigure(page, 'Active subscriptions')).toContainText('1');
  await expect(keyFigure(page, 'Monthly recurring revenue')).toContainText('$10');
  await expect(section(page, 'Messages')).toContainText('3 messagesin 30 days');
  await expect(section(page, 'Replies')).toContainText('2 finished1 failed');
  await expect(section(page, 'Failed replies by cause').getByRole('row', { name: /^model-/ })).toHaveText(/1$/);
  await expect(section(page, 'Subscriptions by status').getByRole('row', { name: /^Active/ })).toHaveText(/1$/);

  // The sandbox is free.
  await expect(section(page, 'Cost')).toContainText('$0.00 in 30 days');
  await expect(section(page, 'Cost by mode').getByRole('row', { name: /^Normal/ })).toContainText('$0.00');
  await expect(section(page, 'Cost by model').getByRole('row', { name: /^demo/ })).toContainText('out');
  await expect(section(page, 'Most expensive accounts').getByRole('row', { name: buyer.email })).toContainText('Free');

  await page.getByText('7 days', { exact: true }).click();
  await expect(page.getByRole('radio', { name: '7 days' })).toBeChecked();
  await expect(page).toHaveURL('/admin?days=7');
  await expect(section(page, 'Messages')).toContainText('3 messagesin 7 days');
  const chart = section(page, 'Messages').getByRole('img');
  await expect(chart).toHaveAccessibleName(/^Messages per day, 3 messages in 7 days/);
  const box = await chart.boundingBox();
  if (!box) throw new Error('The chart is not shown');
  // The current day is the last one; its count is shown beside the chart.
  await chart.hover({ position: { x: box.width - 60, y: 80 } });
  await expect(section(page, 'Messages')).toContainText('3 messageson ');
  await page.mouse.move(0, 0);
  await expect(section(page, 'Messages')).toContainText('3 messagesin 7 days');

  await section(page, 'Messages').getByText('View as table').click();
  const table = section(page, 'Messages').getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(8);
  await expect(table.getByRole('row').nth(1)).toHaveText(/3$/);
  await section(page, 'Setup').getByRole('button', { name: 'Check the setup' }).click();
  await expect(
    section(page, 'Setup').getByRole('listitem').filter({ hasText: 'Every setting is valid.' }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to chat' }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();

  // Large amounts and long names stay inside their table on a phone, also at 400% zoom.
  await page.route('**/api/admin/figures?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/"microdollars":\d+/g, '"microdollars":123456780000');
    const figures = JSON.parse(body.replaceAll('"plan":"free"', '"plan":"Mitarbeitervertretung"')) as FiguresResponse;
    const monthlyRevenue = ['usd', 'eur'].map((currency) => ({ currency, amount: 123_456_789 }));
    await route.fulfill({ response, json: { ...figures, monthlyRevenue } });
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/admin');
  const accounts = section(page, 'Most expensive accounts');
  const cost = accounts.getByRole('row', { name: buyer.email }).getByRole('cell', { name: '$123,456.78' });
  expect(await cost.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
  const revenue = keyFigure(page, 'Monthly recurring revenue').getByRole('definition').first();
  await expect(revenue).toHaveText('$1,234,567.89 + €1,234,567.89');
  expect(await linesOf(revenue, '$1,234,567.89')).toBe(1);
  const requests = accounts.getByRole('columnheader').nth(1);
  await requests.evaluate((head) => (head.textContent = 'リクエスト'));
  expect(await linesOf(requests, 'リクエスト')).toBe(1);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(section(page, 'Cost').getByRole('row', { name: 'Mitarbeitervertretung' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

  // With larger text, a table that is wider than the page scrolls by itself, also by keyboard.
  const session = await context.newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await expect(section(page, 'Cost').getByRole('group', { name: 'Plan, Requests, Cost' })).toHaveAttribute(
    'tabindex',
    '0',
  );
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(wrongs).toEqual([]);
  await context.close();
});

userTest('/admin opens the chat for other users and the API refuses them', async ({ page, chat, stack, account }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const conversation = await account.ask('What is 6 * 7?');
  await page.goto('/admin');
  await expect(page).toHaveURL(`/c/${conversation}`);
  await expect(chat.texts).toContainText('42');
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(0);
  expect(asked.filter((path) => /figures/.test(path))).toEqual([]);
  const { status } = await fetch(`${stack.url}/api/admin/figures`, {
    headers: { Authorization: `Bearer ${account.token}` },
  });
  expect(status).toBe(403);
});

visitorTest('/admin shows visitors the landing page', async ({ page }) => {
  await page.goto('/admin');
  await expect(page.getByRole('button', { name: 'Try for free' })).toBeVisible();
});
