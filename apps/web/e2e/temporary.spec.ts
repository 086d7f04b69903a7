import { sentenceOf } from '@parley/core';
import { expect } from '@playwright/test';
import { countCachedConversations, skipToCaching } from './support/caches.ts';
import { expectNoFinding } from './support/expect-accessible.ts';
import { textFile } from './support/files.ts';
import { killableTest } from './support/stack/killable.ts';
import { userTest } from './support/test.ts';

userTest('nothing of a temporary chat is kept in the browser or on the server', async ({ page, chat, account }) => {
  await page.clock.install();
  await account.ask('What is 6 * 7?');
  await page.goto('/');
  await expect(chat.box).toBeEditable();
  await skipToCaching(page);
  await expect.poll(() => countCachedConversations(page)).toBe(1);
  await chat.sidebar.getByRole('button', { name: 'Temporary chat' }).click();
  await expect(page.getByText('Nothing of this is kept.')).toBeVisible();
  await expectNoFinding(page, 'a temporary chat');
  await chat.ask('slug: Axolotl Marmalade');
  await chat.ended();
  await expect(chat.texts.last()).toContainText('axolotl-marmalade');
  await chat.ask('slug: Second Axolotl');
  await chat.ended();
  await expect(chat.turns).toHaveCount(4);
  await chat.box.fill('an axolotl draft');
  // The cache has taken what came after the temporary chat.
  await account.ask('What is 6 * 8?');
  await skipToCaching(page);
  await expect.poll(() => countCachedConversations(page)).toBe(2);
  const stored = await page.evaluate(async () => {
    const named = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
    const opened = await Promise.all(
      named.map(
        (name) =>
          new Promise<IDBDatabase>((resolve, reject) => {
            const request = indexedDB.open(name);
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(new Error(name));
          }),
      ),
    );
    const values = opened.flatMap((database) =>
      [...database.objectStoreNames].map(
        (store) =>
          new Promise((resolve) => {
            const request = database.transaction(store).objectStore(store).getAll();
            request.onsuccess = () => resolve(request.result);
          }),
      ),
    );
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, await Promise.all(values)]);
  });
  expect(stored).toContain('token');
  expect(stored.toLowerCase()).not.toContain('axolotl');
  await expect(chat.sidebar.getByRole('link')).toHaveText(['What is 6 * 8?', 'What is 6 * 7?']);

  await page.getByRole('main').getByRole('button', { name: 'Close' }).click();
  await expect(chat.turns).toHaveCount(0);
  await expect(chat.box).toHaveValue('');
});

userTest('a temporary chat is gone when another chat is opened', async ({ page, chat, account }) => {
  await account.ask('What is 6 * 7?');
  await page.goto('/');
  await chat.sidebar.getByRole('button', { name: 'Temporary chat' }).click();
  await chat.ask('slug: Axolotl');
  await chat.ended();
  await chat.sidebar.getByRole('link', { name: 'What is 6 * 7?' }).click();
  await expect(chat.questions).toHaveText(['What is 6 * 7?']);
  await page.goBack();
  await expect(page.getByText('Nothing of this is kept.')).toBeHidden();
});

userTest('a temporary reply goes on after the connection was cut for 20 seconds', async ({ page, chat, context }) => {
  await page.clock.install();
  await page.goto('/');
  await chat.sidebar.getByRole('button', { name: 'Temporary chat' }).click();
  await chat.ask('[[long 2000]]');
  await expect(chat.texts.last()).toContainText('word1');
  const cut = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/chat/'));
  await context.setOffline(true);
  await cut;
  await page.clock.runFor(20_000);
  await context.setOffline(false);
  await expect(chat.texts.last()).toContainText('word2000', { timeout: 60_000 });
  await expect(chat.turns).toHaveCount(2);
});

userTest('a file of a temporary chat is deleted when the page is reloaded', async ({ page, chat, account, stack }) => {
  await page.goto('/');
  await chat.sidebar.getByRole('button', { name: 'Temporary chat' }).click();
  const uploaded = page.waitForResponse((response) => response.url().includes('/api/files?'));
  await page.locator('input[type=file]').setInputFiles(textFile('It says axolotl.', 'axolotl.txt'));
  const { file } = (await (await uploaded).json()) as { file: { url: string } };
  await chat.ask('What does it say?');
  await chat.ended();
  await expect(chat.turns.first()).toContainText('axolotl.txt');
  const status = async () =>
    (await fetch(stack.url + file.url, { headers: { Authorization: `Bearer ${account.token}` } })).status;
  expect(await status()).toBe(200);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(chat.box).toBeEditable();
  await expect.poll(status).toBe(404);
});

killableTest(
  'a temporary reply that a server crash ended says so, keeps its words and can be retried',
  async ({ page, chat, stack }) => {
    await page.goto('/');
    await chat.sidebar.getByRole('button', { name: 'Temporary chat' }).click();
    await chat.ask('[[long 2000]]');
    await expect(chat.texts).toContainText('word50');
    await stack.kill();
    await stack.start();
    await expect(page.getByText(`Error: ${sentenceOf('interrupted')}`)).toBeVisible();
    await expect(chat.texts).toContainText('word50');
    await chat.retry.click();
    await expect(chat.texts).toContainText('word2000', { timeout: 60_000 });
    await expect(chat.turns).toHaveCount(2);
  },
);
