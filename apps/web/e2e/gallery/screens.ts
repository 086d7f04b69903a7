import { expect } from '@playwright/test';
import { INFO_PAGES, ONBOARDING_STEPS } from '@parley/core';
import { PASSWORD } from '../support/account.ts';
import { attachingOn } from '../support/pages/attaching.ts';
import { openAuthDialog } from '../support/pages/auth-dialog.ts';
import { pdfFile, pictureFile, textFile } from '../support/files.ts';
import { ANSWERS, onboardingOn, saveOnboarding } from '../support/pages/onboarding.ts';
import { SETTINGS_SCREENS } from './settings-screens.ts';
import {
  ask,
  brandOf,
  button,
  fillSidebar,
  openConversationMenu,
  openProject,
  openSubscription,
  rate,
  setUpTwoSteps,
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
  'apple refused': ({ page }) => page.goto('/auth/apple/callback?error=invalid_state'),
  'desktop sign-in': ({ page }) => page.goto('/desktop-sign-in'),
  ...Object.fromEntries(INFO_PAGES.map(({ id, label }) => [label, ({ page }: OnPage) => page.goto(`/${id}`)])),
};

export const USER_SCREENS: Screens<SignedIn> = {
  ...SETTINGS_SCREENS,
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
  'reply, remembered': async (on) => {
    await on.page.goto('/');
    await on.chat.ask('Remember that I am vegetarian.');
    await on.chat.ended();
    await on.page.getByText('Remembered: I am vegetarian.').waitFor();
  },
  'pricing, signed in': ({ page }) => page.goto('/pricing'),
  'subscription active': (on) => openSubscription(on),
  'subscription past due': (on) => openSubscription(on, 'fail-renewal'),
  'subscription canceled': (on) => openSubscription(on, 'cancel'),
  'subscription ended': (on) => openSubscription(on, 'cancel-now'),
  'pricing, subscribed': async (on) => {
    await openSubscription(on);
    await on.page.goto('/pricing');
  },
  'message options': async (on) => {
    await ask(on, '[[fast]] What is 6 * 7?');
    await on.chat.turns.last().getByRole('button', { name: 'More options' }).click();
    await on.page.getByRole('menuitem').first().waitFor();
  },
  'bad reply': (on) => rate(on, 'Bad reply'),
  'report a reply': (on) => rate(on, 'Report'),
  'conversation menu': (on) => openConversationMenu(on),
  'delete a conversation': async (on) => {
    await openConversationMenu(on);
    await on.page.getByRole('menuitem', { name: 'Delete' }).click();
    await on.page.getByRole('alertdialog').waitFor();
  },
  'share a conversation': async (on) => {
    await openConversationMenu(on);
    await on.page.getByRole('menuitem', { name: 'Share' }).click();
    await button(on.page, 'Create link').click();
    await on.page.getByRole('textbox', { name: 'Link' }).waitFor();
  },
  'shared page': async ({ page, account }) => {
    await page.goto(await account.share(await account.ask('What is 6 * 7?')));
    await page
      .getByRole('link', { name: /Parley/ })
      .first()
      .waitFor();
  },
  'shared page, continued': async ({ page, account }) => {
    const path = await account.share(await account.ask('What is 6 * 7?'));
    await page.goto(path.replace('/share/', '/continue#'));
  },
  shortcuts: async ({ page, chat }) => {
    await page.goto('/');
    await expect(chat.box).toBeFocused();
    await chat.box.blur();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
  },
  preview: async ({ page, account }) => {
    const code = '<title>Tide table</title><h1>High at 6</h1><script>missing();</script>';
    await page.goto(`/c/${await account.ask(['[[echo]]', '```', code, '```html'].join('\n'))}`);
    await button(page, 'Preview').press('Enter');
    await page.getByRole('log').waitFor();
  },
  'terms to accept': async (on) => {
    await brandOf(on, { documents: { terms: '2', privacy: '2' } });
    const missing = ['terms', 'privacy'].map((document) => ({ document, version: '2' }));
    await on.page.route('**/api/account/acceptances', (route) =>
      route.fulfill({ json: { success: true, accepted: [], missing } }),
    );
    await on.page.goto('/');
    await on.page.getByRole('dialog').waitFor();
  },
  'payment received': ({ page }) => page.goto('/payment-success?session_id=none'),
  'payment canceled': ({ page }) => page.goto('/payment-cancel'),
  'server unreachable': async ({ page }) => {
    await page.route('**/api/auth/me', (route) => route.abort());
    await page.goto('/');
  },
};

export const ADMIN_SCREENS: Screens<SignedIn> = {
  'admin figures': ({ page }) => page.goto('/admin'),
  'admin setup': async ({ page }) => {
    await page.goto('/admin');
    await page.getByRole('button', { name: 'Check the setup' }).click();
    await page.getByRole('heading', { level: 3, name: 'Redis' }).scrollIntoViewIfNeeded();
  },
  'admin person': async ({ page, account }) => {
    await page.goto('/admin');
    await page.getByLabel('Email address of an account').fill(account.email);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 3, name: account.email }).waitFor();
  },
  'admin person, none': async ({ page }) => {
    await page.goto('/admin');
    await button(page, 'Find').click();
    await page.getByRole('alert').first().waitFor();
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
