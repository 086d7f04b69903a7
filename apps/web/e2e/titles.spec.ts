import { expect } from '@playwright/test';
import { userTest } from './support/test.ts';

userTest.use({ settings: { FREE_MESSAGES: '1000', OPENAI_MODEL_TITLE: '' } });

userTest(
  'a conversation gets a title from the model, and a manual name is never overwritten',
  async ({ page, chat }) => {
    const links = chat.sidebar.getByRole('link');
    await page.goto('/');
    const question = 'Please tell me what the weekday of the 14 July 2027 will be';
    await chat.ask(question);
    await chat.ended();
    await expect(links).toHaveCount(1);
    await expect(links).not.toHaveText(/^Please tell me/, { timeout: 15_000 });
    const title = await links.getAttribute('title');
    expect(question.toLowerCase().split(' ')).toContain(title?.toLowerCase().split(' ')[0]);

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
