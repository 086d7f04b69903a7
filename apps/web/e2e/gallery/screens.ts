import { expect, type Page } from '@playwright/test';
import { INFO_PAGES, ONBOARDING_STEPS } from '@parley/core';
import type { Account } from '../support/account.ts';
import { attachingOn } from '../support/pages/attaching.ts';
import type { Chat } from '../support/pages/chat.ts';
import { pdfFile, pictureFile, textFile } from '../support/files.ts';
import { ANSWERS, onboardingOn, saveOnboarding } from '../support/pages/onboarding.ts';
import { openSettings } from '../support/pages/settings-dialog.ts';
import type { Stack } from '../support/stack/stack.ts';
import { pay, stripeOf } from '../support/stack/stripe.ts';

interface OnPage {
  page: Page;
  chat: Chat;
  stack: Stack;
}

interface SignedIn extends OnPage {
  account: Account;
}

/** The steps from a blank page to each screen, by name. */
type Screens<On> = Record<string, (on: On) => Promise<unknown>>;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();

/** Sends a message and waits for the whole reply. */
async function ask({ page, chat }: OnPage, question: string, mode = 'Normal'): Promise<void> {
  await page.goto('/');
  await chat.newChat.click();
  await page.getByRole('radio', { name: mode, exact: true }).check();
  await chat.ask(question);
  await expect(chat.turns).toHaveCount(2);
  await chat.ended();
}

async function fillSidebar({ page, chat, account }: SignedIn): Promise<void> {
  for (const question of ['What is 6 * 7?', 'Plan a focused hour for me', 'Rewrite this note in a friendlier tone']) {
    await account.ask(question);
  }
  await page.goto('/');
  await expect(chat.box).toBeFocused();
}

async function openSettingsPage({ page }: OnPage, name?: string): Promise<void> {
  await page.goto('/');
  const settings = await openSettings(page);
  if (name !== undefined) await settings.button(name).click();
}

/** Opens one of the lists of conversations, each with some. */
async function fillConversations(on: SignedIn, list: 'Active' | 'Archived' | 'Deleted'): Promise<void> {
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

/** Pays, runs this action at Stripe, and opens the settings. */
async function openSubscription(on: SignedIn, action?: string): Promise<void> {
  await on.page.goto('/pricing');
  await button(on.page, 'Subscribe Now').click();
  await pay(on.page);
  await expect(on.page.getByText('Welcome to Premium.').first()).toBeVisible();
  if (action !== undefined) await stripeOf(on.stack, on.account).act(action);
  await openSettingsPage(on);
}

export const VISITOR_SCREENS: Screens<OnPage> = {
  landing: async ({ page }) => {
    await page.goto('/');
    await expect(page.getByText('plenty of pepper.')).toBeVisible();
  },
  'sign in': async ({ page }) => {
    await page.goto('/');
    await button(page, 'Sign In').click();
  },
  'registration refused': async ({ page }) => {
    await page.goto('/');
    await button(page, 'Get Started').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  },
  'forgot password': async ({ page }) => {
    await page.goto('/');
    await button(page, 'Sign In').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Forgot/ })
      .click();
  },
  pricing: ({ page }) => page.goto('/pricing'),
  'reset password': ({ page }) => page.goto('/reset-password#not-a-token'),
  'verify email': ({ page }) => page.goto('/verify-email#not-a-token'),
  'desktop sign-in': ({ page }) => page.goto('/desktop-sign-in'),
  ...Object.fromEntries(INFO_PAGES.map(({ id, label }) => [label, ({ page }: OnPage) => page.goto(`/${id}`)])),
};

