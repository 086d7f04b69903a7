import { expect, type Page } from '@playwright/test';
import { PASSWORD, signUp } from './support/account.ts';
import { advanceUntil } from './support/advance-until.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { ONE_MESSAGE } from './support/stack/stack.ts';
import { noteShown } from './support/note-shown.ts';
import { pay, stripeOf } from './support/stack/stripe.ts';
import { userTest, visitorTest } from './support/test.ts';

userTest.use({ settings: ONE_MESSAGE });
visitorTest.use({ settings: ONE_MESSAGE });

const plan = (page: Page, name: string) => page.getByRole('radio', { name });
const subscribe = (page: Page) => page.getByRole('button', { name: 'Subscribe Now' });
const UNLIMITED = 'Welcome to Premium. You now have unlimited messages in every mode.';
/** Refocuses the page until the check passes: the server asks Stripe only every few seconds. */
async function lookUntil(page: Page, seen: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await seen();
  }).toPass();
}

const settingsOf = (page: Page) => page.getByRole('dialog', { name: 'Settings' });

userTest(
  'a user at the limit upgrades, pays, cancels in the portal, and is free again when the period ends',
  async ({ page, chat, account, stack, context }) => {
    const stripe = stripeOf(stack, account);
    await page.clock.install();
    await page.goto('/');
    await chat.ask('What is 6 * 7?');
    await expect(chat.texts).toContainText('42');
    await expect(chat.box).toBeDisabled();

    await page.getByRole('main').getByRole('button', { name: 'Upgrade', exact: true }).click();
    await expect(plan(page, 'Monthly')).toBeChecked();
    await plan(page, 'Yearly').check({ force: true });
    await expect(page.getByText('Best value! Save 50% over monthly.')).toBeVisible();
    await subscribe(page).click();
    await expect(page.getByText('$60.00').first()).toBeVisible();
    const complete = '[role=dialog]:has([data-phase=complete])';
    const isThanked = await noteShown(page, complete, 'Payment Successful!', UNLIMITED);
    await pay(page);

    const thanks = page.getByRole('dialog', { name: 'Payment Successful!' });
    await expect.poll(isThanked).toBe(true);
    // It plays over the conversation.
    await expect(page).toHaveURL(/\/c\//);
    await expect(chat.texts).toContainText('42');
    await advanceUntil(page, () => thanks.isHidden());
    await expect(page.getByText('(12h)')).toHaveCount(0);
    for (const [index, question] of ['What is 6 * 8?', 'What is 6 * 9?'].entries()) {
      await chat.ask(question);
      await expect(chat.turns).toHaveCount(2 * (index + 2));
      await chat.ended();
    }
    await expect(page.getByRole('button', { name: /Upgrade/ })).toHaveCount(0);

    await chat.sidebar.getByRole('button', { name: 'Settings' }).click();
    await expect(settingsOf(page)).toContainText('PlanPremiumStatusActiveNext billing');
    const [portal] = await Promise.all([
      context.waitForEvent('page'),
      settingsOf(page).getByRole('link', { name: 'Manage' }).click(),
    ]);
    await portal.getByRole('button', { name: 'Cancel plan' }).click();
    await expect(portal.getByText(/Cancels on/)).toBeVisible();
    await portal.close();
    await lookUntil(page, () =>
      expect(settingsOf(page)).toContainText('Canceled. You have Premium until', { timeout: 1000 }),
    );
    await expect(settingsOf(page)).toContainText('StatusActive');
    await expectAccessible(page);

    await stripe.act('next-period');
    await lookUntil(page, () =>
      expect(settingsOf(page)).toContainText('PlanInactiveStatusCanceled', { timeout: 1000 }),
    );
    await expect(settingsOf(page).getByRole('button', { name: 'Activate Premium' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('(12h)').first()).toBeVisible();
    await expect(chat.sidebar.getByRole('button', { name: 'Upgrade to Premium' })).toBeVisible();
  },
);

userTest(
  'the settings show a trial as Trial and a failed renewal as Past Due',
  async ({ page, chat, account, stack }) => {
    const stripe = stripeOf(stack, account);
    await stripe.turn({ trialDays: 7 });
    await page.goto('/pricing');
    await subscribe(page).click();
    const isThanked = await noteShown(page, 'main, [role=dialog]', UNLIMITED);
    await pay(page);
    await expect.poll(isThanked).toBe(true);
    await stripe.turn({ trialDays: 0 });
    await page.goto('/');
    await chat.sidebar.getByRole('button', { name: 'Settings' }).click();
    await expect(settingsOf(page)).toContainText('PlanPremiumStatusTrialTrial ends');
    await stripe.act('fail-renewal');
    await lookUntil(page, () =>
      expect(settingsOf(page)).toContainText('PlanInactiveStatusPast Due', { timeout: 1000 }),
    );
    await settingsOf(page).getByRole('button', { name: 'Activate Premium' }).click();
    await expect(page.getByText('Payment failed. Update your card to get Premium back.')).toBeVisible();
    const [portal] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Update your card' }).click(),
    ]);
    await portal.getByRole('button', { name: 'Use 4242, which pays' }).click();
    await expect(portal.getByText('active', { exact: true })).toBeVisible();
    await portal.close();
    await lookUntil(page, () => expect(page.getByText('You have Premium')).toBeVisible({ timeout: 1000 }));
  },
);

userTest(
  'a forged payment redirect grants nothing, and a canceled payment returns to the chat',
  async ({ page, chat }) => {
    await page.clock.install();
    await page.goto('/?payment_success=true&session_id=cs_forged');
    const thanks = page.getByRole('dialog', { name: 'Payment Successful!' });
    await expect(thanks).toContainText('We’re confirming your payment');
    await advanceUntil(page, () => thanks.isHidden());
    await expect(page).not.toHaveURL(/payment_success/);
    await expect(page.getByText('(12h)').first()).toBeVisible();
    await page.goto('/pricing');
    await page.goto('/payment-cancel');
    await expect(page).toHaveURL('/');
    await expect(chat.box).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/pricing');
  },
);

userTest('the pricing page works after going back from the checkout', async ({ page }) => {
  await page.goto('/premium');
  await plan(page, 'Weekly').check({ force: true });
  await subscribe(page).click();
  await expect(page.getByText('$5.00').first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/premium');
  await expect(subscribe(page)).toBeEnabled();
});

visitorTest('a visitor who signs in while subscribing keeps the chosen plan', async ({ page, stack }) => {
  const { email } = await signUp(stack);
  await page.goto('/pricing');
  await plan(page, 'Yearly').check({ force: true });
  await subscribe(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/pricing');
  await expect(plan(page, 'Yearly')).toBeChecked();
  await subscribe(page).click();
  await expect(page.getByText('$60.00').first()).toBeVisible();
});

visitorTest('a visitor can open the payment pages', async ({ page }) => {
  await page.goto('/payment-success?session_id=cs_1');
  await expect(page.getByText('Welcome to Premium. Sign in to use it.')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/payment-cancel');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Try for free' })).toBeVisible();
});

userTest('the payment page of an unpaid session is accessible', async ({ page }) => {
  await page.clock.install();
  await page.goto('/payment-success');
  const again = page.getByRole('button', { name: 'Check again' });
  await advanceUntil(page, () => again.isVisible());
  await expectAccessible(page);
});

userTest('errors on the pricing page are shown and can be retried', async ({ page }) => {
  await page.route('**/api/billing/premium-config', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await page.goto('/pricing');
  await expect(page.getByRole('alert')).toContainText('Failed to load pricing information');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.route('**/api/billing/create-premium-checkout-session', (route) => route.abort(), { times: 1 });
  await subscribe(page).click();
  await expect(page.getByRole('alert')).toContainText('Failed to create checkout session.');
  await expectAccessible(page);
  await subscribe(page).click();
  await expect(page.getByText('$10.00').first()).toBeVisible();
});
