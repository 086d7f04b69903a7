import { expect } from '@playwright/test';
import { PASSWORD } from './support/account.ts';
import { userTest } from './support/test.ts';

userTest('the message box and the sidebar have the sizes of the design', async ({ page, chat }) => {
  await page.goto('/');
  await chat.box.fill('line\n'.repeat(40));
  await expect.poll(async () => (await chat.box.boundingBox())?.height).toBe(128);
  const menu = page.getByRole('button', { name: 'Open menu' });
  await page.setViewportSize({ width: 768, height: 800 });
  await expect(chat.sidebar).toBeVisible();
  await expect(menu).toBeHidden();
  await page.setViewportSize({ width: 767, height: 800 });
  await expect(chat.sidebar).toBeHidden();
  await expect(menu).toBeVisible();
});

userTest('the page makes the API calls in the contract', async ({ page, chat, account }) => {
  const calls = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    calls.add(`${request.method()} ${pathname.replace(/[\da-f]{8}-[\da-f-]{27}/, '{id}')}`);
  });
  await page.goto('/');
  await chat.ask('What is 6 * 7?');
  await chat.ended();
  await chat.sidebar.getByRole('link').hover();
  await chat.sidebar.getByRole('button', { name: /^Delete / }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(chat.turns).toHaveCount(0);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Sign In' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(account.email);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(chat.box).toBeVisible();
  for (const call of [
    'GET /api/auth/me',
    'POST /api/auth/login',
    'GET /api/auth/logout',
    'GET /api/chat/history',
    'GET /api/chat/usage',
    'POST /api/chat/stream',
    'DELETE /api/chat/{id}',
  ]) {
    expect(calls).toContain(call);
  }
});
