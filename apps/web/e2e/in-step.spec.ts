import { expect, type Page } from '@playwright/test';
import { signedIn } from './support/account.ts';
import { expectNoFinding } from './support/expect-accessible.ts';
import { middayZone } from './support/midnight.ts';
import { chatOn, numberedWords, type Chat } from './support/pages/chat.ts';
import { openSettings } from './support/pages/settings-dialog.ts';
import { userTest } from './support/test.ts';
import { threadOn } from './support/pages/thread.ts';

interface Onlookers {
  /** A second tab of the same browser; `device` is a page in another one. */
  tab: Page;
  device: Page;
  both: { page: Page; chat: Chat }[];
}

/** Number of tabs in this browser waiting for the leader's lock. */
const waiting = (page: Page) => page.evaluate(async () => (await navigator.locks.query()).pending?.length);

/** Opens a page and waits until it receives events. */
async function openConnected(page: Page, path: string, others = 0): Promise<void> {
  const connects = others === 0 ? page.waitForRequest('**/api/events') : null;
  await Promise.all([connects, page.goto(path)]);
  if (others > 0) await expect.poll(() => waiting(page)).toBe(others);
}

/** A test with one acting tab and other clients that observe. */
const inStepTest = userTest.extend<{ onlookers: Onlookers; id: string }>({
  id: async ({ account }, use) => use(await account.ask('What is 6 * 7?')),
  onlookers: async ({ page, context, browser, stack, account, id }, use) => {
    const elsewhere = await browser.newContext({ storageState: signedIn(stack, account), baseURL: stack.url });
    const [tab, device] = await Promise.all([context.newPage(), elsewhere.newPage()]);
    // The first tab of a browser becomes the leader.
    const here = openConnected(page, `/c/${id}`).then(() => openConnected(tab, `/c/${id}`, 1));
    await Promise.all([here, openConnected(device, `/c/${id}`)]);
    const both = [tab, device].map((each) => ({ page: each, chat: chatOn(each) }));
    await Promise.all(both.map(({ chat }) => expect(chat.texts).toContainText('42')));
    await use({ tab, device, both });
    await elsewhere.close();
  },
});

inStepTest.use({ timezoneId: middayZone() });

const links = (chat: Chat) => chat.sidebar.getByRole('link');
const counter = (page: Page) => page.getByText('(12h)').first();

