import { expect } from '@playwright/test';
import { userTest } from './support/test.ts';

const QUESTIONS = 12;

userTest(
  'distant messages are plain text and render as Markdown when scrolled near',
  async ({ account, chat, page }) => {
    const id = await account.ask('Question 1: [[echo]] with **one** bold word');
    for (let number = 2; number <= QUESTIONS; number++)
      await account.ask(`Question ${number}: [[fast]] [[long 100]]`, id);

    await page.goto(`/c/${id}`);
    await expect(chat.turns).toHaveCount(2 * QUESTIONS);
    await expect(chat.texts.last()).toBeInViewport();
    const reply = chat.turns.nth(1);
    await expect(reply).toContainText('**one** bold word');
    await expect(reply.locator('strong')).toHaveCount(0);
    await expect(chat.questions.first()).toContainText('Question 1:');

    await chat.questions.first().scrollIntoViewIfNeeded();
    await expect(reply.locator('strong')).toHaveText('one');
    await expect(reply.getByRole('button', { name: 'Copy' })).toBeAttached();
    await expect(chat.questions.first()).toBeInViewport();
  },
);
