import { expect, type Page } from '@playwright/test';
import { attachingOn } from './support/pages/attaching.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { textFile } from './support/files.ts';
import { storedQuestions } from './support/stack/stored.ts';
import { signUp } from './support/account.ts';
import { userTest as anyUserTest } from './support/test.ts';

/** A user for whom the onboarding shows only at the limit. */
const userTest = anyUserTest.extend({ account: async ({ stack }, use) => use(await signUp(stack)) });
userTest.use({ settings: { FREE_MESSAGES: '2' }, meetsOnboarding: true });

const SENTENCE = 'Daily message limit reached. Please upgrade to Premium for unlimited messages.';
const RESETS = /^Resets (tomorrow )?at \d{1,2}[:.]\d{2}( [AP]M)?$/;

const upgrade = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Upgrade', exact: true });
const onboarding = (page: Page) => page.getByRole('dialog', { name: 'You’ve used your free messages' });

/** Closes the offer at the limit to keep reading. */
async function keepReading(page: Page): Promise<void> {
  await onboarding(page).getByRole('button', { name: 'Keep reading' }).click();
  await expect(onboarding(page)).toHaveCount(0);
}

const counter = (page: Page, used: number) => page.getByText(`Messages used: ${used} / 2 (12h)`, { exact: true });

userTest('the last free message disables sending but not reading or searching', async ({ page, chat, account }) => {
  const first = await account.ask('What is 6 * 7?');
  await page.goto('/');
  await expect(counter(page, 1)).toBeVisible();
  await expect(page.getByText(/^Resets /)).toHaveCount(0);
  await expect(upgrade(page)).toHaveCount(0);
  await chat.startNewChat();
  await chat.ask('What is 6 * 8?');
  await expect(onboarding(page)).toContainText('You can send more');
  await keepReading(page);
  await expect(chat.texts).toContainText('48');
  await expect(counter(page, 2)).toBeVisible();

  await expect(chat.box).toBeDisabled();
  await expect(chat.box).toHaveAttribute('placeholder', 'Upgrade to Premium to continue chatting...');
  await expect(page.getByRole('button', { name: 'Attach a file' })).toBeDisabled();
  for (const mode of await page.getByRole('radio').all()) await expect(mode).toBeDisabled();
  await expect(page.getByRole('radio')).toHaveCount(4);
  await expect(chat.send).toHaveCount(0);
  await expect(page.getByText(SENTENCE, { exact: true })).toBeVisible();
  await expect(page.getByText(RESETS)).toBeVisible();
  await expectAccessible(page);

  // Reading and searching still work.
  await chat.sidebar.getByRole('link', { name: 'What is 6 * 7?' }).click();
  await expect(page).toHaveURL(`/c/${first}`);
  await expect(chat.texts).toContainText('42');
  await expect(page.getByText(SENTENCE, { exact: true })).toBeVisible();
  const search = chat.sidebar.getByPlaceholder('Search conversations...');
  await search.fill('6 * 8');
  await expect(chat.sidebar.getByRole('link')).toHaveText(['What is 6 * 8?']);
  await search.fill('');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search messages' }).fill('8');
  // Until the results come, the recent conversations are listed.
  const found = page.getByRole('group', { name: 'Messages' });
  await found
    .getByRole('option', { name: /6 \* 8/ })
    .first()
    .click();
  await expect(chat.texts).toContainText('48');
  await chat.startNewChat();
  await expect(chat.box).toBeDisabled();
});

