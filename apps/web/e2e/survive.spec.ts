import { ERRORS } from '@parley/core';
import { expect } from '@playwright/test';
import { signedIn } from './support/account.ts';
import { cableTo, type Cable } from './support/cable.ts';
import { chatOn, numberedWords } from './support/chat.ts';
import { killableTest } from './support/killable.ts';
import { userTest } from './support/test.ts';

killableTest(
  'a reply cut off by a server crash is shown as interrupted, and Retry completes it',
  async ({ page, chat, stack }) => {
    await page.goto('/');
    await chat.ask('[[long 400]]');
    await expect(chat.texts).toContainText('word50');
    await stack.kill();
    await stack.start();

    await expect(page.getByText(`Error: ${ERRORS.interrupted.message}`)).toBeVisible();
    await expect(chat.turns).toHaveCount(2);
    const kept = await chat.words();
    expect(kept.length).toBeGreaterThan(20);
    expect(kept).toEqual(numberedWords(kept.length));

    await chat.retry.click();
    await expect(chat.texts).toContainText('word400');
    await chat.ended();
    expect(await chat.words()).toEqual(numberedWords(400));
    await expect(chat.turns).toHaveCount(2);
  },
);

killableTest(
  'a message that cannot be sent stays in the box and is sent once the server is back',
  async ({ page, chat, stack }) => {
    await page.goto('/');
    await expect(page.getByText('0 / 10 (12h)')).toBeVisible();
    await stack.kill();
    await chat.ask('What is 6 * 7?');
    await expect(page.getByRole('alert')).toContainText('Can’t reach the server.');
    await expect(chat.box).toHaveValue('What is 6 * 7?');
    await expect(chat.turns).toHaveCount(0);

    await stack.start();
    await chat.box.press('Enter');
    await expect(chat.texts).toContainText('42');
    await chat.ended();
    await expect(chat.turns).toHaveCount(2);
    await expect(chat.box).toHaveValue('');
    await expect(page.getByText('1 / 10 (12h)')).toBeVisible();
  },
);

/** A test that can cut the page's connection to the stack. */
const cableTest = userTest.extend<{ cable: Cable }>({
  cable: async ({ stack }, use) => {
    const cable = await cableTo(stack.url);
    await use(cable);
    await cable.close();
  },
  baseURL: async ({ cable }, use) => use(cable.url),
  storageState: async ({ cable, account }, use) => use(signedIn(cable, account)),
});

cableTest('a reply arrives complete after the network dropped midway', async ({ page, chat, cable, context }) => {
  await page.goto('/');
  await chat.ask('[[long 400]]');
  await expect(chat.texts).toContainText('word50');
  const cut = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/chat/stream'));
  cable.pull();
  await context.setOffline(true);
  await cut;
  await expect(page.getByText('You’re offline.')).toBeVisible();
  cable.plugIn();
  await context.setOffline(false);
  await expect(chat.texts).toContainText('word400');
  await chat.ended();
  expect(await chat.words()).toEqual(numberedWords(400));
  await expect(page.getByText('Error:')).toHaveCount(0);
  await expect(chat.turns).toHaveCount(2);
});

userTest('two tabs show the same streaming reply', async ({ page, chat, context }) => {
  await page.goto('/');
  await chat.ask('[[long 700]]');
  await expect(chat.texts).toContainText('word20');
  const other = await context.newPage();
  await other.goto(page.url());
  const otherChat = chatOn(other);
  await expect(otherChat.stop).toBeVisible();
  for (const tab of [chat, otherChat]) {
    await tab.ended();
    expect(await tab.words()).toEqual(numberedWords(700));
    await expect(tab.turns).toHaveCount(2);
  }
});
