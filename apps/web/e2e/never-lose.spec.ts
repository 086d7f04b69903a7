import { ERRORS, sentenceOf } from '@parley/core';
import { expect, type Page, type Route } from '@playwright/test';
import { PASSWORD } from './support/account.ts';
import { attachingOn } from './support/pages/attaching.ts';
import { textFile } from './support/files.ts';
import { expectSentOnce, storedQuestions, timesStored } from './support/stack/stored.ts';
import { userTest } from './support/test.ts';

const SEND = '**/api/chat/stream';
const UNREACHABLE = 'Can’t reach the server. Check your connection and try again.';

userTest('a draft stays with its conversation across switches and reloads', async ({ page, chat, account }) => {
  const sums = await account.ask('What is 6 * 7?');
  const more = await account.ask('What is 6 * 8?');
  const drafts = { [`/c/${sums}`]: 'half a thought\n  of two lines', [`/c/${more}`]: 'another one' };
  const open = (address: string) => chat.sidebar.locator(`a[href="${address}"]`).click();
  await page.goto('/');
  for (const [address, text] of Object.entries(drafts)) {
    await open(address);
    await expect(chat.box).toHaveValue('');
    await chat.box.fill(text);
  }
  await chat.startNewChat();
  await expect(chat.box).toHaveValue('');
  await chat.box.fill('not sent yet');
  const begun = new URL(page.url()).pathname;
  for (const reload of [false, true]) {
    for (const [address, text] of Object.entries(drafts)) {
      await open(address);
      if (reload) await page.reload();
      await expect(chat.box).toHaveValue(text);
    }
  }
  await page.goto(begun);
  await expect(chat.box).toHaveValue('not sent yet');
  await expect(chat.turns).toHaveCount(0);
});

const html = (status: number) => (route: Route) =>
  route.fulfill({ status, contentType: 'text/html', body: '<!doctype html><title>Proxy</title>' });
const failure = (code: 'internal' | 'unavailable' | 'rate-limited', headers = {}) => {
  const status = ERRORS[code];
  const message = sentenceOf(code);
  return (route: Route) => route.fulfill({ status, headers, json: { success: false, code, message, error: message } });
};

const BROKEN_SENDS: { what: string; answer: (route: Route) => Promise<unknown>; sentence: string }[] = [
  { what: 'an error of the server', answer: failure('internal'), sentence: sentenceOf('internal') },
  { what: 'a server that is too busy', answer: failure('unavailable'), sentence: sentenceOf('unavailable') },
  {
    what: 'too many requests',
    answer: failure('rate-limited', { 'Retry-After': '1' }),
    sentence: sentenceOf('rate-limited'),
  },
  { what: 'a page of a proxy', answer: html(502), sentence: 'HTTP error! status: 502' },
  { what: 'a page in place of the stream', answer: html(200), sentence: UNREACHABLE },
  {
    what: 'an answer without a body',
    answer: (route) => route.fulfill({ status: 204 }),
    sentence: 'No reader available',
  },
  { what: 'a connection cut on the way there', answer: (route) => route.abort(), sentence: UNREACHABLE },
  { what: 'a connection cut on the way back', answer: acceptAndCut, sentence: UNREACHABLE },
];

/** Blocks events, so that the client must poll the server's state. */
const blockEvents = (page: Page) => page.route('**/api/events', (route) => route.abort());

