import { expect } from '@playwright/test';
import { INFO_PAGES, ONBOARDING_STEPS } from '@parley/core';
import { PASSWORD } from '../support/account.ts';
import { attachingOn } from '../support/pages/attaching.ts';
import { openAuthDialog } from '../support/pages/auth-dialog.ts';
import { pdfFile, pictureFile, textFile } from '../support/files.ts';
import { ANSWERS, onboardingOn, saveOnboarding } from '../support/pages/onboarding.ts';
import {
  ask,
  button,
  fillConversations,
  fillSidebar,
  openProject,
  openSettingsPage,
  openSubscription,
  previewImport,
  setUpTwoSteps,
  showAppKey,
  type OnPage,
  type Screens,
  type SignedIn,
} from './steps.ts';

export const VISITOR_SCREENS: Screens<OnPage> = {
  landing: async ({ page }) => {
    await page.goto('/');
    await expect(page.getByText('plenty of pepper.')).toBeVisible();
  },
  'sign in': async ({ page }) => {
    await page.goto('/');
    await button(page, 'Sign In').click();
    await expect(page.getByRole('dialog')).toBeVisible();
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
  'provider refused': ({ page }) => page.goto(`/auth/callback?error=access_denied&state=sandbox:${'s'.repeat(43)}`),
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
  'message under the pointer': async (on) => {
    await ask(on, '[[fast]] What is 6 * 7?');
    await on.chat.questions.first().hover();
  },
  'messages queued': async (on) => {
    await ask(on, '[[fast]] What is 6 * 7?');
    await on.chat.ask('[[slow]] What is 6 * 8?');
    await on.chat.box.fill('What is 6 * 9?');
    await on.chat.box.press('Enter');
    await on.chat.box.fill('And what is the sum of all three?');
    await expect(on.page.getByText('Waiting for the reply', { exact: true })).toBeVisible();
  },
  'selection to quote': async (on) => {
    await ask(on, '[[fast]] What is 6 * 7?');
    await on.chat.texts.getByText('This answer follows a script').click({ clickCount: 3 });
    await expect(button(on.page, 'Quote')).toBeVisible();
  },
  'palette actions': async (on) => {
    await ask(on, '[[fast]] What is 6 * 7?');
    await on.page.keyboard.press('ControlOrMeta+k');
    await on.page.getByRole('option', { name: 'Privacy' }).hover();
  },
  drawer: async (on) => {
    await on.page.setViewportSize({ width: 360, height: 780 });
    await fillSidebar(on);
    await button(on.page, 'Open menu').click();
  },
  projects: openProject,
  'projects, drawer': async (on) => {
    await openProject(on);
    await on.page.setViewportSize({ width: 360, height: 780 });
    await button(on.page, 'Open menu').click();
  },
  'project, edited': async (on) => {
    await openProject(on);
    await on.page.getByRole('main').getByRole('button', { name: 'Botany' }).click();
  },
  'project, deleted': async (on) => {
    await openProject(on);
    const sidebar = on.page.getByRole('navigation');
    await sidebar.getByRole('button', { name: 'Botany' }).first().hover();
    await button(on.page, 'More for Botany').click();
    await on.page.getByRole('menuitem', { name: 'Delete' }).click();
  },
  'project, chosen': async (on) => {
    await openProject(on);
    await on.page.getByRole('link', { name: /^Rewrite/ }).hover();
    await on.page.getByRole('button', { name: /^More for Rewrite/ }).click();
    await on.page.getByRole('menuitem', { name: 'Move to…' }).click();
  },
  'temporary chat': async ({ page, chat }) => {
    await page.goto('/');
    await chat.sidebar.getByRole('button', { name: 'Temporary chat' }).click();
    await expect(page.getByText('Nothing of this is kept.')).toBeVisible();
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
  'settings, ways to sign in': async (on) => {
    await openSettingsPage(on, 'View ways to sign in');
    await expect(on.page.getByRole('button', { name: 'Add Sandbox' })).toBeVisible();
  },
  'settings, two-step sign-in': async (on) => {
    await setUpTwoSteps(on);
    await button(on.page, 'I’ve saved them').click();
    await expect(on.page.getByText('10 codes left')).toBeVisible();
  },
  'settings, the key of an app': (on) => showAppKey(on),
  'settings, recovery codes': (on) => setUpTwoSteps(on),
  'sign in with a code': async (on) => {
    const { page, account } = on;
    await setUpTwoSteps(on);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    const form = await openAuthDialog(page, 'Sign In');
    await form.email.fill(account.email);
    await form.password.fill(PASSWORD);
    await form.signIn.click();
    await expect(form.dialog.getByLabel('Code', { exact: true })).toBeVisible();
  },
  'settings, add a passkey': async (on) => {
    await openSettingsPage(on, 'View ways to sign in');
    await on.page.getByRole('button', { name: 'Add a passkey' }).click();
  },
  'settings, add a provider': async (on) => {
    await openSettingsPage(on, 'View ways to sign in');
    await on.page.getByRole('button', { name: 'Add Sandbox' }).click();
  },
  'settings, conversations': async (on) => {
    await fillConversations(on, 'Active');
    await on.page.getByRole('checkbox', { name: 'Select all' }).check();
  },
  'settings, archived': (on) => fillConversations(on, 'Archived'),
  'settings, deleted': async (on) => {
    await fillConversations(on, 'Deleted');
    await on.page.getByRole('checkbox', { name: 'Select What is 6 * 7?' }).check();
  },
  'settings, instructions': async (on) => {
    await openSettingsPage(on, 'Write instructions');
    const { page } = on;
    await page.getByRole('textbox', { name: 'About you' }).fill('I bake bread in Kiel and have two small children.');
    await page.getByRole('textbox', { name: 'How to answer' }).fill('Short first, then the details. '.repeat(42));
  },
  'settings, import': async (on) => {
    await openSettingsPage(on, 'Import conversations');
    await expect(button(on.page, 'Choose files')).toBeVisible();
  },
  'settings, import preview': (on) => previewImport(on),
  'settings, memory': async (on) => {
    await openSettingsPage(on, 'Manage memory');
    for (const text of ['Is vegetarian.', 'Bakes bread in Kiel and has two small children.']) {
      await on.page.getByRole('textbox', { name: 'Add a memory' }).fill(text);
      await button(on.page, 'Add').click();
      await on.page.getByRole('checkbox', { name: text }).waitFor();
    }
  },
  'settings, bring memories': async (on) => {
    await openSettingsPage(on, 'Manage memory');
    await button(on.page, 'Bring memories').click();
    await on.page
      .getByRole('textbox', { name: '2. Paste its answer' })
      .fill('- Is vegetarian.\n- Has two small children.\n- Prefers short answers with examples.');
  },
  'reply, remembered': async (on) => {
    await on.page.goto('/');
    await on.chat.ask('Remember that I am vegetarian.');
    await on.chat.ended();
    await on.page.getByText('Remembered: I am vegetarian.').waitFor();
  },
  'settings, API keys': async (on) => {
    const { page, account } = on;
    const wanted = { scopes: ['chat', 'read'], expiresInDays: 90, password: PASSWORD };
    for (const name of ['Editor on the laptop', 'Home automation']) {
      await page.request.post('/api/account/api-keys', {
        headers: { Authorization: `Bearer ${account.token}` },
        data: { ...wanted, name },
      });
    }
    await openSettingsPage(on, 'View API keys');
    await button(page, 'Revoke Home automation').waitFor();
  },
  'settings, create an API key': async (on) => {
    await openSettingsPage(on, 'View API keys');
    await button(on.page, 'Create key').click();
  },
  'settings, new API key': async (on) => {
    await openSettingsPage(on, 'View API keys');
    await button(on.page, 'Create key').click();
    await on.page.getByRole('textbox', { name: 'Name' }).fill('Editor');
    await on.page.getByLabel('Current password').fill(PASSWORD);
    await button(on.page, 'Create key').click();
    await on.page.getByRole('textbox', { name: 'API key' }).waitFor();
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
  'admin setup': async ({ page }) => {
    await page.goto('/admin');
    await page.getByRole('button', { name: 'Check the setup' }).click();
    await page.getByText('Every setting is valid.').scrollIntoViewIfNeeded();
  },
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
