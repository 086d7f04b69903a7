import { expect, type Page } from '@playwright/test';
import type { Chat } from './support/pages/chat.ts';
import { cableTest } from './support/stack/cable.ts';
import { userTest } from './support/test.ts';

const links = (chat: Chat) => chat.sidebar.getByRole('link');

async function openMenu(chat: Chat, title: string): Promise<void> {
  await links(chat).filter({ hasText: title }).hover();
  await chat.sidebar.getByRole('button', { name: `More for ${title}` }).click();
}

userTest(
  'a conversation renamed from its menu keeps its name, and Escape or an empty name cancels',
  async ({ page, chat, account }) => {
    await account.ask('What is 6 * 7?');
    await page.goto('/');
    await openMenu(chat, 'What is 6 * 7?');
    // The entry shows its buttons only under the pointer or with the focus.
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    await page.mouse.move(600, 300);
    await page.keyboard.press('Escape');
    await expect(chat.sidebar.getByRole('button', { name: 'More for What is 6 * 7?' })).toBeFocused();
    await openMenu(chat, 'What is 6 * 7?');
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    const field = chat.sidebar.getByRole('textbox', { name: /^New name for / });
    await expect(field).toBeFocused();
    await field.fill('Sums');
    await field.press('Enter');
    await expect(links(chat)).toHaveText(['Sums']);
    await expect(links(chat)).toBeFocused();
    for (const [text, key] of [
      ['Products', 'Escape'],
      ['   ', 'Enter'],
    ] as const) {
      await links(chat).focus();
      await page.keyboard.press('F2');
      await field.fill(text);
      await field.press(key);
      await expect(links(chat)).toHaveText(['Sums']);
    }
    await page.reload();
    await expect(links(chat)).toHaveText(['Sums']);
    await expect(page.getByRole('heading', { name: 'Sums' })).toBeAttached();
  },
);

userTest('a pinned conversation comes first on every device', async ({ page, chat, account }) => {
  await account.ask('What is 6 * 7?');
  await account.ask('What is 6 * 8?');
  await page.goto('/');
  await expect(links(chat)).toHaveText(['What is 6 * 8?', 'What is 6 * 7?']);
  await openMenu(chat, 'What is 6 * 7?');
  await page.getByRole('menuitem', { name: 'Pin' }).click();
  const pinned = chat.sidebar.getByRole('region', { name: 'Pinned' });
  await expect(pinned.getByRole('link')).toHaveText(['What is 6 * 7?']);
  await page.reload();
  await expect(links(chat)).toHaveText(['What is 6 * 7?', 'What is 6 * 8?']);
  await openMenu(chat, 'What is 6 * 7?');
  await page.getByRole('menuitem', { name: 'Unpin' }).click();
  await expect(pinned).toHaveCount(0);
});

cableTest(
  'a change that is shown is made, however soon the page is reloaded',
  async ({ page, chat, cable, account }) => {
    await account.ask('What is 6 * 7?');
    await account.ask('What is 6 * 8?');
    // Connections that wait for an answer would delay the reload.
    const lastCall = page.waitForResponse('**/api/account/memories');
    await page.goto('/');
    await expect(links(chat)).toHaveText(['What is 6 * 8?', 'What is 6 * 7?']);
    await lastCall;
    await openMenu(chat, 'What is 6 * 7?');
    const pin = page.getByRole('menuitem', { name: 'Pin' });
    await pin.hover();
    cable.delayMs = 1_000;
    await pin.click();
    await expect(chat.sidebar.getByRole('region', { name: 'Pinned' }).getByRole('link')).toHaveText(['What is 6 * 7?']);
    cable.delayMs = 0;
    await page.reload();
    await expect(links(chat)).toHaveText(['What is 6 * 7?', 'What is 6 * 8?']);

    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await remove(page, chat, 'What is 6 * 8?');
    await deleted;
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.hover();
    cable.delayMs = 1_000;
    await undo.click();
    await expect(links(chat)).toHaveText(['What is 6 * 7?', 'What is 6 * 8?']);
    cable.delayMs = 0;
    await page.reload();
    await expect(links(chat)).toHaveText(['What is 6 * 7?', 'What is 6 * 8?']);
  },
);

