import { expect, type Page } from '@playwright/test';
import { MAX_TITLE_LENGTH } from '@parley/core';
import { injections, unsafeParts } from '@parley/ui/injections';
import type { Account } from './support/account.ts';
import { attachingOn } from './support/pages/attaching.ts';
import { textFile } from './support/files.ts';
import type { Stack } from './support/stack/stack.ts';
import { userTest } from './support/test.ts';
import { askWithFiles } from './support/pages/upload.ts';
import { watch } from './support/watch.ts';

userTest.use({ settings: { FREE_MESSAGES: '1000', SANDBOX_DELAY_MS: '1' } });

const BATCHES = 10;
/** Slightly below the server's limit of messages per user and minute. */
const TITLES = 50;

/** Each batch takes every tenth entry, so that no two of its entries define the same link or footnote. */
const batches = Array.from({ length: BATCHES }, (_, batch) => injections.filter((_, at) => at % BATCHES === batch));
const lines = injections.filter((text) => !text.includes('\n'));

/** A message to which the demo assistant replies with exactly this text: it moves the last line to the top. */
function echoing(text: string): string {
  return ['[[echo]]', ...text.split('\n').toReversed()].join('\n');
}

/** Collects unsafe parts of replies, including those that exist only briefly while streaming. */
async function watchReplies(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(`
    const unsafeParts = ${unsafeParts.toString()};
    globalThis.unsafe = new Set();
    new MutationObserver(() => {
      for (const reply of document.querySelectorAll('main .prose')) {
        for (const part of unsafeParts(reply)) globalThis.unsafe.add(part);
      }
    }).observe(document, { subtree: true, childList: true, attributes: true });
  `);
  return () => page.evaluate(() => [...(globalThis as unknown as { unsafe: Set<string> }).unsafe]);
}

/** Expects no element or event handler on the page that only injected markup could create. */
async function expectHarmless(page: Page): Promise<void> {
  await expect(
    page.locator('body :is(script, iframe, object, embed, style, base, meta, link, video, audio)'),
  ).toHaveCount(0);
  await expect(page.locator('body img:not([src^="/api/files/"], [src^="blob:"])')).toHaveCount(0);
  const handlers = await page.evaluate(() =>
    [...document.body.querySelectorAll('*')].flatMap(({ attributes }) =>
      [...attributes].filter(({ name }) => name.startsWith('on')).map(({ name, value }) => `${name}=${value}`),
    ),
  );
  expect(handlers).toEqual([]);
}

userTest('replies and questions render the whole injection corpus as text', async ({ page, chat, stack }) => {
  const wrongs = await watch(page, stack.url);
  const unsafe = await watchReplies(page);
  await page.goto('/');
  for (const [index, batch] of batches.entries()) {
    await chat.box.fill(echoing(batch.join('\n\n')));
    await chat.send.click();
    await expect(chat.texts).toHaveCount(index + 1);
    await expect(chat.texts.last()).toContainText('[[echo]]');
    await chat.ended();
  }
  expect(await unsafe()).toEqual([]);
  await expectHarmless(page);
  expect(wrongs).toEqual([]);
  await page.reload();
  await expect(chat.texts.last()).toContainText('[[echo]]');
  expect(await unsafe()).toEqual([]);
  await expectHarmless(page);
  expect(wrongs).toEqual([]);
});

userTest.describe('without the content security policy', () => {
  userTest.use({ bypassCSP: true });

  userTest('injected diagrams run no code without the content security policy', async ({ page, chat, stack }) => {
    const wrongs = await watch(page, stack.url);
    const unsafe = await watchReplies(page);
    const diagrams = injections.filter((text) => text.startsWith('```mermaid'));
    await page.goto('/');
    await chat.ask(echoing(diagrams.join('\n\n')));
    await expect(chat.texts).toContainText('[[echo]]');
    await chat.ended();
    const shown = chat.texts.getByRole('img', { name: 'Diagram' }).or(chat.texts.getByText('couldn’t be drawn'));
    await expect(shown).toHaveCount(diagrams.length);
    expect(await unsafe()).toEqual([]);
    await expectHarmless(page);
    expect(wrongs).toEqual([]);
  });
});

