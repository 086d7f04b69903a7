import { setTimeout as delay } from 'node:timers/promises';
import { sentenceOf } from '@parley/core';
import { expect, type Page } from '@playwright/test';
import { chatOn, numberedWords } from './support/pages/chat.ts';
import { setVisibility } from './support/set-visibility.ts';
import { killableTest } from './support/stack/killable.ts';

/** Milliseconds between the kill and the next start: the shortest pauses of the clients, and the longest. */
const AWAY = [
  { away: 200, tag: '@all' },
  { away: 1000, tag: [] },
  { away: 5000, tag: '@all' },
  { away: 20_000, tag: '@all' },
];

/**
 * Expects that the page soon says what happened, with Retry, and no longer that the server is away. It takes less than 2 s,
 * and longer on a busy machine.
 */
async function expectSaid(tab: Page): Promise<void> {
  const soon = { timeout: 6000 };
  await Promise.all([
    expect(tab.getByText(`Error: ${sentenceOf('interrupted')}`)).toBeVisible(soon),
    expect(chatOn(tab).retry).toBeVisible(soon),
    expect(tab.getByText('Can’t reach the server.')).toHaveCount(0, soon),
  ]);
}

for (const { away, tag } of AWAY) {
  killableTest(
    `every tab soon says that a reply was interrupted by a server that was gone for ${away / 1000} s`,
    { tag },
    async ({ page, chat, stack, context }) => {
      const [phone, hidden] = [await context.newPage(), await context.newPage()];
      await phone.setViewportSize({ width: 360, height: 740 });
      await page.goto('/');
      await chat.ask('[[long 20000]]');
      await expect(chat.texts).toContainText('word50');
      for (const tab of [phone, hidden]) {
        await tab.goto(page.url());
        await expect(chatOn(tab).texts).toContainText('word50');
      }
      await setVisibility(hidden, 'hidden');
      await stack.kill();
      await delay(away);
      const shown = await chat.words();
      await stack.start();
      await Promise.all([page, phone].map(expectSaid));
      await setVisibility(hidden, 'visible');
      await expectSaid(hidden);
      const words = await chat.words();
      expect(words).toEqual(numberedWords(words.length));
      expect(words.length).toBeGreaterThanOrEqual(shown.length);
    },
  );
}

const silentTest = killableTest.extend({ ownSettings: { SANDBOX_DELAY_MS: '60000' } });

silentTest(
  'every tab soon says that a reply without a word was interrupted',
  async ({ page, chat, stack, context }) => {
    await page.goto('/');
    await chat.ask('What is 6 * 7?');
    await expect.poll(async () => (await stack.modelRequests()).length).toBe(1);
    const secondTab = await context.newPage();
    await secondTab.goto(page.url());
    await expect(chatOn(secondTab).stop).toBeVisible();
    await stack.kill();
    await delay(1000);
    await stack.start();
    await Promise.all([page, secondTab].map(expectSaid));
    await expect(chat.turns).toHaveCount(2);
  },
);