/** Lets the server accept the message, then drops the response. */
async function acceptAndCut(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

userTest(
  'a failed send shows an error and keeps the text, and Enter sends it once',
  async ({ page, chat, account, stack }) => {
    await blockEvents(page);
    await page.goto('/');
    for (const [index, { what, answer, sentence }] of BROKEN_SENDS.entries()) {
      await userTest.step(what, async () => {
        const question = `What is ${index} * 7?`;
        await page.route(SEND, answer);
        await chat.ask(question);
        await expect(page.getByRole('alert')).toHaveText(sentence);
        await expect(chat.box).toHaveValue(question);
        await expect(chat.turns).toHaveCount(0);
        await expect(chat.send).toBeEnabled();

        await page.unroute(SEND);
        await chat.box.press('Enter');
        await expectSentOnce(chat, stack, account, question);
        await expect(page.getByRole('alert')).toHaveCount(0);
        await chat.startNewChat();
      });
    }
    expect(await account.messagesUsed()).toBe(BROKEN_SENDS.length);
  },
);

userTest('the box clears when the server already has the message', async ({ page, chat, account, stack }) => {
  await blockEvents(page);
  await page.goto(`/c/${await account.ask('What is 6 * 7?')}`);
  await page.route(SEND, acceptAndCut);
  await chat.ask('What is 6 * 8?');
  await expect(page.getByRole('alert')).toHaveText(UNREACHABLE);
  await page.unroute(SEND);
  await page.reload();
  await expect(chat.texts).toHaveCount(2);
  await expectSentOnce(chat, stack, account, 'What is 6 * 8?');
});

userTest(
  'a session that ends during a send asks to sign in and keeps the text and file',
  async ({ page, chat, account, stack }) => {
    const attaching = attachingOn(page);
    await page.goto(`/c/${await account.ask('What is 6 * 7?')}`);
    await attaching.choose(textFile('The tangerine is ripe.'));
    await expect(chat.box).toBeEditable();
    await chat.box.fill('What is this?');
    await expect(chat.send).toBeEnabled();
    await fetch(`${stack.url}/api/auth/logout`, { headers: { Authorization: `Bearer ${account.token}` } });
    await chat.box.press('Enter');

    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(sentenceOf('unauthorized'));
    await expect(page.getByPlaceholder('Sign in to start chatting...')).toHaveValue('What is this?');
    await dialog.getByLabel('Email').fill(account.email);
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(chat.box).toHaveValue('What is this?');
    await expect(attaching.rows).toHaveCount(1);
    await expect(chat.turns).toHaveCount(2);
    await chat.box.press('Enter');
    await expect(chat.questions).toHaveCount(2);
    await chat.ended();
    await expect(chat.box).toHaveValue('');
    const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
    const stored = await storedQuestions(stack, { ...account, token });
    expect(stored.map(({ text, attachments }) => [text, attachments?.length ?? 0])).toEqual([
      ['What is 6 * 7?', 0],
      ['What is this?', 1],
    ]);
  },
);

userTest(
  'a message sent offline is queued in its conversation and sent once',
  async ({ page, chat, account, stack, context }) => {
    const parts = [/\/assets\/offline\.chunk-/, /\/assets\/message-list-/].map((part) => page.waitForResponse(part));
    await page.goto('/');
    for (const part of parts) await (await part).finished();
    await expect(chat.box).toBeEditable();
    await context.setOffline(true);
    await expect(page.getByText('You’re offline.')).toBeVisible();
    await chat.ask('What is 6 * 7?');
    await expect(page.getByText('Waiting to be sent', { exact: true })).toBeVisible();
    await expect(chat.turns).toHaveCount(0);
    await expect(chat.box).toHaveValue('');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Waiting to be sent', { exact: true })).toHaveCount(0);
    await expect(chat.box).toHaveValue('What is 6 * 7?');
    await chat.box.press('Enter');
    await expect(page.getByText('Waiting to be sent', { exact: true })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('You’re offline.')).toHaveCount(0);
    await expectSentOnce(chat, stack, account, 'What is 6 * 7?');
  },
);

const MOMENTS: { what: string; on?: (route: Route) => Promise<unknown>; hasLeft?: boolean }[] = [
  { what: 'before anything has left' },
  { what: 'while the request is on its way', on: async () => {} },
  { what: 'while the answer is on its way', on: (route) => route.fetch(), hasLeft: true },
];

userTest('a reload at any moment of a send sends the message once', async ({ page, chat, account, stack }) => {
  await page.goto('/');
  await account.ask('What is 6 * 9?');
  for (const [index, { what, on, hasLeft = false }] of MOMENTS.entries()) {
    await userTest.step(what, async () => {
      const question = `What is ${index} * 7?`;
      const seen = Promise.withResolvers<void>();
      if (on) {
        await page.route(SEND, async (route) => {
          await on(route);
          seen.resolve();
        });
      } else seen.resolve();
      await chat.startNewChat();
      await chat.ask(question);
      await seen.promise;
      if (hasLeft) expect(await timesStored(stack, account, question)).toBe(1);
      await page.unroute(SEND);
      await page.reload();
      await expectSentOnce(chat, stack, account, question);
      await page.reload();
      await expectSentOnce(chat, stack, account, question);
    });
  }
  expect(await account.messagesUsed()).toBe(1 + MOMENTS.length);
});

userTest('pressing send twice sends one message', async ({ page, chat, account, stack }) => {
  await page.goto('/');
  const presses: [string, () => Promise<unknown>][] = [
    ['What is 6 * 7?', () => Promise.all([chat.box.press('Enter'), chat.box.press('Enter')])],
    ['What is 6 * 8?', () => chat.send.dblclick()],
  ];
  for (const [question, press] of presses) {
    await chat.box.fill(question);
    await press();
    await expectSentOnce(chat, stack, account, question);
  }
  await expect(chat.turns).toHaveCount(2 * presses.length);
  expect(await account.messagesUsed()).toBe(presses.length);
});

const editor = (page: Page) => page.getByRole('textbox', { name: 'Edit message' });

userTest(
  'an edited question survives a reload and failed saves and is stored once',
  async ({ page, chat, account, stack }) => {
    await blockEvents(page);
    await page.goto(`/c/${await account.ask('What is 6 * 7?')}`);
    await chat.questions.hover();
    await page.getByRole('button', { name: 'Edit message' }).click();
    await editor(page).fill('What is 6 * 8?');
    await page.reload();
    await expect(editor(page)).toHaveValue('What is 6 * 8?');

    const save = page.getByRole('button', { name: 'Save & Regenerate' });
    for (const answer of [html(502), acceptAndCut]) {
      await page.route(SEND, answer);
      await save.click();
      await expect(page.getByRole('alert')).toBeVisible();
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await expect(editor(page)).toHaveValue('What is 6 * 8?');
      await expect(chat.turns).toHaveCount(2);
      await page.unroute(SEND);
    }
    await save.click();
    await expect(editor(page)).toHaveCount(0);
    await expectSentOnce(chat, stack, account, 'What is 6 * 8?');
    await expect(chat.texts).toContainText('48');
    await expect(page.getByRole('group', { name: 'Versions' }).first()).toContainText('2 / 2');
    expect((await storedQuestions(stack, account)).map(({ text }) => text)).toEqual(['What is 6 * 8?']);
  },
);
