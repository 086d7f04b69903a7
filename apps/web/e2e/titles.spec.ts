import { expect } from '@playwright/test';
import { userTest } from './support/test.ts';

userTest.use({ settings: { FREE_MESSAGES: '1000', OPENAI_MODEL_TITLE: '' } });

userTest(
  'a conversation gets a title from the model, and a manual name is never overwritten',
  async ({ page, chat }) => {
    const links = chat.sidebar.getByRole('link');
    await page.goto('/');
    const question = 'what will be the weekday of the 14 July 2027?';
    await chat.ask(question);
    await chat.ended();
    await expect(links).toHaveCount(1);
    // The first words, in lower case, until the model has answered.
    await expect(links).toHaveText(/^What will be the weekday/);

    await links.focus();
    await page.keyboard.press('F2');
    await chat.sidebar.getByRole('textbox', { name: /^New name/ }).fill('By hand');
    await page.keyboard.press('Enter');
    await chat.ask('And of the day after?');
    await chat.ended();
    await page.reload();
    await expect(links).toHaveText(['By hand']);
  },
);
