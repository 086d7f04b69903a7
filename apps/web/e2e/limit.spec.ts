import { expect } from '@playwright/test';
import { expectAccessible } from './support/expect-accessible.ts';
import { userTest } from './support/test.ts';

userTest.use({ settings: { FREE_MESSAGES: '2' } });

userTest('the last free message ends the writing and not the reading', async ({ page, chat, account }) => {
  const first = await account.ask('What is 6 * 7?');
  await page.goto('/');
  await expect(page.getByText('1 / 2 (12h)')).toBeVisible();
  await chat.newChat.click();
  await chat.ask('What is 6 * 8?');
  await expect(chat.texts).toContainText('48');
  await expect(page.getByText('2 / 2 (12h)')).toBeVisible();

  await expect(chat.box).toBeDisabled();
  await expect(chat.box).toHaveAttribute('placeholder', 'Upgrade to Premium to continue chatting...');
  await expect(chat.send).toBeHidden();
  const upgrade = page.getByRole('main').getByRole('button', { name: 'Upgrade', exact: true });
  await expect(upgrade).toBeEnabled();
  const sentence = page.getByText('Daily message limit reached. Please upgrade to Premium for unlimited messages.');
  await expect(sentence).toBeVisible();
  await expect(page.getByText(/Resets (tomorrow )?at \d{1,2}[:.]\d{2}/)).toBeVisible();

  await chat.sidebar.getByRole('link', { name: 'What is 6 * 7?' }).click();
  await expect(page).toHaveURL(`/c/${first}`);
  await expect(chat.texts).toContainText('42');
  await expect(sentence).toBeVisible();
});

userTest(
  'a message that a second device used up is refused with the sentence, and its text stays',
  async ({ page, chat, account }) => {
    await page.goto('/');
    await expect(page.getByText('0 / 2 (12h)')).toBeVisible();
    await account.ask('What is 6 * 7?');
    await account.ask('What is 6 * 8?');
    await chat.ask('What is 6 * 9?');
    await expect(page).toHaveURL('/pricing');
    await page.goBack();
    await expect(
      page.getByText('Daily message limit reached. Please upgrade to Premium for unlimited messages.'),
    ).toBeVisible();
    await expect(page).not.toHaveURL('/pricing');
    await expect(chat.box).toHaveValue('What is 6 * 9?');
    await expect(chat.box).toBeDisabled();
    await expect(page.getByText('2 / 2 (12h)')).toBeVisible();
    await expect(chat.turns).toHaveCount(0);
  },
);

userTest('a chat at the limit is accessible', async ({ page, chat, account }) => {
  await account.ask('What is 6 * 7?');
  await page.goto(`/c/${await account.ask('What is 6 * 8?')}`);
  await expect(chat.box).toBeDisabled();
  await expectAccessible(page);
});
