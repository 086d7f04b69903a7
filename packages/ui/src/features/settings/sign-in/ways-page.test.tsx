// @vitest-environment happy-dom
import { startRegistration } from '@simplewebauthn/browser';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError, type SignInProvider } from '@parley/core';
import type { BrowserSignIn } from '../../../platform.ts';
import { ChatContext } from '../../../stores/client.ts';
import { ScriptedApi } from '../../../stores/testing/scripted-api.ts';
import { ScriptedBrowser } from '../../../stores/testing/scripted-browser.ts';
import { ScriptedChat } from '../../../stores/testing/scripted-chat.ts';
import { renderWithClient } from '../../../testing/render-with-client.tsx';
import { SettingsDialog } from '../settings-dialog.tsx';

vi.mock('@simplewebauthn/browser', async (original) => ({
  ...(await original<object>()),
  startRegistration: vi.fn<typeof startRegistration>(),
}));

const APPLE = { id: 'apple', name: 'Apple', isLinked: false, email: null };
const GOOGLE = { id: 'google', name: 'Google', isLinked: true, email: 'ada@work.example' };
const assign = vi.fn<typeof location.assign>();

let api: ScriptedApi;
beforeEach(() => {
  api = new ScriptedApi();
  vi.spyOn(location, 'assign').mockImplementation(assign);
});
afterEach(() => {
  vi.restoreAllMocks();
  assign.mockReset();
});

interface Opening {
  providers?: SignInProvider[];
  hasPassword?: boolean;
  browserSignIn?: BrowserSignIn;
  takesPasskeys?: boolean;
}

async function openSettings({ providers, hasPassword = true, browserSignIn, takesPasskeys = false }: Opening) {
  api.ownAccount = { ...api.ownAccount, hasPassword, ...(providers && { signInProviders: providers }) };
  const { store } = new ScriptedChat().open();
  const dialog = <SettingsDialog onUpgrade={() => {}} onClose={() => {}} />;
  const page = await renderWithClient(<ChatContext value={store}>{dialog}</ChatContext>, {
    api,
    token: 'good',
    account: api.ownAccount.user,
    settings: {
      appleClientId: 'com.example',
      signInProviders: [{ id: 'google', name: 'Google' }],
      ...(takesPasskeys && { takesPasskeys: true }),
    },
    ...(browserSignIn && { browserSignIn }),
  });
  return page;
}

async function openWays(opening: Opening) {
  const page = await openSettings(opening);
  await page.press('View ways to sign in');
  await screen.findByText('Keep at least one.', { exact: false });
  api.calls = [];
  return page;
}
const problem = (sentence: string) => waitFor(() => expect(screen.getByRole('alert').textContent).toBe(sentence));

test('the settings do not mention ways to sign in where there is no provider', async () => {
  await openSettings({});
  await screen.findByRole('button', { name: 'Change password' });
  expect(screen.queryByText('Ways to sign in')).toBeNull();
});

test('the settings name the provider that an account without a password signs in with', async () => {
  const page = await openSettings({ providers: [APPLE, GOOGLE], hasPassword: false });
  await screen.findByText('None. You sign in with Google.');
  await page.press('Set a password');
  await screen.findByText(/without Google\./);
});

test('the settings name the passkey that an account without a password and a provider signs in with', async () => {
  const page = await openSettings({ providers: [APPLE], hasPassword: false, takesPasskeys: true });
  await screen.findByText('None. You sign in with a passkey.');
  await page.press('Set a password');
  await screen.findByText(/without a passkey\./);
});

test('the page shows each way, and adds one after the password', async () => {
  const page = await openWays({ providers: [APPLE, GOOGLE] });
  expect(screen.getByText('ada@work.example')).toBeDefined();
  await page.press('Add Apple');
  await page.press('Continue to Apple');
  await problem('Current password is required');
  api.failures.set('startLink', new AppError('wrong-password'));
  await page.fill({ 'Current password': 'wrong' });
  await page.press('Continue to Apple');
  await problem(new AppError('wrong-password').message);
  await page.fill({ 'Current password': 'tangerine' });
  await page.press('Continue to Apple');
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://apple.example/authorize'));
  expect(api.calls.at(-1)).toBe('startLink apple {"password":"tangerine"}');
});

