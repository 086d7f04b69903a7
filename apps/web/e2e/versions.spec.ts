import { expect, type Page } from '@playwright/test';
import type { Chat } from './support/pages/chat.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { standsStill } from './support/stands-still.ts';
import { userTest } from './support/test.ts';

const editor = (page: Page) => page.getByRole('textbox', { name: 'Edit message' });
const save = (page: Page) => page.getByRole('button', { name: 'Save & Regenerate' });
const versionsOf = (chat: Chat, turn: number) => chat.turns.nth(turn).getByRole('group', { name: 'Versions' });

async function beginEdit(page: Page, chat: Chat, question: number): Promise<void> {
  await chat.questions.nth(question).hover();
  await page.getByRole('button', { name: 'Edit message' }).nth(question).click();
  await expect(editor(page)).toBeFocused();
}

userTest(
  'Edit opens a box of three rows, and Cancel, Escape, or blank text keeps the question',
  async ({ page, chat, account, stack }) => {
    await page.goto(`/c/${await account.ask('What is 6 * 7?')}`);
    await expect(chat.texts).toContainText('42');
    const asked = (await stack.modelRequests()).length;
    for (const leave of ['Cancel', 'Escape', 'blank']) {
      await beginEdit(page, chat, 0);
      await expect(editor(page)).toHaveValue('What is 6 * 7?');
      const rows = await editor(page).evaluate(
        (box) => box.clientHeight / parseFloat(getComputedStyle(box).lineHeight),
      );
      expect(rows).toBeGreaterThanOrEqual(3);
      await editor(page).fill(leave === 'blank' ? ' \n ' : 'What is 2 * 3?');
      if (leave === 'Cancel') await page.getByRole('button', { name: 'Cancel' }).click();
      else if (leave === 'Escape') await editor(page).press('Escape');
      else await save(page).click();
      await expect(editor(page)).toHaveCount(0);
      await expect(chat.questions).toHaveText('What is 6 * 7?');
    }
    await expect(chat.texts).toContainText('42');
    expect((await stack.modelRequests()).length).toBe(asked);
  },
);

userTest(
  'an edit starts a new branch, and every version keeps the messages after it',
  async ({ page, chat, account }) => {
    const id = await account.ask('What is 6 * 7?');
    await account.ask('What is 6 * 8?', id);
    await page.goto(`/c/${id}`);
    await expect(chat.turns).toHaveCount(4);
    await beginEdit(page, chat, 0);
    await editor(page).fill('What is 2 * 3?');
    await save(page).click();
    await expect(chat.questions).toHaveText(['What is 2 * 3?']);
    await expect(chat.texts).toHaveText([/= 6/]);
    await chat.ended();
    await expect(versionsOf(chat, 0)).toHaveText('2 / 2');
    await beginEdit(page, chat, 0);
    await editor(page).fill('What is 3 * 5?');
    await editor(page).press('Control+Enter');
    await expect(chat.texts).toHaveText([/= 15/]);
    await chat.ended();

    const previous = page.getByRole('button', { name: 'Previous version' });
    const next = page.getByRole('button', { name: 'Next version' });
    const expectVersion = async (version: string, questions: string[], texts: RegExp[]) => {
      await expect(versionsOf(chat, 0)).toHaveText(version);
      await expect(chat.questions).toHaveText(questions);
      await expect(chat.texts).toHaveText(texts);
    };
    await expectVersion('3 / 3', ['What is 3 * 5?'], [/= 15/]);
    await expect(next).toBeDisabled();
    await previous.click();
    await expectVersion('2 / 3', ['What is 2 * 3?'], [/= 6/]);
    await previous.click();
    await expectVersion('1 / 3', ['What is 6 * 7?', 'What is 6 * 8?'], [/= 42/, /= 48/]);
    await expect(previous).toBeDisabled();
    await page.reload();
    await expectVersion('1 / 3', ['What is 6 * 7?', 'What is 6 * 8?'], [/= 42/, /= 48/]);
    await next.click();
    await next.click();
    await expectVersion('3 / 3', ['What is 3 * 5?'], [/= 15/]);
    await beginEdit(page, chat, 0);
    await expectAccessible(page);
  },
);

