import { randomBytes, randomUUID } from 'node:crypto';
import { deepLink } from '@parley/core';
import { expect, type Page } from '@playwright/test';
import { PASSWORD, signUp } from './support/account.ts';
import { allow, blockPopups } from './support/pages/apple.ts';
import { desktopApp, handedOn, shownLink } from './support/stack/desktop-app.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { mailTest } from './support/stack/mail.ts';
import { userTest, visitorTest } from './support/test.ts';
import { watch } from './support/watch.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const asked = (page: Page) => expect(heading(page, 'Sign in to the Parley app?')).toBeVisible();
const go = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click();

visitorTest('a visitor who signs in and confirms gives the app its own session, once', async ({ page, stack }) => {
  const { email } = await signUp(stack);
  const app = desktopApp(stack);
  const addresses = await handedOn(page);
  await page.goto(app.address);
  await expect(heading(page, 'Sign in to the desktop app')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await asked(page);
  await expect(page.getByRole('main')).toContainText(`signed in as ${email}`);
  await expectAccessible(page);
  expect(addresses).toEqual([]);
  await go(page);
  await expect(heading(page, 'Back to the app')).toBeVisible();
  await expectAccessible(page);
  const link = await shownLink(page);
  expect(link.state).toBe(app.state);
  await expect.poll(() => addresses).toEqual([deepLink(link)]);

  const thief = await app.exchange(link, randomBytes(32).toString('base64url'));
  expect(thief.status).toBe(400);
  const first = await app.exchange(link);
  expect(first.body.user?.email).toBe(email);
  expect(first.body.token).not.toBe(await page.evaluate(() => localStorage.getItem('token')));
  expect(await app.exchange(link)).toMatchObject({ status: 400, body: { code: 'invalid-link' } });

  const sessions = await fetch(`${stack.url}/api/account/sessions`, {
    headers: { Authorization: `Bearer ${first.body.token}` },
  });
  expect(await sessions.json()).toMatchObject({
    sessions: expect.arrayContaining([expect.objectContaining({ device: 'Desktop app on Linux', isCurrent: true })]),
  });
});

userTest(
  'a signed-in user is asked at once, and Cancel opens the chat without a request',
  async ({ page, stack, chat }) => {
    const asks: string[] = [];
    page.on('request', (request) => request.url().includes('/api/auth/desktop/') && asks.push(request.url()));
    const addresses = await handedOn(page);
    await page.goto(desktopApp(stack).address);
    await asked(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(chat.box).toBeVisible();
    await expect(page).toHaveURL('/');
    expect([asks, addresses]).toEqual([[], []]);
  },
);

userTest('another account can replace the signed-in one, and finds nothing of it', async ({ page, stack, chat }) => {
  const other = await signUp(stack);
  const app = desktopApp(stack);
  await page.goto('/');
  await chat.box.fill('A secret draft');
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(':')));
  await expect.poll(kept).toContainEqual(expect.stringMatching(/^drafts:./));
  await page.goto(app.address);
  await asked(page);
  await page.getByRole('button', { name: 'Use another account' }).click();
  await expect.poll(kept).toEqual([]);
  await page.getByLabel('Email').fill(other.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await asked(page);
  await go(page);
  const { body } = await app.exchange(await shownLink(page));
  expect(body.user?.email).toBe(other.email);
});

userTest('a new account can be created during desktop sign-in', async ({ page, stack }) => {
  const app = desktopApp(stack);
  const email = `${randomUUID()}@example.com`;
  await page.goto(app.address);
  await page.getByRole('button', { name: 'Use another account' }).click();
  await page.getByRole('button', { name: 'Need an account? Sign up' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account', exact: true }).click();
  await asked(page);
  await go(page);
  expect((await app.exchange(await shownLink(page))).body.user?.email).toBe(email);
});

for (const popups of ['open', 'are blocked'] as const) {
  mailTest(`Apple signs in the desktop app when popups ${popups}`, async ({ page, stack }) => {
    if (popups === 'are blocked') await blockPopups(page);
    const app = desktopApp(stack);
    const account = `${randomUUID()}@example.com`;
    await page.goto(app.address);
    const popup = popups === 'open' ? page.waitForEvent('popup') : page;
    await page.getByRole('button', { name: 'Apple', exact: true }).click();
    await allow(await popup, { account });
    await asked(page);
    await expect(page.getByRole('main')).toContainText(account);
    await go(page);
    expect((await app.exchange(await shownLink(page))).body.user?.email).toBe(account);
  });
}

userTest('an invalid desktop sign-in address offers nothing to confirm', async ({ page, baseURL }) => {
  const wrongs = await watch(page, baseURL ?? '');
  for (const query of ['', '?challenge=x&state=y', `?challenge=${'h'.repeat(43)}&state=javascript:alert(1)`]) {
    await page.goto(`/desktop-sign-in${query}`);
    await expect(heading(page, 'No sign-in request found')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue', exact: true })).toHaveCount(0);
  }
  await expectAccessible(page);
  expect(wrongs).toEqual([]);
});

userTest('a session that ended meanwhile cannot sign in the app', async ({ page, stack, account }) => {
  await page.goto(desktopApp(stack).address);
  await asked(page);
  await fetch(`${stack.url}/api/auth/logout`, { headers: { Authorization: `Bearer ${account.token}` } });
  await go(page);
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open Parley' })).toHaveCount(0);
});

userTest('the page reports an unreachable server and can retry once it is back', async ({ page, stack }) => {
  const app = desktopApp(stack);
  await page.goto(app.address);
  await asked(page);
  await page.route('**/api/auth/desktop/code', (route) => route.abort());
  await go(page);
  await expect(page.getByRole('alert').filter({ hasText: 'Can’t reach the server' })).toBeVisible();
  await page.unroute('**/api/auth/desktop/code');
  await go(page);
  expect((await app.exchange(await shownLink(page))).status).toBe(200);
});