test('the page adds a way to an account without a password, and goes back on Cancel', async () => {
  const page = await openWays({ providers: [APPLE, GOOGLE], hasPassword: false });
  await page.press('Add Apple');
  await page.press('Cancel');
  await page.press('Add Apple');
  await page.press('Continue to Apple');
  await waitFor(() => expect(api.calls).toEqual(['startLink apple {}']));
});

test('the page removes a way, and shows why the last one stays', async () => {
  const page = await openWays({ providers: [APPLE, GOOGLE] });
  const reason = 'Google is your only way to sign in. Set a password first, or link another account.';
  api.failures.set('unlinkProvider', new AppError('conflict', { message: reason }));
  await page.press('Remove Google');
  await page.press('Remove');
  await problem('Current password is required');
  await page.fill({ 'Current password': 'tangerine' });
  await page.press('Remove');
  await problem(reason);
  api.ownAccount = { ...api.ownAccount, signInProviders: [APPLE, { ...GOOGLE, isLinked: false, email: null }] };
  await page.press('Remove');
  await screen.findByText('You can no longer sign in with Google.');
  await screen.findByRole('button', { name: 'Add Google' });
  expect(api.calls).toContain('unlinkProvider google {"password":"tangerine"}');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the desktop app removes ways, and says where to add them', async () => {
  await openWays({ providers: [APPLE, GOOGLE], browserSignIn: new ScriptedBrowser() });
  expect(screen.getByRole('button', { name: 'Remove Google' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Add Apple' })).toBeNull();
  screen.getByText('Not added. You can add it in your browser.');
});

test('the page adds a passkey after the password, and removes it', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  const response = { clientDataJSON: 'c', attestationObject: 'a' };
  const made = { id: 'new', rawId: 'new', type: 'public-key' as const, clientExtensionResults: {}, response };
  vi.mocked(startRegistration).mockResolvedValue(made);
  const page = await openWays({ takesPasskeys: true });
  await page.press('Add a passkey');
  await page.press('Make a passkey');
  await problem('Current password is required');
  await page.fill({ 'Current password': 'tangerine' });
  const createdAt = '2026-01-01T00:00:00.000Z';
  api.storedPasskeys.stored = [{ id: 'new', name: 'Firefox on Linux', createdAt, lastUsedAt: null }];
  await page.press('Make a passkey');
  await screen.findByText('Your passkey is added.');
  expect(api.calls).toEqual(['startAddingPasskey {"password":"tangerine"}', 'addPasskey state new', 'passkeys']);
  await screen.findByText(/^Added on January 1.*, not used yet$/);
  api.failures.set('removePasskey', new AppError('conflict', { message: 'Your only way to sign in.' }));
  await page.press('Remove the passkey from Firefox on Linux');
  await page.press('Remove');
  await problem('Current password is required');
  await page.fill({ 'Current password': 'tangerine' });
  await page.press('Remove');
  await problem('Your only way to sign in.');
  await page.press('Remove');
  await screen.findByText(/is removed here/);
  expect(screen.queryByText('Passkey from Firefox on Linux')).toBeNull();
  vi.unstubAllGlobals();
});

test('passkeys that could not be loaded are loaded again', async () => {
  const page = await openSettings({ takesPasskeys: true });
  const createdAt = '2026-01-01T00:00:00.000Z';
  api.storedPasskeys.stored = [{ id: 'old', name: 'Firefox on Linux', createdAt, lastUsedAt: null }];
  const list = vi.spyOn(api.storedPasskeys, 'list').mockRejectedValue(new AppError('internal'));
  await page.press('View ways to sign in');
  await problem(new AppError('internal').message);
  list.mockRestore();
  await page.press('Try again');
  await screen.findByText('Passkey from Firefox on Linux');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
