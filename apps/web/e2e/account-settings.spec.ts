import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sentenceOf } from '@parley/core';
import { expect, type Page } from '@playwright/test';
import { PASSWORD, signedIn, signUp, type Account } from './support/account.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { mailTest, mailTo, openLink } from './support/stack/mail.ts';
import { middayZone } from './support/midnight.ts';
import { openSettings, settingsOn } from './support/pages/settings-dialog.ts';
import type { Stack } from './support/stack/stack.ts';
import { userTest } from './support/test.ts';

const NEW_PASSWORD = 'clementine';

async function login({ url }: Stack, email: string, password: string): Promise<Response> {
  return fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
}

/** Signs the same user in on another device. */
async function elsewhere(stack: Stack, account: Account): Promise<Account> {
  const { token } = (await (await login(stack, account.email, PASSWORD)).json()) as { token: string };
  return { ...account, token };
}

const statusOf = async ({ url }: Stack, { token }: Account) =>
  (await fetch(`${url}/api/auth/me`, { headers: { Authorization: `Bearer ${token}` } })).status;

userTest('every settings page is accessible, and the chat loads none of their scripts', async ({ page }) => {
  userTest.slow();
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  // The chat's last initial request.
  await Promise.all([page.waitForRequest('**/api/events'), page.goto('/')]);
  const before = scripts.length;
  expect(scripts.filter((url) => /settings-dialog|import-page|api-keys-page/.test(url))).toEqual([]);
  const { button, dialog } = await openSettings(page);
  expect(scripts.slice(before).filter((url) => url.includes('settings-dialog'))).toHaveLength(1);
  await expectAccessible(page);
  const heightOf = async (name: string) => (await button(name).boundingBox())?.height;
  // Both are one line.
  expect(await heightOf('Delete account')).toBe(await heightOf('Change password'));
  const ways = [
    'Change email',
    'Change password',
    'View API keys',
    'View where you’re signed in',
    'Import conversations',
    'Delete account',
  ];
  for (const way of ways) {
    await button(way).click();
    await expect(button('Back')).toBeVisible();
    // A page takes the focus once its script is there. Until then the dialog has another height, and Back another place.
    await expect(dialog.locator(':focus')).toBeVisible();
    await expect(dialog.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    await expectAccessible(page);
    await button('Back').click();
    await expect(button(way)).toBeFocused();
  }
});

mailTest.describe('where email addresses must be verified', () => {
  const test = mailTest.extend<{ account: Account }>({
    account: async ({ stack }, use) => use(await signUp(stack)),
    storageState: async ({ account, baseURL }, use) => use(signedIn({ url: baseURL ?? '' }, account)),
  });

  test('a resent link verifies the address', async ({ page, mailbox, account }) => {
    await mailTo(mailbox, account.email);
    await page.goto('/');
    const { dialog, button } = await openSettings(page);
    await expect(dialog).toContainText('Not verified');
    await button('Resend link').click();
    await expect(dialog).toContainText('A new link is on its way.');
    const mail = await mailTo(mailbox, account.email, 2);
    const other = await page.context().newPage();
    await openLink(other, mailbox, mail);
    await other.getByRole('button', { name: 'Confirm email' }).click();
    await expect(other.getByText(account.email)).toBeVisible();
    await other.close();
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(dialog).not.toContainText('Not verified');
    await expect(dialog.getByText('Verified')).toBeVisible();
  });

  test('a new email address takes effect once its link is confirmed', async ({ page, mailbox, account }) => {
    const address = `${randomUUID()}@example.com`;
    await page.goto('/');
    const { dialog, button, field, problem } = await openSettings(page);
    await button('Change email').click();
    await expect(field('New email')).toBeFocused();
    await field('New email').fill(address);
    await field('Current password').fill('not it');
    await field('Current password').press('Enter');
    await expect(problem).toHaveText(sentenceOf('wrong-password'));
    await expect(field('New email')).toHaveValue(address);
    await field('Current password').fill(PASSWORD);
    await button('Send link').click();
    await expect(dialog).toContainText(`We sent a link to ${address}.`);
    await button('Done').click();
    await expect(dialog).toContainText(account.email);

    const other = await page.context().newPage();
    await openLink(other, mailbox, await mailTo(mailbox, address));
    await other.getByRole('button', { name: 'Confirm email' }).click();
    await expect(other.getByText(address)).toBeVisible();
    await page.reload();
    await openSettings(page);
    await expect(dialog).toContainText(address);
    await expect(dialog.getByText('Verified')).toBeVisible();
    await expect(page.getByText(`Logged in as ${address}`)).toBeVisible();
  });
});

userTest('only the new password signs in after a password change', async ({ page, stack, account }) => {
  const other = await elsewhere(stack, account);
  await page.goto('/');
  const { dialog, button, field, problem } = await openSettings(page);
  await button('Change password').click();
  await field('Current password').fill(PASSWORD);
  await field('New password').fill(NEW_PASSWORD);
  await field('Confirm new password').fill('other');
  await button('Change password').click();
  await expect(problem).toHaveText('Passwords do not match');
  await field('Confirm new password').fill(NEW_PASSWORD);
  await button('Change password').click();
  await expect(dialog).toContainText('Your new password is set, and you’re signed out everywhere else.');
  expect((await login(stack, account.email, PASSWORD)).status).toBe(401);
  expect((await login(stack, account.email, NEW_PASSWORD)).status).toBe(200);
  expect([await statusOf(stack, account), await statusOf(stack, other)]).toEqual([200, 401]);
});

userTest('the settings list each device and can sign out one or all others', async ({ page, stack, account }) => {
  const others = [await elsewhere(stack, account), await elsewhere(stack, account), await elsewhere(stack, account)];
  const open = async () =>
    (await Promise.all(others.map((other) => statusOf(stack, other)))).filter((is) => is === 200);
  await page.goto('/');
  const { dialog, button } = await openSettings(page);
  await button('View where you’re signed in').click();
  const devices = dialog.getByRole('listitem');
  await expect(devices).toHaveCount(4);
  await expect(devices.first()).toContainText('This device');
  await expect(devices.first().getByRole('button')).toHaveCount(0);
  await devices.last().getByRole('button', { name: 'Sign out of' }).click();
  await expect(dialog).toContainText('Signed out of');
  await expect(devices).toHaveCount(3);
  expect(await open()).toHaveLength(2);
  await button('Sign out everywhere else').click();
  await expect(devices).toHaveCount(1);
  await expect(dialog).toContainText('You’re signed out everywhere else.');
  expect(await open()).toHaveLength(0);
  expect(await statusOf(stack, account)).toBe(200);
});

userTest.describe('at midday', () => {
  userTest.use({ timezoneId: middayZone() });

  userTest('a user can export everything in one file, once a day', async ({ page, account }) => {
    await account.ask('What is 6 * 7?');
    await page.goto('/');
    const { dialog, button } = await openSettings(page);
    const downloading = page.waitForEvent('download');
    await button('Export').click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^Parley \d{4}-\d\d-\d\d\.zip$/);
    const bytes = await readFile(await download.path());
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    expect(bytes.includes('account.json')).toBe(true);
    await expect(dialog).toContainText('You can export again tomorrow at');
    await page.reload();
    await openSettings(page);
    await expect(button('Export')).toBeDisabled();
  });
});

