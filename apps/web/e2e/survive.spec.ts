import { sentenceOf } from '@parley/core';
import { expect } from '@playwright/test';
import { cableTest } from './support/stack/cable.ts';
import { numberedWords } from './support/pages/chat.ts';
import { killableTest } from './support/stack/killable.ts';

/** So many that a busy machine cuts the reply off before its end. */
const WORDS = 2000;
/** A reply of so many words takes more than ten seconds. */
const WHOLE = { timeout: 60_000 };

killableTest(
  'a reply cut off by a server crash keeps its words, and Retry completes it',
  async ({ page, chat, stack }) => {
    await page.goto('/');
    await chat.ask(`[[long ${WORDS}]]`);
    await expect(chat.texts).toContainText('word50');
    await stack.kill();
    await stack.start();

    await expect(page.getByText(`Error: ${sentenceOf('interrupted')}`)).toBeVisible();
    await expect(chat.turns).toHaveCount(2);
    const kept = await chat.words();
    expect(kept.length).toBeGreaterThan(20);
    expect(kept).toEqual(numberedWords(kept.length));

    await chat.retry.click();
    await expect(chat.texts).toContainText(`word${WORDS}`, WHOLE);
    await chat.ended();
    expect(await chat.words()).toEqual(numberedWords(WORDS));
    await expect(chat.turns).toHaveCount(2);
  },
);

killableTest(
  'a message to a server that is just gone waits and is sent once the server is back',
  async ({ page, chat, stack }) => {
    await page.goto('/');
    await chat.ask('What is 6 * 6?');
    await expect(chat.texts).toContainText('36');
    await chat.ended();
    await stack.kill();
    await chat.ask('What is 6 * 7?');
    await expect(page.locator('[data-waiting]')).toContainText('What is 6 * 7?');
    await expect(page.getByText('Messages will send when you reconnect.')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(chat.box).toHaveValue('');

    await stack.start();
    await expect(chat.texts.last()).toContainText('42', { timeout: 30_000 });
    await chat.ended();
    await expect(chat.turns).toHaveCount(4);
    await expect(page.getByText('2 / 10 (12h)')).toBeVisible();
  },
);

cableTest('a reply arrives complete after the network dropped midway', async ({ page, chat, cable, context }) => {
  await page.goto('/');
  await chat.ask(`[[long ${WORDS}]]`);
  await expect(chat.texts).toContainText('word50');
  const cut = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/chat/stream'));
  cable.pull();
  await context.setOffline(true);
  await cut;
  await expect(page.getByText('You’re offline.')).toBeVisible();
  cable.plugIn();
  await context.setOffline(false);
  await expect(chat.texts).toContainText(`word${WORDS}`, WHOLE);
  await chat.ended();
  expect(await chat.words()).toEqual(numberedWords(WORDS));
  await expect(page.getByText('Error:')).toHaveCount(0);
  await expect(chat.turns).toHaveCount(2);
});