async function remove(page: Page, chat: Chat, title: string): Promise<void> {
  await links(chat).filter({ hasText: title }).hover();
  await chat.sidebar.getByRole('button', { name: `Delete ${title}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
}

userTest('Undo restores a deleted conversation completely', async ({ page, chat, account }) => {
  const id = await account.ask('What is 6 * 7?');
  await page.goto(`/c/${id}`);
  await expect(chat.texts).toContainText('42');
  await remove(page, chat, 'What is 6 * 7?');
  await expect(links(chat)).toHaveCount(0);
  await expect(page.getByText('Conversation deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(`/c/${id}`);
  await expect(links(chat)).toHaveText(['What is 6 * 7?']);
  await expect(chat.texts).toContainText('42');
  await page.reload();
  await expect(chat.texts).toContainText('42');
});

userTest(
  'the only conversation opens when the settings restore it while Undo is offered',
  async ({ page, chat, account }) => {
    await page.goto(`/c/${await account.ask('What is 6 * 7?')}`);
    await expect(chat.texts).toContainText('42');
    await remove(page, chat, 'What is 6 * 7?');
    await chat.sidebar.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'View deleted conversations' }).click();
    await expect(page.getByText('Conversation deleted')).toBeVisible();
    await page.getByRole('button', { name: 'Restore What is 6 * 7?' }).click();
    await expect(page.getByText('Restored 1 conversation.')).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(chat.texts).toContainText('42');
    await expect(page.getByText('Conversation deleted')).toBeHidden();
  },
);

userTest('deleting with the keyboard moves the focus to the next conversation', async ({ page, chat, account }) => {
  for (const question of ['What is 6 * 7?', 'What is 6 * 8?', 'What is 6 * 9?']) await account.ask(question);
  await page.goto('/');
  await links(chat).filter({ hasText: '6 * 8' }).focus();
  await chat.sidebar.getByRole('button', { name: 'Delete What is 6 * 8?' }).press('Enter');
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true });
  await confirm.press('Enter');
  await expect(links(chat)).toHaveText(['What is 6 * 9?', 'What is 6 * 7?']);
  await expect(links(chat).filter({ hasText: '6 * 7' })).toBeFocused();
});

userTest('New Chat reuses the one empty conversation and the history omits it', async ({ page, chat, account }) => {
  await account.ask('What is 6 * 7?');
  await page.goto('/');
  await chat.startNewChat();
  const address = page.url();
  await chat.startNewChat();
  expect(page.url()).toBe(address);
  await expect(links(chat)).toHaveText(['What is 6 * 7?']);
  await page.reload();
  await expect(links(chat)).toHaveText(['What is 6 * 7?']);
});

userTest(
  'a theme chosen in the settings survives a reload, and the settings lead to the prices',
  async ({ page, chat }) => {
    await page.goto('/');
    await chat.sidebar.getByRole('button', { name: 'Settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    await dialog.getByText('Dark').click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await chat.sidebar.getByRole('button', { name: 'Settings' }).click();
    await expect(dialog.getByRole('button', { name: 'Change password' })).toBeEnabled();
    await dialog.getByRole('button', { name: 'Activate Premium' }).click();
    await expect(page).toHaveURL('/pricing');
  },
);

userTest(
  'the sidebar opens the pricing page, which lists the prices and closes to the chat',
  async ({ page, chat }) => {
    await page.goto('/');
    await chat.sidebar.getByRole('button', { name: 'Upgrade to Premium' }).click();
    await expect(page.getByRole('heading', { name: 'Unlock Your AI Assistant' })).toBeVisible();
    for (const price of ['$5', '$10', '$60', 'per week', 'per month', 'per year', 'POPULAR', 'BEST VALUE']) {
      await expect(page.getByText(price).first()).toBeVisible();
    }
    await expect(page.getByRole('button', { name: 'Subscribe Now' })).toBeEnabled();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page).not.toHaveURL('/pricing');
    await expect(chat.box).toBeVisible();
  },
);

userTest(
  'a deletion that the server rejects is rolled back and reported in the open conversation',
  async ({ page, chat, account }) => {
    await account.ask('What is 6 * 7?');
    await page.goto(`/c/${await account.ask('What is 6 * 8?')}`);
    await expect(links(chat)).toHaveText(['What is 6 * 8?', 'What is 6 * 7?']);
    await page.route('**/api/chat/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500 }) : route.fallback(),
    );
    await remove(page, chat, 'What is 6 * 7?');
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to delete conversation');
    await expect(links(chat)).toHaveText(['What is 6 * 8?', 'What is 6 * 7?']);
  },
);

userTest('a conversation that is in memory is shown before the next frame', async ({ page, chat, account }) => {
  await account.ask('What is 6 * 7?');
  await account.ask('What is 6 * 8?');
  await page.goto('/');
  for (const title of ['What is 6 * 7?', 'What is 6 * 8?']) {
    await links(chat).filter({ hasText: title }).click();
    await expect(page.locator('[data-thread]')).toContainText(title);
  }
  const shown = await links(chat)
    .filter({ hasText: 'What is 6 * 7?' })
    .evaluate((link: HTMLElement) => {
      link.click();
      return new Promise<string | null>((resolve) => {
        requestAnimationFrame(() => resolve(document.querySelector('[data-thread]')?.textContent ?? null));
      });
    });
  expect(shown).toContain('What is 6 * 7?');
});
