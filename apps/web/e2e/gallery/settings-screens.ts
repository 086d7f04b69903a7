import { expect } from '@playwright/test';
import { PASSWORD } from '../support/account.ts';
import {
  button,
  fillConversations,
  openSettingsPage,
  openSubscription,
  previewImport,
  setUpTwoSteps,
  showAppKey,
  type Screens,
  type SignedIn,
} from './steps.ts';

/** The settings and their pages. */
export const SETTINGS_SCREENS: Screens<SignedIn> = {
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
  'settings, remove a passkey': async (on) => {
    const passkey = { id: 'p', name: 'Firefox on Linux', createdAt: '2026-11-01T12:00:00.000Z', lastUsedAt: null };
    await on.page.route('**/api/account/passkeys', (route) =>
      route.fulfill({ json: { success: true, passkeys: [passkey] } }),
    );
    await openSettingsPage(on, 'View ways to sign in');
    await on.page.getByRole('button', { name: /^Remove the passkey/ }).click();
    await expect(button(on.page, 'Remove')).toBeVisible();
  },
  'settings, email': (on) => openSettingsPage(on, 'Change email'),
  'settings, sessions': async (on) => {
    await openSettingsPage(on, 'View where you’re signed in');
    await on.page.getByRole('dialog').getByText('This device').waitFor();
  },
  'settings, library': (on) => openSettingsPage(on, 'View library'),
  'settings, shared links': async (on) => {
    await on.account.share(await on.account.ask('What is 6 * 7?'));
    await openSettingsPage(on, 'View shared links');
    await on.page.getByRole('button', { name: /^Revoke the link/ }).waitFor();
  },
  'settings, export': async (on) => {
    await setUpTwoSteps(on);
    await openSettingsPage(on, 'Export your data');
  },
  'settings, receipts': async (on) => {
    await openSubscription(on);
    await button(on.page, 'View receipts').click();
  },
};