userTest('an edit during a reply stops it and asks the new question', async ({ page, chat, stack }) => {
  await page.goto('/');
  await chat.ask('[[long 20000]]');
  await expect(chat.texts).toContainText('word20');
  await beginEdit(page, chat, 0);
  await editor(page).fill('What is 2 * 3?');
  await save(page).click();
  await expect(chat.questions).toHaveText(['What is 2 * 3?']);
  await expect(chat.texts).toHaveText([/= 6/]);
  await chat.ended();
  await expect.poll(async () => (await stack.modelRequests()).at(-2)).toMatchObject({ closed: true });
  await page.getByRole('button', { name: 'Previous version' }).click();
  await expect(chat.questions).toHaveText(['[[long 20000]]']);
  await expect(chat.texts).toContainText('word20');
});

userTest(
  'a retried reply becomes a version, and each version keeps the messages after it',
  async ({ page, chat, account }) => {
    const id = await account.ask('What is 6 * 7?');
    await page.goto(`/c/${id}`);
    await chat.retry.click();
    await expect(versionsOf(chat, 1)).toHaveText('2 / 2');
    await chat.ended();
    await chat.ask('What is 6 * 8?');
    await expect(chat.texts.nth(1)).toContainText('48');
    await chat.ended();
    await chat.turns.nth(1).hover();
    await page.getByRole('button', { name: 'Previous version' }).click();
    await expect(versionsOf(chat, 1)).toHaveText('1 / 2');
    await expect(chat.turns).toHaveCount(2);
    await page.reload();
    await expect(chat.turns).toHaveCount(2);
    await page.getByRole('button', { name: 'Next version' }).click();
    await expect(chat.questions).toHaveText(['What is 6 * 7?', 'What is 6 * 8?']);
  },
);

userTest(
  'switching a question’s version with the keyboard keeps its position and the focus',
  async ({ page, chat, account }) => {
    await page.goto(`/c/${await account.ask('[[fast]] [[sample]]')}`);
    await standsStill(chat.questions.first());
    await beginEdit(page, chat, 0);
    await editor(page).fill('What is 2 * 3?');
    await save(page).click();
    await expect(chat.texts).toHaveText([/= 6/]);
    await chat.ended();
    const top = () => versionsOf(chat, 0).evaluate((group) => group.getBoundingClientRect().top);
    const before = await top();
    await page.getByRole('button', { name: 'Previous version' }).press('Enter');
    await expect(versionsOf(chat, 0)).toHaveText('1 / 2');
    await expect(page.getByRole('button', { name: 'Next version' })).toBeFocused();
    await expect(chat.texts.locator('table')).toBeAttached();
    await expect.poll(top).toBeCloseTo(before, 0);
    await page.keyboard.press('Enter');
    await expect(versionsOf(chat, 0)).toHaveText('2 / 2');
    await expect(page.getByRole('button', { name: 'Previous version' })).toBeFocused();
  },
);

userTest('a failed reply shows an error with Retry, and editing its question replaces it', async ({ page, chat }) => {
  await page.goto('/');
  await chat.ask('[[cut]]');
  const error = chat.turns.last().getByText(/^Error: ./);
  await expect(error).toBeVisible();
  await page.reload();
  await expect(error).toBeVisible();
  await expect(chat.retry).toHaveText('Retry');
  await expectAccessible(page);
  await beginEdit(page, chat, 0);
  await editor(page).fill('What is 2 * 3?');
  await save(page).click();
  await expect(error).toHaveCount(0);
  await expect(chat.texts).toHaveText([/= 6/]);
});