async function remove(page: Page, chat: Chat, title: string): Promise<void> {
  await links(chat).filter({ hasText: title }).hover();
  await chat.sidebar.getByRole('button', { name: `Delete ${title}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
}

async function menu(page: Page, chat: Chat, title: string, item: string): Promise<void> {
  // A change from another device may move the row away from the pointer.
  await expect(async () => {
    await links(chat).filter({ hasText: title }).hover();
    await chat.sidebar.getByRole('button', { name: `More for ${title}` }).click({ timeout: 1000 });
  }).toPass();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

inStepTest(
  'a question and its streaming reply reach other clients at once and can be stopped there',
  async ({ chat, onlookers }) => {
    inStepTest.slow();
    const { device, both } = onlookers;
    await chat.ask('[[long 20000]]');
    await expect(chat.questions).toHaveCount(2);
    await Promise.all(
      both.map(async ({ page, chat: there }) => {
        await expect(there.questions).toHaveText(['What is 6 * 7?', '[[long 20000]]']);
        await expect(there.stop).toBeVisible();
        await expect(there.texts.last()).toContainText('word20 ');
        await expect(counter(page)).toContainText('2 / 1000 (12h)');
      }),
    );
    await chatOn(device).stop.click();
    await Promise.all([chat, ...both.map((each) => each.chat)].map((each) => expect(each.stop).toBeHidden()));
    const words = await chat.words();
    expect(words.length).toBeGreaterThan(20);
    expect(words).toEqual(numberedWords(words.length));
    for (const { chat: there } of both) await expect.poll(there.words).toEqual(words);
  },
);

inStepTest(
  'a retried reply, a version switch, a new conversation, its name, and its pin reach other clients by themselves',
  { tag: '@all' },
  async ({ page, chat, account, onlookers }) => {
    inStepTest.slow();
    const { both } = onlookers;
    const everywhere = (check: (there: Chat) => Promise<void>) => Promise.all(both.map((each) => check(each.chat)));
    const versions = (there: Chat) => there.turns.nth(1).getByRole('group', { name: 'Versions' });
    await chat.retry.click();
    await everywhere((there) => expect(versions(there)).toHaveText('2 / 2'));
    await chat.ended();
    await versions(chat).getByRole('button', { name: 'Previous version' }).click();
    await everywhere((there) => expect(versions(there)).toHaveText('1 / 2'));

    const newer = await account.ask('What is 6 * 8?');
    for (const each of [chat, ...both.map((one) => one.chat)])
      await expect(links(each)).toHaveText(['What is 6 * 8?', 'What is 6 * 7?']);

    await menu(page, chat, 'What is 6 * 7?', 'Rename');
    await chat.sidebar.getByRole('textbox', { name: /^New name/ }).fill('Sums');
    await page.keyboard.press('Enter');
    await everywhere((there) => expect(links(there)).toHaveText(['What is 6 * 8?', 'Sums']));
    for (const { page: there } of both) await expect(there).toHaveTitle(/^\(1\) Sums · /);

    await menu(page, chat, 'Sums', 'Pin');
    const pinned = (there: Chat) => there.sidebar.getByRole('region', { name: 'Pinned' }).getByRole('link');
    await everywhere((there) => expect(pinned(there)).toHaveText(['Sums']));

    const archived = { headers: { Authorization: `Bearer ${account.token}` } };
    await page.request.patch(`/api/chat/${newer}`, { ...archived, data: { archived: true } });
    await everywhere((there) => expect(links(there)).toHaveText(['Sums']));
    await menu(page, chat, 'Sums', 'Archive');
    await everywhere((there) => expect(links(there)).toHaveCount(0));
    const { button } = await openSettings(page);
    await button('View archived conversations').click();
    await expect(page.getByRole('listitem').getByRole('link')).toHaveText(['What is 6 * 8?', 'Sums']);
    await page.request.patch(`/api/chat/${newer}`, { ...archived, data: { archived: false } });
    await expect(page.getByRole('listitem').getByRole('link')).toHaveText(['Sums']);
    await button('Restore Sums').click();
    await everywhere((there) => expect(links(there)).toHaveCount(2));
  },
);

inStepTest(
  'a conversation deleted in one client disappears in the others and returns with Undo',
  { tag: '@all' },
  async ({ page, chat, account, id, onlookers }) => {
    inStepTest.slow();
    const { tab, device, both } = onlookers;
    await account.ask('What is 6 * 8?');
    for (const { chat: there } of both) await expect(links(there)).toHaveCount(2);
    const draft = 'A thought that is not finished';
    await chatOn(device).box.fill(draft);
    await remove(page, chat, 'What is 6 * 7?');
    for (const { chat: there } of both) await expect(links(there)).toHaveText(['What is 6 * 8?']);
    await expect(chatOn(tab).texts).toContainText('48');
    // The deletion does not remove unsent text.
    await expect(chatOn(device).box).toHaveValue(draft);
    await expect(chatOn(device).turns).toHaveCount(0);
    await expect(device).not.toHaveURL(`/c/${id}`);

    await page.getByRole('button', { name: 'Undo' }).click();
    for (const { chat: there } of both) await expect(links(there)).toHaveText(['What is 6 * 8?', 'What is 6 * 7?']);
    await expect(chatOn(device).box).toHaveValue(draft);
    await links(chatOn(device)).last().click();
    await expect(chatOn(device).texts).toContainText('42');
  },
);

inStepTest(
  'a message from another client keeps the scroll position and the draft',
  async ({ account, chat, id, onlookers, page }) => {
    inStepTest.slow();
    await account.ask('[[fast]] [[long 1500]]', id);
    const { device } = onlookers;
    const there = chatOn(device);
    const thread = threadOn(device);
    await expect(there.texts.last()).toContainText('word1500');
    await there.ended();
    await there.box.fill('A thought');
    await thread.wheel(-800);
    await expect(thread.below).toBeVisible();
    await expect.poll(thread.fromEnd).toBeGreaterThan(700);
    const moved = await thread.watchPlace();
    await chat.ask('What is 6 * 9?');
    await expect(there.questions).toHaveCount(3);
    await expect(there.texts).toHaveCount(3);
    await there.ended();
    expect(await moved()).toBeLessThanOrEqual(1);
    await expect(there.box).toHaveValue('A thought');
    await expect(there.box).toBeFocused();
    await expect(device).toHaveURL(`/c/${id}`);
    await expect(page).toHaveURL(`/c/${id}`);
  },
);

inStepTest(
  'all tabs share one connection, and the next tab takes it over',
  async ({ page, context, account, id, onlookers }) => {
    inStepTest.slow();
    const { tab } = onlookers;
    let connections = 0;
    context.on('request', (request) => {
      if (request.url().endsWith('/api/events')) connections++;
    });
    const third = await context.newPage();
    await openConnected(third, `/c/${id}`, 2);
    expect(connections).toBe(0);
    await page.close();
    await expect.poll(() => connections).toBe(1);
    await account.ask('What is 6 * 8?', id);
    for (const each of [tab, third]) await expect(chatOn(each).texts).toHaveText([/42/, /48/]);
    expect(connections).toBe(1);
  },
);

inStepTest('a reconnected client catches up with every change', async ({ account, chat, page, id, onlookers }) => {
  inStepTest.slow();
  const { device } = onlookers;
  const there = chatOn(device);
  const gone = await account.ask('What is 6 * 8?');
  await expect(links(there)).toHaveCount(2);
  await device.context().setOffline(true);
  await there.box.fill('A thought');
  await account.ask('What is 6 * 9?', id);
  await menu(page, chat, 'What is 6 * 7?', 'Rename');
  await chat.sidebar.getByRole('textbox', { name: /^New name/ }).fill('Sums');
  await page.keyboard.press('Enter');
  await remove(page, chat, 'What is 6 * 8?');
  await chat.ask('[[long 20000]]');
  await expect(chat.texts.last()).toContainText('word20 ');
  await expect(there.turns).toHaveCount(2);

  await device.context().setOffline(false);
  await expect(there.questions).toHaveText(['What is 6 * 7?', 'What is 6 * 9?', '[[long 20000]]']);
  await expect(links(there)).toHaveText([/^Sums/]);
  await expect(there.stop).toBeVisible();
  await expect(there.box).toHaveValue('A thought');
  await there.stop.click();
  await expect(there.stop).toBeHidden();
  const words = await there.words();
  expect(words).toEqual(numberedWords(words.length));
  await device.goto(`/c/${gone}`);
  await expect(there.questions).toHaveCount(3);
});

inStepTest(
  'projects follow on a tab and on another device, and a conversation is dragged in and out',
  async ({ page, chat, onlookers }) => {
    const pages = [page, onlookers.tab, onlookers.device];
    for (const each of pages) await each.getByRole('button', { name: 'Projects' }).click();
    await chat.sidebar.getByRole('button', { name: 'New project' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Botany');
    await page.getByRole('button', { name: 'Create' }).click();
    for (const each of pages) {
      await expect(each.getByRole('button', { name: 'Botany', exact: true })).toBeVisible();
    }
    const project = chat.sidebar.getByRole('button', { name: 'Botany', exact: true });
    await chat.sidebar.getByRole('link', { name: 'What is 6 * 7?' }).dragTo(project);
    // The chat names its project below its title.
    for (const each of pages) {
      await expect(each.getByRole('main').getByRole('button', { name: 'Project Botany' })).toBeVisible();
    }
    await project.click();
    await expect(chat.sidebar.getByRole('link', { name: 'What is 6 * 7?' })).toHaveCount(2);
    await expectNoFinding(page, 'projects');
    await page.getByRole('main').getByRole('button', { name: 'Project Botany' }).click();
    await expect(page.getByRole('button', { name: 'Add files' })).toBeVisible();
    await expectNoFinding(page, 'a project');
    await page.keyboard.press('Escape');

    const inProject = chat.sidebar.getByRole('link', { name: 'What is 6 * 7?' }).first();
    await inProject.dragTo(chat.sidebar.getByRole('heading', { name: 'Today' }));
    for (const each of pages) {
      await expect(each.getByRole('main').getByRole('button', { name: 'Project Botany' })).toHaveCount(0);
    }
    await chat.sidebar.getByRole('button', { name: 'New chat in project' }).click();
    await page.reload();
    await expect(page.getByRole('main').getByRole('button', { name: 'Project Botany' })).toBeVisible();
  },
);
