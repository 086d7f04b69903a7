import type { ConversationResponse } from '@parley/core';
import { expect, type Page } from '@playwright/test';
import type { Account } from './support/account.ts';
import { cableTest } from './support/stack/cable.ts';
import { numberedWords } from './support/pages/chat.ts';
import { setVisibility } from './support/set-visibility.ts';
import type { Stack } from './support/stack/stack.ts';
import { userTest } from './support/test.ts';

/** So many that a busy machine reloads before the end. */
const WORDS = 4000;
/** The longest pause in milliseconds between two attempts of a hidden page; up to half of it is taken off. */
const LONGEST_HIDDEN = 8000;

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
    await expect(chat.texts).toContainText(`word${WORDS}`, { timeout: 60_000 });
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
  await chat.ask('[[long 20000]]');
  await expect(chat.texts).toContainText('word60 ');
  await page.reload();
  await chat.stop.click();
  await expect(page.getByText('You stopped this reply.')).toBeVisible();
  await chat.ended();
  await expect.poll(async () => (await stack.modelRequests()).at(-1)).toMatchObject({ closed: true });
  const words = await chat.words();
  expect(words.length).toBeGreaterThanOrEqual(60);
  expect(words.length).toBeLessThan(20_000);
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

/** Runs in the page, before anything else: timers of so many milliseconds or more never end. */
function holdLongPauses(longest: number): void {
  const wait = globalThis.setTimeout;
  const hold = (task: () => void, ms = 0, ...rest: []) => wait(task, ms < longest ? ms : 2 ** 31 - 1, ...rest);
  globalThis.setTimeout = hold as typeof setTimeout;
}

cableTest(
  'T18: a hidden tab that lost its connection shows the whole reply at once when it becomes visible',
  async ({ page, chat, cable, stack, account }) => {
    await page.addInitScript(holdLongPauses, LONGEST_HIDDEN / 2);
    await page.goto('/');
    await chat.ask('[[long 300]]');
    await expect(chat.texts).toContainText('word30 ');
    await setVisibility(page, 'hidden');
    cable.pull();
    await expect
      .poll(async () => (await storedReply(page, stack, account)).status, { timeout: 30_000 })
      .toBe('complete');
    await expect.poll(() => cable.refused()).toBeGreaterThan(8);
    // When each pause is the longest one, which never ends here, only the page's own look can reconnect.
    let before = 0;
    const isQuiet = () => {
      const last = before;
      before = cable.refused();
      return before === last;
    };
    await expect.poll(isQuiet, { intervals: [LONGEST_HIDDEN], timeout: 60_000 }).toBe(true);
    cable.plugIn();
    await setVisibility(page, 'visible');
    await expect(chat.texts).toContainText('word300');
    await chat.ended();
    expect(await chat.words()).toEqual(numberedWords(300));
    await expect(chat.turns).toHaveCount(2);
    await expect(page.getByText('Error:')).toHaveCount(0);
  },
);
