import { expect, type Page } from '@playwright/test';
import { PASSWORD, type Account } from '../support/account.ts';
import { appCode } from '../support/app-code.ts';
import type { Chat } from '../support/pages/chat.ts';
import { openSettings } from '../support/pages/settings-dialog.ts';
import type { Stack } from '../support/stack/stack.ts';
import { pay, stripeOf } from '../support/stack/stripe.ts';

export interface OnPage {
  page: Page;
  chat: Chat;
  stack: Stack;
}

export interface SignedIn extends OnPage {
  account: Account;
}

/** The steps from a blank page to each screen, by name. */
export type Screens<On> = Record<string, (on: On) => Promise<unknown>>;

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();

/** Sends a message and waits for the whole reply. */
export async function ask({ page, chat }: OnPage, question: string, mode = 'Normal'): Promise<void> {
  await page.goto('/');
  await chat.startNewChat();
  await page.getByRole('radio', { name: mode, exact: true }).check();
  await chat.ask(question);
  await expect(chat.turns).toHaveCount(2);
  await chat.ended();
}

export async function fillSidebar({ page, chat, account }: SignedIn): Promise<void> {
  for (const question of ['What is 6 * 7?', 'Plan a focused hour for me', 'Rewrite this note in a friendlier tone']) {
    await account.ask(question);
  }
  await page.goto('/');
  await expect(chat.box).toBeFocused();
}

export async function openSettingsPage({ page }: OnPage, name?: string): Promise<void> {
  await page.goto('/');
  const settings = await openSettings(page);
  if (name !== undefined) await settings.button(name).click();
}

/** Shows the key for an authenticator app, and returns it. */
export async function showAppKey(on: OnPage): Promise<string> {
  await openSettingsPage(on, 'View two-step sign-in');
  await button(on.page, 'Set up').click();
  await on.page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await button(on.page, 'Continue').click();
  return on.page.getByLabel('Key', { exact: true }).inputValue();
}

