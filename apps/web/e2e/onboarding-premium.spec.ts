import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/expect-accessible.ts';
import { ANSWERS, onboardingOn, openSettled, saveOnboarding } from './support/pages/onboarding.ts';
import { ONE_MESSAGE } from './support/stack/stack.ts';
import { noteShown } from './support/note-shown.ts';
import { pay } from './support/stack/stripe.ts';
import { userTest } from './support/test.ts';

const RESETS = /You can send more (tomorrow )?at \d{1,2}[:.]\d{2}( [AP]M)?\./;

userTest.use({ settings: ONE_MESSAGE, meetsOnboarding: true });

const keepReading = (page: Page) => page.getByRole('button', { name: 'Keep reading' });
const upgrade = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Upgrade to Premium' });

userTest(
  'the last free message opens the plans, which show the reset time and can be closed',
  async ({ page, chat, stack, account }) => {
    const { dialog, title, previous, isAt } = onboardingOn(page);
    await saveOnboarding(stack, account, { hasSeen: true });
    await page.goto('/');
    await chat.ask('What is 6 * 7?');
    await isAt('premium');
    await expect(title).toHaveText('You’ve used your free messages');
    await expect(dialog).toContainText(RESETS);
    await expect(previous).toHaveCount(0);
    await expectAccessible(page);
    await keepReading(page).click();
    await expect(dialog).toHaveCount(0);
    await expect(chat.texts).toContainText('42');
    await expect(chat.box).toBeDisabled();
    await openSettled(page);
    await expect(chat.texts).toContainText('42');
    await expect(dialog).toHaveCount(0);
  },
);

userTest(
  'a message refused at the limit opens the plans and stays in the box',
  async ({ page, chat, stack, account }) => {
    const { isAt, dialog } = onboardingOn(page);
    await saveOnboarding(stack, account, { hasSeen: true });
    // This tab receives no events.
    await page.route('**/api/events', (route) => route.abort());
    await openSettled(page);
    await account.ask('What is 6 * 7?');
    await chat.ask('What is 6 * 8?');
    await isAt('premium');
    await expect(dialog).toContainText(RESETS);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(chat.box).toHaveValue('What is 6 * 8?');
    await expect(chat.box).toBeDisabled();
  },
);

userTest('a chosen plan opens the checkout, and paying ends the onboarding', async ({ page, chat, stack, account }) => {
  const { dialog, isAt } = onboardingOn(page);
  await saveOnboarding(stack, account, { answers: ANSWERS, step: 'premium' });
  await page.goto('/');
  await isAt('premium');
  await expect(dialog.getByRole('radio', { name: 'Monthly' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'Yearly' }).check({ force: true });
  await expect(dialog).toContainText('Best value! Save 50% over monthly.');
  await upgrade(page).click();
  await expect(page.getByText('$60.00').first()).toBeVisible();

  await page.goBack();
  await isAt('premium');
  await expect(upgrade(page)).toBeEnabled();
  await upgrade(page).click();
  const saved = page.waitForRequest((request) => request.method() === 'PUT');
  const isThanked = await noteShown(page, 'h1, h2', 'Payment Successful!');
  await pay(page);
  await expect.poll(isThanked).toBe(true);
  expect((await saved).postDataJSON()).toEqual({ hasSeen: true });
  await page.goto('/');
  await expect(chat.box).toBeVisible();
  await openSettled(page);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('(12h)')).toHaveCount(0);
});

userTest('errors in the plans step are shown and can be retried', async ({ page, stack, account }) => {
  const { dialog } = onboardingOn(page);
  await saveOnboarding(stack, account, { answers: ANSWERS, step: 'premium' });
  await page.route('**/api/billing/premium-config', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await page.goto('/');
  await expect(dialog.getByRole('alert')).toContainText('Failed to load pricing information');
  await expect(upgrade(page)).toBeDisabled();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await page.route('**/api/billing/create-premium-checkout-session', (route) => route.abort(), { times: 1 });
  await upgrade(page).click();
  await expect(dialog.getByRole('alert')).toContainText('Failed to create checkout session.');
  await expectAccessible(page);
  await upgrade(page).click();
  await expect(page.getByText('$10.00').first()).toBeVisible();
});