userTest('a password change that fails offline keeps its fields and works online', async ({ page, context }) => {
  await page.goto('/');
  const { dialog, button, field, problem } = await openSettings(page);
  await button('Change password').click();
  await field('Current password').fill(PASSWORD);
  await field('New password').fill(NEW_PASSWORD);
  await field('Confirm new password').fill(NEW_PASSWORD);
  await context.setOffline(true);
  await button('Change password').click();
  await expect(problem).toHaveText('Can’t reach the server. Check your connection and try again.');
  await expect(field('New password')).toHaveValue(NEW_PASSWORD);
  await context.setOffline(false);
  await button('Change password').click();
  await expect(dialog).toContainText('Your new password is set');
});

userTest(
  'deleting the account opens the landing page and leaves no data in the browser',
  async ({ page, stack, account }) => {
    const conversation = await account.ask('What is 6 * 7?');
    const other = await elsewhere(stack, account);
    await page.goto(`/c/${conversation}`);
    const { dialog, button, field, problem } = await openSettings(page);
    await button('Delete account').click();
    await expect(dialog).toContainText('all your conversations');
    await field('Current password').fill('not it');
    await button('Delete account').click();
    await expect(problem).toHaveText(sentenceOf('wrong-password'));
    await field('Current password').fill(PASSWORD);
    await button('Delete account').click();
    await expect(page.getByText('Your account and all its conversations and files have been deleted.')).toBeFocused();
    await expect(page.getByRole('button', { name: 'Get Started' }).first()).toBeVisible();
    await expect(page).toHaveURL('/');
    await expect(settingsOn(page).dialog).toHaveCount(0);
    expect([await statusOf(stack, account), await statusOf(stack, other)]).toEqual([401, 401]);
    expect((await login(stack, account.email, PASSWORD)).status).toBe(401);
    const left = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    for (const trace of ['token', account.email, conversation]) expect(left).not.toContain(trace);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('Your account and all its conversations')).toHaveCount(0);
  },
);

userTest(
  'a key created in the settings works at /v1 until another tab revokes it',
  async ({ page, context, stack }) => {
    const { button, dialog } = await openKeys(page);
    await button('Create key').click();
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type('My editor');
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    const shown = dialog.getByRole('textbox', { name: 'API key' });
    await expectAccessible(page);
    const secret = await shown.inputValue();
    await button('Done').click();
    await expect(dialog.getByText('My editor')).toBeVisible();
    await expect(dialog.getByText('Never used')).toBeVisible();

    const models = async () =>
      (await fetch(`${stack.url}/v1/models`, { headers: { Authorization: `Bearer ${secret}` } })).status;
    expect(await models()).toBe(200);

    const other = await context.newPage();
    const elsewhereKeys = await openKeys(other);
    await elsewhereKeys.button('Revoke My editor').click();
    await expect(elsewhereKeys.dialog.getByText('No keys yet.')).toBeVisible();
    expect(await models()).toBe(401);
    await expect(dialog.getByText('No keys yet.')).toBeVisible();
  },
);

async function openKeys(page: Page) {
  await page.goto('/');
  const settings = await openSettings(page);
  await settings.button('View API keys').click();
  return settings;
}
