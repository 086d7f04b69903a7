import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { PASSWORD } from '../support/account.ts';
import { attachingOn } from '../support/attaching.ts';
import { pictureFile } from '../support/files.ts';
import type { Stack } from '../support/stack.ts';
import { skipOn } from '../support/test.ts';
import { LONG_TITLE, type On, type State } from './rows.ts';

/** Brings a page to a state, from wherever the state before it has left it. */
type Arrange = (on: On, stack: Stack) => Promise<unknown>;

const SEND = '**/api/chat/stream';

const ask = async ({ page, chat }: On, question: string, mode = 'Normal') => {
  await chat.newChat.click();
  await expect(chat.turns).toHaveCount(0);
  await page.getByRole('radio', { name: mode, exact: true }).check();
  await chat.ask(question);
};

/** Answers the next question with this in the server's place. */
const refuse = async (on: On, answer: { status: number; contentType?: string; body?: string }) => {
  await on.page.route(SEND, (route) => route.fulfill(answer), { times: 1 });
  await ask(on, 'What is 6 * 7?');
};

/** Stops the page's timers, which run on only when a measure lets them. */
const stopClock = (page: Page) => page.clock.pauseAt(Date.now() + 5000);

const revoke = ({ account }: On, stack: Stack) =>
  fetch(`${stack.url}/api/auth/logout`, { headers: { Authorization: `Bearer ${account.token}` } });

