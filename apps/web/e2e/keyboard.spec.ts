import { expect } from '@playwright/test';
import { attachingOn } from './support/pages/attaching.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { textFile } from './support/files.ts';
import { userTest } from './support/test.ts';

userTest('Escape stops a reply wherever the focus is, but first clears the search field', async ({ page, chat }) => {
  await page.goto('/');
  await chat.ask('[[long 20000]]');
  await expect(chat.texts).toContainText('word20');
  const search = chat.sidebar.getByRole('searchbox', { name: 'Search conversations' });
  await search.fill('tides');
  await search.press('Escape');
  await expect(search).toHaveValue('');
  await expect(chat.stop).toBeVisible();
  await search.press('Escape');
  await chat.ended();
  expect((await chat.words()).length).toBeLessThan(20_000);

  await chat.retry.click();
  await expect(chat.stop).toBeVisible();
  await expect(chat.texts).toContainText('word20');
  await chat.texts.click();
  await page.keyboard.press('Escape');
  await chat.ended();
  expect((await chat.words()).length).toBeLessThan(20_000);
  await expect(chat.retry).toBeVisible();
});

userTest('the first Retry of a quiet page waits for no code, so Escape can stop it', async ({ page, chat }) => {
  const actions = page.waitForResponse(/\/assets\/lazy-actions\.chunk-/);
  await page.goto('/');
  await chat.ask('[[long 20000]]');
  await expect(chat.texts).toContainText('word20');
  await page.keyboard.press('Escape');
  await chat.ended();
  await actions;
  // From now on, no code arrives.
  await page.route('**/assets/**', () => {});
  await chat.retry.click();
  await expect(chat.stop).toBeVisible();
  await page.keyboard.press('Escape');
  await chat.ended();
  await expect(chat.retry).toBeVisible();
});

userTest('Ctrl+Shift+O starts a chat, and ? shows every shortcut', async ({ page, chat, account }) => {
  const id = await account.ask('What is 6 * 7?');
  await page.goto(`/c/${id}`);
  await expect(chat.texts).toContainText('42');
  await page.keyboard.press('Control+Shift+O');
  await expect(page).not.toHaveURL(`/c/${id}`);
  await expect(chat.turns).toHaveCount(0);
  await expect(chat.box).toBeFocused();
  await chat.box.press('?');
  await expect(chat.box).toHaveValue('?');
  await chat.box.fill('');
  await chat.box.blur();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog).toContainText('Ctrl+Shift+O');
  await expect(dialog).toContainText('Ctrl+K');
  await expectAccessible(page);
});

userTest(
  'Ctrl+K finds a message in any conversation, scrolls to it, and highlights it',
  async ({ page, chat, account }) => {
    const long = await account.ask('How tall is the Zugspitze, says the harbourmaster');
    for (let index = 0; index < 12; index++) await account.ask(`[[fast]] [[long 120]] ${index}`, long);
    await account.ask('What is 6 * 7?');
    await page.goto('/');
    await expect(chat.texts).toContainText('42');
    await page.keyboard.press('Control+k');
    const box = page.getByRole('combobox', { name: 'Search messages' });
    await expect(box).toBeFocused();
    await box.fill('zugspitze harbourm');
    const hit = page.getByRole('option', { name: /Zugspitze/ }).first();
    await expect(hit.locator('mark').first()).toHaveText('Zugspitze');
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(hit).toHaveAttribute('aria-selected', 'true');
    await box.press('Enter');
    await expect(page).toHaveURL(`/c/${long}`);
    await expect(chat.questions.first()).toBeInViewport();
    await expect
      .poll(() => page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map(String)))
      .toEqual(['Zugspitze', 'harbourmaster']);
  },
);

userTest('the palette reports no results and can start a chat with the query', async ({ page, chat }) => {
  await page.goto('/');
  await expect(chat.box).toBeVisible();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Search messages' });
  await box.fill('"nothing* like NEAR(it');
  await expect(page.getByText('No results for “"nothing* like NEAR(it”.')).toBeVisible();
  await page.getByRole('option', { name: /^New Chat with/ }).click();
  await expect(chat.box).toHaveValue('"nothing* like NEAR(it');
});

userTest('what is typed while the palette loads is its query, not a message', async ({ page, chat }) => {
  const isTyped = Promise.withResolvers<void>();
  await page.route(/\/assets\/palette-[^/]+\.js$/, async (route) => {
    await isTyped.promise;
    await route.continue();
  });
  await page.goto('/');
  await expect(chat.box).toBeFocused();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('harbour');
  await page.keyboard.press('Enter');
  isTyped.resolve();
  const query = page.getByRole('combobox', { name: 'Search messages' });
  await expect(query).toBeFocused();
  await page.keyboard.type('master');
  await expect(query).toHaveValue('harbourmaster');
  await page.keyboard.press('Escape');
  await expect(chat.box).toBeFocused();
  await expect(chat.box).toHaveValue('');
  await expect(chat.turns).toHaveCount(0);
});

userTest('the message box has the focus after a press of a button that leaves', async ({ page, chat, account }) => {
  await page.goto(`/c/${await account.ask('[[fast]] [[length 20]] [[long 60]]')}`);
  const press = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true });
    await button.focus();
    await button.press('Enter');
    await expect(chat.box).toBeFocused();
    await chat.ended();
  };
  await press('Continue');
  await press('Retry generation');
  await chat.box.press('ArrowUp');
  await page.getByRole('textbox', { name: 'Edit message' }).fill('What is 6 * 7?');
  await press('Save & Regenerate');
  await expect(chat.texts).toContainText('42');
  await attachingOn(page).choose(textFile('The pear is green.', 'pear.txt'));
  await press('Remove pear.txt');
});

userTest('a selected part of a reply is quoted in the message box', async ({ page, chat }) => {
  await page.goto('/');
  await chat.ask('[[fast]] What is 6 * 7?');
  await chat.ended();
  await chat.texts.getByText('This answer follows a script').click({ clickCount: 3 });
  await page.getByRole('button', { name: 'Quote' }).click();
  await expect(chat.box).toBeFocused();
  await expect(chat.box).toHaveValue(/^> This answer follows a script [^\n]+\n\n$/);
  await expect(page.getByRole('button', { name: 'Quote' })).toHaveCount(0);
});

userTest('a page that replaces the chat has the focus on its title', async ({ page, chat }) => {
  await Promise.all([page.waitForRequest('**/api/events'), page.goto('/')]);
  await chat.sidebar.getByRole('button', { name: 'Help', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Contact' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeFocused();
});

userTest('with forced colors, the palette still shows which row is selected', async ({ page, chat }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  await expect(chat.box).toBeVisible();
  await page.keyboard.press('Control+k');
  const selected = page.getByRole('option', { selected: true });
  await expect(selected).toHaveCSS('outline-style', 'solid');
  await expect(page.getByRole('option', { selected: false }).first()).toHaveCSS('outline-style', 'none');
  const before = await selected.textContent();
  await page.keyboard.press('ArrowDown');
  await expect(selected).not.toHaveText(before ?? '');
  await expect(selected).toHaveCSS('outline-style', 'solid');
});
