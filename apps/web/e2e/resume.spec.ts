import type { ConversationResponse } from '@parley/core';
import { expect, type Page } from '@playwright/test';
import type { Account } from './support/account.ts';
import { cableTest } from './support/stack/cable.ts';
import { numberedWords } from './support/pages/chat.ts';
import { setVisibility } from './support/set-visibility.ts';
import type { Stack } from './support/stack/stack.ts';
import { userTest } from './support/test.ts';

const WORDS = 1500;

/** The last message stored on the server for this page's conversation. */
async function storedReply(page: Page, { url }: Stack, { token }: Account) {
  const id = new URL(page.url()).pathname.replace('/c/', '');
  const response = await fetch(`${url}/api/chat/${id}?limit=10`, { headers: { Authorization: `Bearer ${token}` } });
  const { messages } = (await response.json()) as ConversationResponse;
  const { status, text = '' } = messages.at(-1) ?? {};
  return { count: messages.length, status, words: text.trim().split(/\s+/) };
}

userTest(
  'a reply reloaded several times still offers Stop and ends with every word exactly once',
  async ({ page, chat, stack, account }) => {
    await page.goto('/');
    await chat.ask(`[[long ${WORDS}]]`);
    for (const word of ['word5 ', 'word40 ', 'word120 ', 'word250 ']) {
      await expect(chat.texts).toContainText(word);
      await page.reload();
      await expect(chat.stop).toBeVisible();
      await expect(chat.turns).toHaveCount(2);
    }
    await expect(chat.texts).toContainText(`word${WORDS}`, { timeout: 30_000 });
    await chat.ended();
    expect(await chat.words()).toEqual(numberedWords(WORDS));
    await expect(chat.turns).toHaveCount(2);
    expect(await storedReply(page, stack, account)).toEqual({
      count: 2,
      status: 'complete',
      words: numberedWords(WORDS),
    });
    expect(await account.messagesUsed()).toBe(1);
  },
);

userTest(
  'T01: a reply reloaded at ten random points still offers Stop and ends with every word exactly once @all',
  async ({ page, chat, stack, account }) => {
    // 45 s, so that even slow reloads find it running.
    const words = 150;
    const points = Array.from({ length: 10 }, () => Math.ceil(Math.random() * 40)).sort((a, b) => a - b);
    userTest.info().annotations.push({ type: 'reloads after the words', description: points.join(', ') });
    await page.goto('/');
    await chat.ask(`[[slow]] [[long ${words}]]`);
    for (const point of points) {
      await expect(chat.texts).toContainText(new RegExp(`word${point}(?!\\d)`));
      await page.reload();
      await expect(chat.stop).toBeVisible();
      await expect(chat.turns).toHaveCount(2);
    }
    await expect(chat.texts).toContainText(`word${words}`, { timeout: 60_000 });
    await chat.ended();
    expect(await chat.words()).toEqual(numberedWords(words));
    await expect(chat.turns).toHaveCount(2);
    const stored = { count: 2, status: 'complete', words: numberedWords(words) };
    expect(await storedReply(page, stack, account)).toEqual(stored);
  },
);

userTest('Stop after a reload ends the model request and keeps the words', async ({ page, chat, stack, account }) => {
  await page.goto('/');
  await chat.ask(`[[long ${WORDS}]]`);
  await expect(chat.texts).toContainText('word60 ');
  await page.reload();
  await chat.stop.click();
  await expect(page.getByText('You stopped this reply.')).toBeVisible();
  await chat.ended();
  await expect.poll(async () => (await stack.modelRequests()).at(-1)).toMatchObject({ closed: true });
  const words = await chat.words();
  expect(words.length).toBeGreaterThanOrEqual(60);
  expect(words.length).toBeLessThan(WORDS);
  expect(words).toEqual(numberedWords(words.length));
  expect(await storedReply(page, stack, account)).toMatchObject({
    count: 2,
    status: 'stopped',
    words,
  });
  await page.reload();
  await expect(chat.texts).toContainText('word60');
  expect(await chat.words()).toEqual(words);
});

cableTest(
  'T18: a hidden tab that lost its connection shows the whole reply within 2 s of becoming visible',
  async ({ page, chat, cable, stack, account }) => {
    await page.goto('/');
    await chat.ask('[[long 300]]');
    await expect(chat.texts).toContainText('word30 ');
    await setVisibility(page, 'hidden');
    cable.pull();
    await expect
      .poll(async () => (await storedReply(page, stack, account)).status, { timeout: 30_000 })
      .toBe('complete');
    // By now the reconnect backoff has reached its maximum.
    await expect.poll(() => cable.refused(), { timeout: 30_000 }).toBeGreaterThan(8);
    cable.plugIn();
    await setVisibility(page, 'visible');
    await expect(chat.texts).toContainText('word300', { timeout: 2000 });
    await chat.ended();
    expect(await chat.words()).toEqual(numberedWords(300));
    await expect(chat.turns).toHaveCount(2);
    await expect(page.getByText('Error:')).toHaveCount(0);
  },
);
