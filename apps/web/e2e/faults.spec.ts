import { sentenceOf, type ErrorCode } from '@parley/core';
import { expect } from '@playwright/test';
import { userTest } from './support/test.ts';

const FAULTS: { word: string; code: ErrorCode; kept: string | null }[] = [
  { word: '[[401]]', code: 'model-auth', kept: null },
  { word: '[[429]]', code: 'model-rate-limited', kept: null },
  { word: '[[quota]]', code: 'model-quota', kept: null },
  { word: '[[500]]', code: 'model-failed', kept: null },
  { word: '[[html200]]', code: 'model-garbled', kept: null },
  { word: '[[mid500]]', code: 'model-failed', kept: 'This answer follows' },
  { word: '[[cut]]', code: 'model-disconnected', kept: 'This answer follows' },
  { word: '[[eof]]', code: 'model-disconnected', kept: 'This answer follows' },
  { word: '[[badjson]]', code: 'model-garbled', kept: 'This answer follows' },
];

userTest(
  'every model error offers Retry, keeps received text, and is free when no text arrived',
  async ({ page, chat, account, stack }) => {
    await page.goto('/');
    let used = 0;
    for (const { word, code, kept } of FAULTS) {
      await userTest.step(word, async () => {
        const sentence = page.getByText(`Error: ${sentenceOf(code)}`, { exact: true });
        await chat.ask(word);
        await expect(sentence).toBeVisible();
        await expect(chat.turns).toHaveCount(2);
        if (kept === null) await expect(chat.texts).toHaveCount(0);
        else await expect(chat.texts).toHaveText(kept);

        const asked = (await stack.modelRequests()).length;
        await chat.retry.click();
        await expect.poll(async () => (await stack.modelRequests()).length).toBeGreaterThan(asked);
        await expect(sentence).toBeVisible();
        await expect(chat.turns).toHaveCount(2);

        if (kept !== null) used += 2;
        await expect(page.getByText(`${used} / 1000 (12h)`)).toBeVisible();
        await chat.startNewChat();
      });
    }
    expect(await account.messagesUsed()).toBe(used);
  },
);
