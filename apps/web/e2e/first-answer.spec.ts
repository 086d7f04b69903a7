import { expect, type Page } from '@playwright/test';
import { PASSWORD } from './support/account.ts';
import { chatOn } from './support/pages/chat.ts';
import { onboardingOn } from './support/pages/onboarding.ts';
import { userTest, visitorTest } from './support/test.ts';

async function authenticate(page: Page, email: string, how: 'register' | 'login') {
  await page.goto('/');
  await page
    .getByRole('button', { name: how === 'register' ? 'Get Started' : 'Sign In' })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  if (how === 'register') await dialog.getByLabel('Confirm Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: how === 'register' ? 'Create Account' : 'Sign In' }).click();
}

visitorTest.describe('with the onboarding', () => {
  visitorTest.use({ meetsOnboarding: true });

  visitorTest(
    'a new user registers, asks, and finds the conversation in another browser',
    async ({ page, chat, browser, baseURL }) => {
      const email = `first-${crypto.randomUUID()}@example.com`;
      await authenticate(page, email, 'register');
      const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
      await onboardingOn(page).skip.click();
      await saved;
      await expect(chat.box).toBeFocused();
      await expect(chat.turns).toHaveCount(0);

      await chat.ask('What is 6 * 7?');
      await expect(page).toHaveURL(/\/c\/[0-9a-f-]{36}$/);
      await expect(chat.questions).toHaveText('What is 6 * 7?');
      await expect(chat.texts).toContainText('42');
      await chat.ended();

      const elsewhere = await browser.newPage({ ...(baseURL !== undefined && { baseURL }) });
      await authenticate(elsewhere, email, 'login');
      await expect(elsewhere).toHaveURL(page.url());
      await expect(chatOn(elsewhere).questions).toHaveText('What is 6 * 7?');
      await expect(chatOn(elsewhere).texts).toHaveText((await chat.texts.textContent())!);
      await elsewhere.close();
    },
  );
});

userTest('a reply renders as Markdown while it streams', async ({ page, chat }) => {
  await page.goto('/');
  // It falls silent before its end, after all that is looked for.
  await chat.ask('[[sample]] [[stall 600]]');
  await page.waitForFunction(() => {
    const isWriting = document.querySelector('main button[aria-label="Stop"]') !== null;
    return isWriting && ['h2', 'table', 'pre code'].every((kind) => document.querySelector(`main .prose ${kind}`));
  });
  await chat.stop.click();
});
