import { expect } from '@playwright/test';
import { expectNoFinding } from './support/expect-accessible.ts';
import { middayZone } from './support/midnight.ts';
import { chatOn } from './support/pages/chat.ts';
import { userTest } from './support/test.ts';

const DAY = 86_400_000;

userTest.use({ timezoneId: middayZone() });

userTest('the sidebar groups conversations by calendar day', async ({ page, chat, account }) => {
  await account.ask('What is 6 * 7?');
  const days = [
    { later: 0, label: 'Today' },
    { later: 1, label: 'Yesterday' },
    { later: 7, label: 'Previous 7 days' },
    { later: 8, label: 'Older' },
  ];
  for (const { later, label } of days) {
    await page.clock.setFixedTime(Date.now() + later * DAY);
    await page.goto('/');
    await expect(chat.sidebar.getByRole('heading')).toHaveText([label]);
    await expect(chat.sidebar.getByRole('region', { name: label }).getByRole('link')).toHaveText('What is 6 * 7?');
  }
});

userTest('the search matches titles and last messages and reports no results', async ({ page, chat, account }) => {
  await account.ask('What is 6 * 7?');
  await account.ask('slug: Tangerine Marmalade');
  await page.goto('/');
  const search = chat.sidebar.getByPlaceholder('Search conversations...');
  const links = chat.sidebar.getByRole('link');
  await expect(links).toHaveText(['slug: Tangerine Marmalade', 'What is 6 * 7?']);
  await search.fill('  WHAT IS ');
  await expect(links).toHaveText(['What is 6 * 7?']);
  await search.fill('tangerine-marmalade');
  await expect(links).toHaveText(['slug: Tangerine Marmalade']);
  await search.fill('nothing like it');
  await expect(links).toHaveCount(0);
  await expect(chat.sidebar.getByText('No conversations found.')).toBeVisible();
  await search.fill('');
  await expect(links).toHaveCount(2);
});

userTest('a title is cut to 25 characters, and the delete dialog shows it in full', async ({ page, chat, account }) => {
  await account.ask('What is 6 * 7?');
  const title = 'Incomprehensibilities and misunderstandings';
  const id = await account.ask(title);
  await page.goto(`/c/${id}`);
  const entry = chat.sidebar.getByRole('link').first();
  await expect(entry).toHaveText('Incomprehensibilities and…');

  const ask = async () => {
    await entry.hover();
    await chat.sidebar.getByRole('button', { name: `Delete ${title}` }).click();
  };
  const dialog = page.getByRole('alertdialog');
  await ask();
  await expect(dialog).toContainText(`Are you sure you want to delete "${title}"? This action cannot be undone.`);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(entry).toHaveText('Incomprehensibilities and…');

  await ask();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(chat.sidebar.getByRole('link')).toHaveText(['What is 6 * 7?']);
  await expect(chat.questions).toHaveText('What is 6 * 7?');
  await page.goto(`/c/${id}`);
  await expect(chat.questions).toHaveText('What is 6 * 7?');
});

userTest('the sidebar is 256 px wide or 64 px collapsed and keeps its state after a reload', async ({ page, chat }) => {
  await page.goto('/');
  const width = async () => (await chat.sidebar.boundingBox())?.width;
  await expect.poll(width).toBe(256);
  await chat.sidebar.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect.poll(width).toBe(64);
  await page.reload();
  await expect.poll(width).toBe(64);
  await chat.sidebar.getByRole('button', { name: 'Search conversations' }).click();
  await expect.poll(width).toBe(256);
  await expect(chat.sidebar.getByPlaceholder('Search conversations...')).toBeFocused();
});

userTest(
  'on a phone the sidebar is a drawer that a link, Escape, the backdrop, or its button closes',
  async ({ page, chat, account }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await account.ask('What is 6 * 7?');
    await page.goto('/');
    await expect(chat.questions).toBeVisible();
    const drawer = chat.sidebar;
    const menu = page.getByRole('button', { name: 'Open menu' });
    await expect(drawer).toBeHidden();
    await menu.click();
    await expect(drawer).toBeVisible();
    await expectNoFinding(page, 'drawer');
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    const ways = [
      () => drawer.getByRole('link').first().click(),
      () => page.mouse.click(350, 400),
      () => drawer.getByRole('button', { name: 'Close sidebar' }).click(),
    ];
    for (const leave of ways) {
      await menu.click();
      await expect(drawer).toBeVisible();
      await leave();
      await expect(drawer).toBeHidden();
    }
  },
);

userTest(
  'the sidebar marks a conversation with a running reply even when another one is open',
  async ({ page, chat, context }) => {
    await page.goto('/');
    await chat.ask('[[long 20000]]');
    await expect(chat.texts).toContainText('word20 ');
    const address = page.url();
    const running = chat.sidebar.getByRole('link', { name: 'reply in progress' });
    await expect(running).toHaveCount(1);
    await chat.startNewChat();
    await expect(running).toHaveCount(1);
    const other = await context.newPage();
    await other.goto(address);
    await chatOn(other).stop.click();
    await expect(running).toHaveCount(0);
    await chat.sidebar.getByRole('link').first().click();
    await expect(chat.texts).toContainText('word20 ');
  },
);

userTest('a new project keeps its words when a tablet is turned', async ({ page, chat }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.goto('/');
  await chat.sidebar.getByRole('button', { name: 'Projects' }).click();
  await chat.sidebar.getByRole('button', { name: 'New project' }).click();
  const instructions = page.getByRole('dialog').getByRole('textbox', { name: 'Instructions' });
  await instructions.fill('Use Latin names.');
  await page.setViewportSize({ width: 700, height: 1024 });
  await expect(chat.sidebar).toBeHidden();
  await expect(instructions).toHaveValue('Use Latin names.');
});
