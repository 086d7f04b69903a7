import { expect } from '@playwright/test';
import { ANSWERS, onboardingOn, saveOnboarding } from './support/pages/onboarding.ts';
import { userTest } from './support/test.ts';

const QUESTION = 'Write a kind two-sentence email declining a meeting.';

// Slow enough that a short reply can be stopped.
userTest.use({ settings: { FREE_MESSAGES: '10', SANDBOX_DELAY_MS: '100' }, meetsOnboarding: true });

userTest.beforeEach(async ({ page, stack, account }) => {
  await saveOnboarding(stack, account, { answers: ANSWERS, step: 'demo' });
  await page.goto('/');
  await onboardingOn(page).isAt('demo');
});

userTest(
  'the sample reply streams from the model, uses no free message, and is offered once',
  async ({ page, stack, account }) => {
    const { dialog, previous, isAt } = onboardingOn(page);
    const before = (await stack.modelRequests()).length;
    await dialog.getByRole('button', { name: QUESTION }).click();
    await expect(dialog.locator('[data-question]')).toHaveText(QUESTION);
    await expect(dialog.locator('.prose')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Stop' })).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Retry generation' })).toHaveCount(0);
    expect(await stack.modelRequests()).toHaveLength(before + 1);
    expect(await account.messagesUsed()).toBe(0);
    const replied = await dialog.locator('.prose').innerText();
    await previous.click();
    await isAt('features');
    await onboardingOn(page).next.click();
    await expect(dialog.locator('.prose')).toHaveText(replied, { useInnerText: true });

    await page.reload();
    await isAt('demo');
    await expect(dialog).toContainText('You’ve had your sample reply.');
    await expect(dialog.getByRole('button', { name: QUESTION })).toHaveCount(0);
  },
);

userTest('a failed sample reply shows an error and can be retried', async ({ page }) => {
  const { dialog } = onboardingOn(page);
  await page.route('**/api/onboarding/demo', (route) => route.abort(), { times: 1 });
  await dialog.getByRole('button', { name: QUESTION }).click();
  await expect(dialog).toContainText('Can’t reach the server.');
  await dialog.getByRole('button', { name: 'Retry generation' }).click();
  await expect(dialog.locator('.prose')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Retry generation' })).toHaveCount(0);
});

userTest('a stopped sample reply keeps its text', async ({ page }) => {
  const { dialog, next } = onboardingOn(page);
  await dialog.getByRole('button', { name: QUESTION }).click();
  await expect(dialog.locator('.prose')).toBeVisible();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(dialog).toContainText('You stopped this reply.');
  await expect(next).toBeFocused();
});
