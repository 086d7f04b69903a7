import { expect } from '@playwright/test';
import { signedIn, signUp } from './support/account.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { visitorTest } from './support/test.ts';
import { watch } from './support/watch.ts';

const [BOSS, SUE] = ['boss@example.com', 'sue@example.com'];
visitorTest.use({ settings: { FREE_MESSAGES: '10', ADMIN_EMAILS: BOSS, ADMIN_SUPPORT_EMAILS: SUE } });

visitorTest('support gives Premium and blocks a user, who is signed out at once', async ({ browser, stack }) => {
  const sue = await signUp(stack, SUE);
  const mira = await signUp(stack);
  await mira.ask('[[500]]');
  const open = async (account: typeof sue) => {
    const context = await browser.newContext({ baseURL: stack.url, storageState: signedIn(stack, account) });
    return context.newPage();
  };
  const theirs = await open(mira);
  await theirs.goto('/');
  await expect(theirs.getByRole('textbox', { name: 'Message' })).toBeVisible();

  const page = await open(sue);
  const wrongs = await watch(page, stack.url);
  await page.goto('/admin');
  await page.getByLabel('Email address of an account').fill(mira.email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 3, name: mira.email })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete account' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Give Premium' }).click();
  await expect(page.getByText('Premium as a gift until')).toBeVisible();
  await page.getByRole('button', { name: 'Block' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
  await expect(page.getByRole('button', { name: 'Unblock' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'What staff did' }).getByRole('listitem')).toContainText([
    `Blocked: ${mira.email}`,
    `Gave Premium: ${mira.email}`,
  ]);
  await expectAccessible(page);
  expect(wrongs).toEqual([]);
  await expect(theirs.getByRole('textbox', { name: 'Message' })).toBeHidden();
  await page.context().close();
  await theirs.context().close();
});
