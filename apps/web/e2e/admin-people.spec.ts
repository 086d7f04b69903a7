import type { PersonResponse } from '@parley/core';
import { readCatalog } from '@parley/languages/read-catalog';
import { expect, type Locator } from '@playwright/test';
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

/** The pixels between the first text of an element and the last, which is to its left. */
function gapIn(element: Locator): Promise<number> {
  return element.evaluate((part) => {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    const rects: DOMRect[] = [];
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      rects.push(range.getBoundingClientRect());
    }
    return (rects[0]?.left ?? 0) - (rects.at(-1)?.right ?? 0);
  });
}

visitorTest(
  'in Arabic, a date stays in one piece beside a device and a sum, a link as high as a fingertip',
  async ({ browser, stack }) => {
    const [boss, mira] = [await signUp(stack, BOSS), await signUp(stack)];
    const storageState = signedIn(stack, boss);
    const context = await browser.newContext({ baseURL: stack.url, storageState, locale: 'ar-EG', hasTouch: true });
    const page = await context.newPage();
    await page.route('**/api/admin/people/find', async (route) => {
      const response = await route.fetch();
      const { person, ...body } = (await response.json()) as PersonResponse;
      const at = '2026-11-23T12:00:00.000Z';
      const payment = { invoiceId: 'in_1', at, amount: 1000, currency: 'usd', refundable: false, refunded: false };
      const url = 'https://dashboard.stripe.com/';
      const billing = { customerUrl: url, canCancel: false, payments: [{ ...payment, url }] };
      const sessions = [{ device: 'Firefox on Linux', lastSeenAt: at }];
      await route.fulfill({ response, json: { ...body, person: { ...person, sessions, billing } } });
    });
    await page.goto('/admin');
    await page.getByLabel(readCatalog('ar').message('Email address of an account') ?? '').fill(mira.email);
    await page.keyboard.press('Enter');
    const payment = page.locator('#pay-in_1');
    await expect(payment).toBeVisible();
    expect((await payment.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(await gapIn(payment)).toBeGreaterThan(0);
    expect(await gapIn(page.locator('dd > span', { hasText: 'Firefox on Linux' }))).toBeGreaterThan(0);
    await context.close();
  },
);
