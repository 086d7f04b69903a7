import { expect } from '@playwright/test';
import { attachingOn } from './support/pages/attaching.ts';
import { closeOverlay } from './support/pages/close-overlay.ts';
import { pictureFile, textFile } from './support/files.ts';
import { openStrictly } from './support/open-strictly.ts';
import { appleScript } from './support/stack/stack.ts';
import { userTest, visitorTest } from './support/test.ts';
import { watch } from './support/watch.ts';

// The information pages are in pages.spec.ts.
visitorTest('every page for visitors complies with its content policy', async ({ page, stack }) => {
  const wrongs = await watch(page, stack.url);
  for (const address of ['/', '/landing', '/pricing', '/no/such/page']) {
    await openStrictly(page, address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  for (const address of ['/auth/apple/callback', '/verify-email', '/reset-password', '/payment-success']) {
    await openStrictly(page, address);
    await expect(page.getByRole('main')).toBeVisible();
  }
  expect(wrongs).toEqual([]);
});

visitorTest('the sign-in dialog complies with the policy while it shows an error', async ({ page, stack }) => {
  const wrongs = await watch(page, stack.url, [appleScript(stack)]);
  await openStrictly(page, '/');
  await page.getByRole('button', { name: 'Sign In' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(dialog.getByRole('alert').first()).toBeVisible();
  await dialog.getByRole('button', { name: /Sign up/ }).click();
  await expect(dialog.getByLabel('Confirm Password')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(wrongs).toEqual([]);
});

userTest(
  'the chat complies with the policy in code, formulas, tables, files, and pictures',
  async ({ page, stack, chat }) => {
    const wrongs = await watch(page, stack.url);
    const attaching = attachingOn(page);
    await openStrictly(page, '/');
    await attaching.choose(textFile('The tide rises.'), await pictureFile('png', { name: 'harbour.png' }));
    await expect(attaching.rows).toHaveCount(2);
    await expect(attaching.progress('notes.txt')).toHaveCount(0);
    await expect(attaching.progress('harbour.png')).toHaveCount(0);
    await chat.ask('What is in it?');
    await expect(chat.texts).toHaveCount(1);
    await chat.ended();
    await page.getByRole('button', { name: /notes\.txt/ }).click();
    await expect(page.getByRole('dialog')).toContainText('The tide rises.');
    await closeOverlay(page);
    await page.locator('[data-tooltip="View full size"]').first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await closeOverlay(page);
    await chat.ask('[[fast]] [[sample]]');
    await chat.ended();
    await expect(chat.texts.last().locator('.katex').first()).toBeVisible();
    await expect(chat.texts.last().locator('pre code span').first()).toBeVisible();
    await page.getByRole('radio', { name: 'Image' }).click();
    await chat.ask('a harbour at dawn');
    await chat.ended();
    await expect(page.getByRole('button', { name: 'Save image' })).toBeVisible();
    await page.getByRole('radio', { name: 'Search' }).click();
    await chat.ask('How do I cancel my plan?');
    await chat.ended();
    expect(wrongs).toEqual([]);
  },
);

userTest('dialogs and menus over the chat comply with the policy', async ({ page, stack, chat, account }) => {
  await account.ask('What is 6 * 7?');
  const wrongs = await watch(page, stack.url);
  await openStrictly(page, '/');
  await expect(chat.box).toBeFocused();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('what');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  // The palette restores the focus once it is closed.
  await expect(chat.box).toBeFocused();
  await chat.box.blur();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await chat.sidebar.getByRole('link').first().hover();
  await chat.sidebar.getByRole('button', { name: /^More for/ }).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  for (const theme of ['Dark', 'Light']) await settings.getByText(theme, { exact: true }).click();
  await page.keyboard.press('Escape');
  await chat.sidebar.getByRole('link').first().hover();
  await chat.sidebar
    .getByRole('button', { name: /^Delete / })
    .first()
    .click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await closeOverlay(page);
  await openStrictly(page, '/pricing');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(wrongs).toEqual([]);
});

userTest('a diagram renders, and the policy refuses nothing', async ({ page, stack, chat, account }) => {
  const wrongs = await watch(page, stack.url);
  await page.goto(`/c/${await account.ask('[[fast]] [[sample]]')}`);
  const block = chat.texts.locator('.code', { hasText: 'mermaid' });
  await expect(block.getByRole('img', { name: 'Diagram' })).toHaveJSProperty('complete', true);
  expect(wrongs).toEqual([]);
});