/** Adds an authenticator app, up to the recovery codes. */
export async function setUpTwoSteps(on: OnPage): Promise<void> {
  const secret = await showAppKey(on);
  await on.page.getByLabel('Code', { exact: true }).fill(appCode(secret));
  await button(on.page, 'Turn on').click();
  await expect(on.page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
}

/** Opens one of the lists of conversations, each with some. */
export async function fillConversations(on: SignedIn, list: 'Active' | 'Archived' | 'Deleted'): Promise<void> {
  const { page, account } = on;
  const [deleted, archived] = [await account.ask('What is 6 * 7?'), await account.ask('Plan a focused hour for me')];
  const long = await account.ask('Rewrite this note in a friendlier tone, and keep every name in it as it was written');
  await account.ask('What is 6 * 8?');
  const headers = { Authorization: `Bearer ${account.token}` };
  for (const id of [deleted, long]) await page.request.delete(`/api/chat/${id}`, { headers });
  await page.request.patch(`/api/chat/${archived}`, { headers, data: { archived: true } });
  await openSettingsPage(on, 'View archived conversations');
  await page.getByRole('dialog').getByText(list, { exact: true }).click();
  await expect(page.getByRole('checkbox', { name: 'Select all' })).toBeVisible();
}

/** Opens a conversation of a project, with the project open in the sidebar. */
export async function openProject({ page, account }: SignedIn): Promise<void> {
  const headers = { Authorization: `Bearer ${account.token}` };
  const [inside, other] = [await account.ask('What is 6 * 7?'), await account.ask('Plan a focused hour for me')];
  await account.ask('Rewrite this note in a friendlier tone');
  for (const [name, color, id] of [
    ['Moving to Lisbon in the spring', 'green', other],
    ['Botany', 'blue', inside],
  ] as const) {
    const data = { id: crypto.randomUUID(), name, color, instructions: 'Use Latin names, and cite the source.' };
    await page.request.post('/api/projects', { headers, data });
    const uploaded = await page.request.post('/api/files?name=The%20flora%20of%20the%20river%20valleys.txt', {
      headers: { ...headers, 'Content-Type': 'text/plain' },
      data: 'Alnus glutinosa grows on the banks.',
    });
    const { file } = (await uploaded.json()) as { file: { id: string } };
    await page.request.post(`/api/projects/${data.id}/files`, { headers, data: { fileId: file.id } });
    await page.request.patch(`/api/chat/${id}`, { headers, data: { projectId: data.id } });
  }
  await page.goto(`/c/${inside}`);
  await button(page, 'Projects').click();
  await expect(page.getByRole('navigation').getByRole('button', { name: 'Botany' })).toBeVisible();
}

/** Chooses an export in the settings. */
export async function previewImport(on: SignedIn): Promise<void> {
  await openSettingsPage(on, 'Import conversations');
  const message = { author: { role: 'user' }, create_time: 1_714_557_600, content: { parts: ['Why?'] } };
  const titles = [
    'Why the sky is blue',
    'A week in Lisbon',
    'Rewrite this note in a friendlier tone, with every name in it',
  ];
  const conversations = titles.map((title, index) => ({ id: `${index}`, title, mapping: { q: { id: 'q', message } } }));
  const buffer = Buffer.from(JSON.stringify([...conversations, { title: 'Broken' }]));
  const files = [
    { name: 'conversations-000.json', mimeType: 'application/json', buffer },
    { name: 'conversations-002.json', mimeType: 'application/json', buffer },
  ];
  await on.page.getByLabel('Files of the export').setInputFiles(files);
  await expect(on.page.getByRole('button', { name: 'Import 3 conversations' })).toBeVisible();
}

/** Pays, runs this action at Stripe, and opens the settings. */
export async function openSubscription(on: SignedIn, action?: string): Promise<void> {
  await on.page.goto('/pricing');
  await button(on.page, 'Subscribe Now').click();
  await pay(on.page);
  // In no language: Stripe’s redirect leads to a page that the crawl of the pseudo language cannot replace.
  await on.page.waitForURL(`${on.stack.url}/**`);
  const headers = { Authorization: `Bearer ${on.account.token}` };
  const tier = async () => {
    const response = await on.page.request.get(`${on.stack.url}/api/auth/me`, { headers });
    return ((await response.json()) as { user: { subscriptionTier: string } }).user.subscriptionTier;
  };
  await expect.poll(tier).toBe('premium');
  if (action !== undefined) await stripeOf(on.stack, on.account).act(action);
  await openSettingsPage(on);
}

/** Opens the menu of a conversation in the sidebar. */
export async function openConversationMenu(on: SignedIn): Promise<void> {
  await on.page.goto(`/c/${await on.account.ask('What is 6 * 7?')}`);
  const entry = on.chat.sidebar.getByRole('listitem').first();
  await entry.hover();
  await entry.getByRole('button', { name: /^More for/ }).click();
  await on.page.getByRole('menuitem', { name: 'Share' }).waitFor();
}

/** Opens the dialog in which a user says what is wrong with a reply. */
export async function rate(on: OnPage, name: string): Promise<void> {
  await ask(on, '[[fast]] What is 6 * 7?');
  await on.chat.turns.last().getByRole('button', { name: 'More options' }).click();
  await on.page.getByRole('menuitem', { name }).click();
  await on.page.getByRole('dialog').waitFor();
}

/** Makes the server's brand this one. */
export async function brandOf({ page }: OnPage, brand: object): Promise<void> {
  await page.route('**/api/brand', (route) => route.fulfill({ json: { success: true, brand } }));
  // An event would bring the user without this brand.
  await page.route('**/api/events', () => {});
  await page.route('**/api/auth/me', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { user?: object };
    await route.fulfill({ response, json: { ...body, user: { ...body.user, brand: 'gallery' } } });
  });
}