export const ARRANGE: Record<State, Arrange> = {
  async starting({ page }) {
    await page.route('**/api/auth/me', () => {});
    await page.goto('/');
  },

  async reading({ page, chat, account }) {
    await account.ask('[[fast]] [[sample]]');
    const id = await account.ask(LONG_TITLE);
    await account.ask('[[fast]] [[sample]]', id);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.clock.install();
    await page.goto(`/c/${id}`);
    await expect(chat.texts.last().getByRole('table')).toBeVisible();
    await chat.sidebar.getByRole('link', { name: /^Incomp/ }).hover();
    await stopClock(page);
  },
  async narrow({ page }) {
    await page.clock.resume();
    await page.setViewportSize({ width: 767, height: 800 });
  },
  async collapsed({ page, chat }) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await chat.sidebar.getByRole('button', { name: 'Collapse sidebar' }).click();
  },
  async 'searching the list'({ chat }) {
    await chat.sidebar.getByRole('button', { name: 'Search conversations' }).click();
    await chat.sidebar.getByRole('searchbox').fill('nothing like it');
  },
  async deleting({ chat }) {
    await chat.sidebar.getByRole('searchbox').fill('');
    await chat.sidebar.getByRole('link', { name: /^Incomp/ }).hover();
    await chat.sidebar.getByRole('button', { name: `Delete ${LONG_TITLE}` }).click();
  },
  async editing({ page, chat }) {
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await chat.questions.first().hover();
    await page.getByRole('button', { name: 'Edit message' }).first().click();
  },
  async 'blank saved'({ page }) {
    await page.getByRole('textbox', { name: 'Edit message' }).fill('  \n ');
    await page.getByRole('button', { name: 'Save & Regenerate' }).click();
  },

  async sent(on) {
    await on.page.goto('/');
    await on.page.route(SEND, () => {}, { times: 1 });
    await ask(on, 'What is 6 * 7?');
  },
  async thinking(on) {
    await on.page.reload();
    await on.chat.ended();
    await ask(on, '[[think]] [[slow]]', 'Thinking');
  },
  thought: ({ chat }) => chat.stop.click(),
  folded: ({ page }) =>
    page
      .getByRole('button', { name: 'Show Reasoning' })
      .or(page.getByRole('button', { name: 'Hide Reasoning' }))
      .click(),
  'searching the web': (on) => ask(on, 'How do I cancel a subscription?', 'Search'),
  searched: ({ chat }) => chat.ended(),
  async drawn(on) {
    await ask(on, 'A lighthouse', 'Image');
    await on.chat.ended();
  },
  async attached(on) {
    const attaching = attachingOn(on.page);
    await on.chat.newChat.click();
    await on.page.getByRole('radio', { name: 'Normal' }).check();
    await attaching.choose(await pictureFile('png', { width: 800, height: 400 }));
    await expect(on.chat.send).toBeEnabled();
    await on.chat.ask('What is this?');
    await on.chat.ended();
    await attaching.choose({ name: 'archive.zip', mimeType: 'application/zip', buffer: Buffer.from('PK') });
  },
  typing: ({ chat }) => chat.box.fill('line\n'.repeat(40)),

  async left({ page, chat, account }) {
    const id = await account.ask('[[fast]] [[long 900]]');
    await page.clock.install();
    await page.goto(`/c/${id}`);
    await expect(chat.texts).toContainText('word900');
    await chat.ask('[[slow]] [[long 900]]');
    await expect(chat.texts).toHaveCount(2);
    await expect(chat.texts.last()).toContainText('word2');
    await stopClock(page);
    await chat.texts.last().hover();
    await page.mouse.wheel(0, -700);
  },
  below: ({ page }) => page.clock.resume(),
  async apart({ page, chat }) {
    await chat.stop.click();
    await chat.ended();
    await page.getByRole('button', { name: 'New content available below' }).click();
    await page.locator('[data-thread]').evaluate((thread) => (thread.scrollTop -= 300));
  },

  async 'at the limit'({ page, account }) {
    for (let used = await account.messagesUsed(); used < 10; used++) await account.ask('What is 6 * 7?');
    await page.reload();
  },
  admin: ({ page }) => page.goto('/'),
  async expired(on, stack) {
    await on.account.ask('What is 6 * 7?');
    const other = await on.account.ask('What is 6 * 8?');
    await on.page.goto(`/c/${other}`);
    await expect(on.chat.texts).toContainText('48');
    await revoke(on, stack);
    await on.chat.sidebar.getByRole('link', { name: 'What is 6 * 7?' }).click();
    await on.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  },

  async 'refused with a page'(on) {
    await on.page.goto('/');
    await refuse(on, { status: 502, contentType: 'text/html', body: '<title>Proxy</title>' });
  },
  'refused without a body': (on) => refuse(on, { status: 204 }),
  async 'refused with 429'(on) {
    // The handler would close it before the check.
    await on.page.removeLocatorHandler(skipOn(on.page));
    await refuse(on, { status: 429, contentType: 'application/json', body: '{}' });
    const offer = on.page.getByRole('dialog', { name: 'You’ve used your free messages' });
    await offer.getByRole('button', { name: 'Keep reading' }).click();
    await expect(offer).toHaveCount(0);
  },
  'failed in the middle': (on) => ask(on, '[[500]]'),
  async 'not deleted'({ page, chat }) {
    await page.route('**/api/chat/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    );
    await chat.sidebar.getByRole('link').first().hover();
    await chat.sidebar.getByTitle('Delete', { exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  },
  async 'badly stored'({ page, account }, stack) {
    const me = await fetch(`${stack.url}/api/auth/me`, { headers: { Authorization: `Bearer ${account.token}` } });
    const { user } = (await me.json()) as { user: { _id: string } };
    const id = randomUUID();
    const messages = [{ text: 'Neither an id nor whose it is', timestamp: new Date().toISOString() }];
    const conversation = { id, title: 'Kept', updatedAt: new Date().toISOString(), lastText: '', messages };
    const stored = JSON.stringify({ userId: user._id, conversations: [conversation] });
    // A page of this origin on which nothing runs.
    await page.goto('/favicon.svg');
    await page.evaluate((text) => localStorage.setItem('conversations', text), stored);
    // The cache is shown until the server answers.
    for (const held of [id, 'history']) await page.route(`**/api/chat/${held}?*`, () => {});
    await page.goto(`/c/${id}`);
  },
  async 'without a history'({ page }) {
    await page.evaluate(() => ['conversations', 'current-conversation'].forEach((key) => localStorage.removeItem(key)));
    await page.route('**/api/chat/history?*', (route) => route.fulfill({ json: { success: true } }));
    await page.goto('/');
  },
  async 'without a part'({ page }) {
    await page.route('**/assets/chat-*.js', (route) => route.abort());
    await page.goto('/');
  },

  async called(on) {
    const { page, chat, account } = on;
    await page.goto('/');
    await chat.ask('What is 6 * 7?');
    await chat.ended();
    await chat.sidebar.getByRole('link').hover();
    await chat.sidebar.getByTitle('Delete', { exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(chat.turns).toHaveCount(0);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Sign In' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill(account.email);
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(chat.box).toBeVisible();
  },
};
