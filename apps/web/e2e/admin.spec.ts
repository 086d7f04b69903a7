import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { PASSWORD } from './support/account.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { ADMINS, ONE_MESSAGE } from './support/stack/stack.ts';
import { userTest, visitorTest } from './support/test.ts';

const [BOSS] = ADMINS;

visitorTest.use({ settings: ONE_MESSAGE });
userTest.use({ settings: ONE_MESSAGE });

const banner = (page: Page) =>
  page.getByText('Admin Mode Active (Premium features unlocked for testing)', { exact: true });

visitorTest('an admin sees the badge and banner but no counter, limit, or upgrade', async ({ page, chat }) => {
  const asked = `What is 6 * 7, ${randomUUID()}?`;
  await page.goto('/');
  await page.getByRole('button', { name: 'Get Started' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(` ${BOSS.toUpperCase()} `);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('Confirm Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Create Account' }).click();

  await expect(banner(page)).toBeVisible();
  for (const text of ['Admin', 'Premium features unlocked', 'Testing mode']) {
    await expect(chat.sidebar.getByText(text, { exact: true })).toBeVisible();
  }
  const expectNoLimit = async () => {
    await expect(chat.box).toBeEnabled();
    await expect(page.getByRole('button', { name: /Upgrade|Premium/ })).toHaveCount(0);
    await expect(page.getByText('(12h)')).toHaveCount(0);
    await expect(page.getByText('Daily message limit reached.')).toHaveCount(0);
  };
  await expectNoLimit();
  for (const [index, question] of [asked, 'What is 6 * 8?', 'What is 6 * 9?'].entries()) {
    await chat.ask(question);
    await expect(chat.turns).toHaveCount(2 * (index + 1));
    await chat.ended();
    await expectNoLimit();
  }
  await page.reload();
  await expect(chat.questions).toHaveCount(3);
  await expectNoLimit();

  await chat.sidebar.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await expect(settings).toContainText('PlanPremium');
  await expect(settings.getByRole('button', { name: 'Activate Premium' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await chat.sidebar.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expectNoLimit();
  await expect(banner(page)).toBeVisible();
  await chat.sidebar.getByRole('button', { name: 'Open sidebar' }).click();
  await expectAccessible(page);
});

userTest('other users see no admin badge or banner', async ({ page, chat, account }) => {
  await account.ask('What is 6 * 7?');
  await page.goto('/');
  await expect(chat.texts).toContainText('42');
  await expect(chat.box).toBeDisabled();
  await expect(banner(page)).toHaveCount(0);
  for (const text of ['Admin', 'Premium features unlocked', 'Testing mode']) {
    await expect(page.getByText(text, { exact: true })).toHaveCount(0);
  }
  await expect(chat.sidebar.getByRole('button', { name: 'Upgrade to Premium' })).toBeVisible();
});