export const USER_SCREENS: Screens<SignedIn> = {
  'empty chat': ({ page }) => page.goto('/'),
  'rich reply': async (on) => {
    await fillSidebar(on);
    await ask(on, '[[fast]] [[sample]]');
  },
  thinking: (on) => ask(on, '[[fast]] [[think]] Why is the sky blue?', 'Thinking'),
  search: (on) => ask(on, '[[fast]] How do I cancel a subscription?', 'Search'),
  image: (on) => ask(on, 'A lighthouse at dusk', 'Image'),
  'reply in progress': async ({ page, chat }) => {
    await page.goto('/');
    await chat.ask('[[slow]] [[long 300]]');
    await expect(chat.texts).toContainText('word5');
  },
  'reply cut off': (on) => ask(on, '[[cut]]'),
  'reply refused': (on) => ask(on, '[[500]]'),
  'reply at its length limit': (on) => ask(on, '[[fast]] [[length 60]] [[sample]]'),
  'reply stopped': async ({ page, chat }) => {
    await page.goto('/');
    await chat.ask('[[slow]] [[long 300]]');
    await expect(chat.texts).toContainText('word5');
    await chat.stop.click();
    await expect(button(page, 'Continue')).toBeVisible();
  },
  'summary in the thread': async ({ page, account }) => {
    const id = crypto.randomUUID();
    for (let turn = 1; turn <= 5; turn++) await account.ask(`[[fast]] [[long 900]] Turn ${turn}`, id);
    await page.goto(`/c/${id}`);
    await button(page, 'Show summary').click();
    await button(page, 'Hide summary').evaluate((hide) => hide.scrollIntoView({ block: 'center' }));
  },
  attachments: async ({ page, chat }) => {
    await page.goto('/');
    await attachingOn(page).choose(
      await pictureFile('png', { width: 800, height: 400 }),
      await pictureFile('jpeg'),
      textFile('The tangerine is ripe.'),
      pdfFile(['The pear is green.']),
    );
    await chat.box.fill('What do these have in common?');
    await expect(chat.send).toBeEnabled();
  },
  'message being edited': async (on) => {
    await ask(on, '[[fast]] What is 6 * 7?');
    await on.chat.questions.first().hover();
    await button(on.page, 'Edit message').click();
  },
  drawer: async (on) => {
    await on.page.setViewportSize({ width: 360, height: 780 });
    await fillSidebar(on);
    await button(on.page, 'Open menu').click();
  },
  'search messages': async (on) => {
    await fillSidebar(on);
    await on.page.keyboard.press('ControlOrMeta+k');
    await on.page.getByRole('combobox').fill('focused');
  },
  'limit reached': async (on) => {
    for (let sent = 0; sent < 9; sent++) await on.account.ask('What is 6 * 7?');
    await ask(on, '[[fast]] What is 6 * 8?');
    await expect(on.chat.box).toBeDisabled();
  },
  offline: async (on) => {
    await ask(on, '[[fast]] What is 6 * 7?');
    await on.page.context().setOffline(true);
    await on.chat.ask('And 6 * 8?');
  },
  settings: (on) => openSettingsPage(on),
  'settings, conversations': async (on) => {
    await fillConversations(on, 'Active');
    await on.page.getByRole('checkbox', { name: 'Select all' }).check();
  },
  'settings, archived': (on) => fillConversations(on, 'Archived'),
  'settings, deleted': async (on) => {
    await fillConversations(on, 'Deleted');
    await on.page.getByRole('checkbox', { name: 'Select What is 6 * 7?' }).check();
  },
  'settings, password': (on) => openSettingsPage(on, 'Change password'),
  'settings, deletion': (on) => openSettingsPage(on, 'Delete account'),
  'pricing, signed in': ({ page }) => page.goto('/pricing'),
  'subscription active': (on) => openSubscription(on),
  'subscription past due': (on) => openSubscription(on, 'fail-renewal'),
  'subscription canceled': (on) => openSubscription(on, 'cancel'),
  'subscription ended': (on) => openSubscription(on, 'cancel-now'),
  'pricing, subscribed': async (on) => {
    await openSubscription(on);
    await on.page.goto('/pricing');
  },
};

export const ADMIN_SCREENS: Screens<SignedIn> = {
  'admin figures': ({ page }) => page.goto('/admin'),
};

export const ONBOARDING_SCREENS: Screens<SignedIn> = Object.fromEntries(
  ONBOARDING_STEPS.map(({ id, label }) => [
    `onboarding, ${label}`,
    async ({ page, stack, account }: SignedIn) => {
      await saveOnboarding(stack, account, { step: id, answers: ANSWERS });
      await page.goto('/');
      await onboardingOn(page).isAt(id);
    },
  ]),
);