async function rename(stack: Stack, { token }: Account, conversationId: string, title: string): Promise<string> {
  const response = await fetch(`${stack.url}/api/chat/${conversationId}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ title }),
  });
  expect(response.status, title).toBe(200);
  return ((await response.json()) as { conversation: { title: string } }).conversation.title;
}

userTest('injected titles render as text everywhere', async ({ page, chat, stack, account }) => {
  const wrongs = await watch(page, stack.url);
  const titles: string[] = [];
  for (const line of lines.filter(({ length }) => length <= MAX_TITLE_LENGTH).slice(0, TITLES)) {
    titles.push(await rename(stack, account, await account.ask('What is 6 * 7?'), line));
  }
  await page.goto('/');
  const link = chat.sidebar.getByRole('link');
  await expect(link).toContainText(titles.toReversed().map((title) => title.slice(0, 20)));
  await expectHarmless(page);
  const title = '<svg/onload=alert(1)>';
  await link.first().focus();
  await page.keyboard.press('F2');
  await chat.sidebar.getByRole('textbox', { name: /^New name/ }).fill(title);
  await page.keyboard.press('Enter');
  await expect(link.first()).toHaveText(title);
  await expect(page.getByRole('heading', { name: title })).toBeAttached();
  await link.first().hover();
  await chat.sidebar
    .getByRole('button', { name: `Delete ${title}` })
    .first()
    .click();
  await expect(page.getByRole('alertdialog')).toContainText(title);
  await expectHarmless(page);
  await page.keyboard.press('Escape');
  await chat.sidebar.getByRole('searchbox').fill('<svg/');
  await expect(link.first()).toHaveText(title);
  await expectHarmless(page);
  expect(wrongs).toEqual([]);
});

userTest('injected file names render as text everywhere', async ({ page, chat, stack, account }) => {
  const wrongs = await watch(page, stack.url);
  const attaching = attachingOn(page);
  const names = lines.filter((line) => !line.includes('/') && line.includes('alert')).map((line) => `${line}.txt`);
  expect(names.length).toBeGreaterThan(10);
  const files = names.map((name) => textFile(`The tangerine is ripe in ${name}`, name));
  const { conversationId } = await askWithFiles(stack, account, 'Which tangerine is ripe?', files.slice(0, 5));
  await page.goto(`/c/${conversationId}`);
  for (const name of names.slice(0, 5)) await expect(page.getByRole('main')).toContainText(name.slice(0, 20));
  await expect(chat.texts.getByRole('blockquote').first()).toContainText('The tangerine is ripe');
  await page.getByRole('main').getByRole('button', { name: 'Text, ' }).first().click();
  await expect(page.getByRole('dialog')).toContainText('The tangerine is ripe in');
  await expectHarmless(page);
  await page.keyboard.press('Escape');
  for (let at = 5; at < files.length; at += 5) {
    const some = files.slice(at, at + 5);
    await attaching.choose(...some);
    await expect(attaching.rows).toContainText(some.map(({ name }) => name.slice(0, 20)));
    await expect(chat.send).toBeEnabled();
    await expectHarmless(page);
    await chat.box.fill('Which tangerine is ripe?');
    await chat.send.click();
    await expect(attaching.rows).toHaveCount(0);
    await chat.ended();
  }
  await attaching.choose({ name: 'bad', mimeType: 'video/<img src=x onerror=alert(1)>', buffer: Buffer.from('x') });
  await expect(attaching.alert).toContainText('Unsupported file type:');
  await expectHarmless(page);
  expect(wrongs).toEqual([]);
});

userTest('injected search results render as text in the palette', async ({ page, chat, stack, account }) => {
  const wrongs = await watch(page, stack.url);
  for (const batch of batches) await account.ask(echoing(batch.join('\n\n')));
  const conversationId = await account.ask('What is 6 * 7?');
  await rename(stack, account, conversationId, '<img src=x onerror=alert(1)>');
  await page.goto(`/c/${conversationId}`);
  await expect(chat.box).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Search messages' });
  const query = palette.getByRole('combobox');
  for (const word of ['alert', 'evil', 'script', 'onerror', 'javascript', 'style', '<img src=x onerror=alert(1)>']) {
    await query.fill(word);
    await expect(palette.locator('mark').first()).toBeVisible();
    await expect(palette.getByText(`New Chat with “${word}”`)).toBeVisible();
    await expectHarmless(page);
  }
  await query.fill('<svg onload=nothingLikeThis()>');
  await expect(palette.getByText('No results for “<svg onload=nothingLikeThis()>”.')).toBeVisible();
  await expectHarmless(page);
  await query.fill('onerror');
  await expect(palette.locator('mark').first()).toHaveText(/onerror/i);
  await query.press('Enter');
  await expect(chat.texts.first()).toBeVisible();
  await expectHarmless(page);
  expect(wrongs).toEqual([]);
});
