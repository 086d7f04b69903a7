import { sentenceOf } from '@parley/core';
import { expect, type Browser, type Page } from '@playwright/test';
import { PASSWORD } from './support/account.ts';
import { chatOn } from './support/pages/chat.ts';
import { openSettings } from './support/pages/settings-dialog.ts';
import type { Stack } from './support/stack/stack.ts';
import { userTest } from './support/test.ts';

/** Requests a reply of about 100 seconds. */
const LONG = '[[long 20000]]';

/** Signs the same user in with a separate session in another browser. */
async function elsewhere(browser: Browser, stack: Stack, email: string): Promise<Page> {
  const response = await fetch(`${stack.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { token } = (await response.json()) as { token: string };
  const storageState = {
    cookies: [],
    origins: [{ origin: stack.url, localStorage: [{ name: 'token', value: token }] }],
  };
  const context = await browser.newContext({ storageState, baseURL: stack.url });
  return context.newPage();
}

/** Requests a long reply and waits until it streams. */
async function beginReply(page: Page): Promise<void> {
  await page.goto('/');
  await chatOn(page).ask(LONG);
  await expect(chatOn(page).texts).toContainText('word20');
}

userTest(
  'changing the password ends a reply streaming in another browser',
  async ({ page, browser, stack, account }) => {
    const other = await elsewhere(browser, stack, account.email);
    await beginReply(other);
    await page.goto('/');
    const { dialog, button, field } = await openSettings(page);
    await button('Change password').click();
    await field('Current password').fill(PASSWORD);
    await field('New password').fill('clementine');
    await field('Confirm new password').fill('clementine');
    await button('Change password').click();
    await expect(dialog).toContainText('signed out everywhere else');

    const signIn = other.getByRole('dialog', { name: 'Sign in' });
    await expect(signIn).toContainText(sentenceOf('unauthorized'));
    await expect(other.getByText(`Logged in as ${account.email}`)).toHaveCount(0);
    // The received text stays visible behind the dialog, where role locators and `innerText` do not find all of it.
    const read = (await other.locator('main .prose').last().textContent())?.match(/word\d+/g) ?? [];
    expect(read).toContain('word20');
    expect(await other.evaluate(() => localStorage.getItem('token'))).toBeNull();

    // The reply continues on the server, and signing in with the new password shows it again.
    await signIn.getByLabel('Email').fill(account.email);
    await signIn.getByLabel('Password', { exact: true }).fill('clementine');
    await signIn.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(signIn).toHaveCount(0);
    await expect(chatOn(other).texts).toContainText(`word${read.length + 50} `);
    await other.context().close();
  },
);

userTest(
  'signing out in one tab empties another at once, also while a reply streams there',
  async ({ page, context, stack, account }) => {
    await beginReply(page);
    const other = await context.newPage();
    await other.goto('/');
    await expect(chatOn(other).stop).toBeVisible();
    await other.getByRole('button', { name: 'Logout' }).click();
    await expect(other.getByRole('button', { name: 'Sign In', exact: true }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Get Started' }).first()).toBeVisible();
    await expect(page.getByText(/word\d/)).toHaveCount(0);
    const me = await fetch(`${stack.url}/api/auth/me`, { headers: { Authorization: `Bearer ${account.token}` } });
    expect(me.status).toBe(401);
  },
);