userTest('Upgrade opens the pricing page, and Back returns to the conversation', async ({ page, chat, account }) => {
  await account.ask('What is 6 * 7?');
  const last = await account.ask('What is 6 * 8?');
  await page.goto('/');
  await upgrade(page).click();
  await expect(page).toHaveURL('/pricing');
  await expect(page.getByRole('heading', { name: 'Unlock Your AI Assistant' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`/c/${last}`);
  await expect(chat.texts).toContainText('48');
  await chat.sidebar.getByRole('button', { name: 'Upgrade to Premium' }).click();
  await expect(page).toHaveURL('/pricing');
});

userTest(
  'a message refused at the limit stays in the box with its file and offers Premium',
  async ({ page, chat, account, stack }) => {
    const attaching = attachingOn(page);
    // This tab receives no events.
    await page.route('**/api/events', (route) => route.abort());
    await page.goto('/');
    await expect(counter(page, 0)).toBeVisible();
    await attaching.choose(textFile('The tangerine is ripe.'));
    await account.ask('What is 6 * 7?');
    await account.ask('What is 6 * 8?');
    await chat.box.fill('What is 6 * 9?');
    await chat.send.click();
    await expect(onboarding(page)).toContainText('Step 8 of 8');
    for (const back of [() => keepReading(page), () => page.reload()]) {
      await back();
      await expect(page.getByText(SENTENCE, { exact: true })).toBeVisible();
      await expect(chat.box).toHaveValue('What is 6 * 9?');
      await expect(attaching.row('notes.txt')).toBeVisible();
      await expect(chat.box).toBeDisabled();
      await expect(counter(page, 2)).toBeVisible();
      await expect(chat.turns).toHaveCount(0);
    }
    const stored = await storedQuestions(stack, account);
    expect(stored.map(({ text }) => text)).toEqual(['What is 6 * 8?', 'What is 6 * 7?']);
  },
);

userTest('a draft survives the limit and its removal', async ({ page, chat, account }) => {
  const first = await account.ask('What is 6 * 7?');
  await page.goto(`/c/${first}`);
  await chat.box.fill('What is 6 * 9?');
  await account.ask('What is 6 * 8?');
  await page.reload();
  await expect(chat.box).toBeDisabled();
  await expect(chat.box).toHaveValue('What is 6 * 9?');
  await page.route('**/api/chat/usage', async (route) => {
    const usage = { messagesUsed: 0, messagesLimit: 2, periodEnd: new Date().toISOString(), isLimitReached: false };
    await route.fulfill({ json: { success: true, ...usage } });
  });
  await page.reload();
  await expect(chat.box).toBeEnabled();
  await expect(chat.box).toHaveValue('What is 6 * 9?');
  await expect(counter(page, 0)).toBeVisible();
});

userTest('a 429 shows the server’s message or, without one, the default', async ({ page, chat }) => {
  await page.goto('/');
  await expect(chat.box).toBeEditable();
  const sentence = 'Ten a day, and that is that.';
  for (const [body, shown] of [
    [{ success: false, code: 'usage-limit-reached', message: sentence, error: sentence }, sentence],
    [{}, SENTENCE],
  ] as const) {
    await page.route('**/api/chat/stream', (route) => route.fulfill({ status: 429, json: body }));
    await chat.ask('What is 6 * 7?');
    await keepReading(page);
    await expect(page.getByRole('alert')).toHaveText(shown);
    await expect(chat.box).toHaveValue('What is 6 * 7?');
    await page.unroute('**/api/chat/stream');
  }
});

userTest('a Premium user has no counter and no limit', async ({ page, chat, account }) => {
  await account.ask('What is 6 * 7?');
  await account.ask('What is 6 * 8?');
  await page.route('**/api/auth/me', async (route) => {
    const response = await route.fetch();
    const { user } = (await response.json()) as { user: object };
    const premium = { ...user, subscriptionTier: 'premium', subscriptionStatus: 'active' };
    await route.fulfill({ response, json: { success: true, user: premium } });
  });
  // No other request may report the real subscription.
  for (const path of ['billing/refresh-subscription', 'events'])
    await page.route(`**/api/${path}`, (route) => route.abort());
  await page.goto('/');
  await expect(chat.texts).toContainText('48');
  await expect(chat.box).toBeEnabled();
  await expect(page.getByText('(12h)')).toHaveCount(0);
  await expect(page.getByText(SENTENCE)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Upgrade/ })).toHaveCount(0);
});
