// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '@parley/core';
import { ChatContext } from '../../../stores/client.ts';
import { ScriptedApi } from '../../../stores/testing/scripted-api.ts';
import { ScriptedChat } from '../../../stores/testing/scripted-chat.ts';
import { renderWithClient } from '../../../testing/render-with-client.tsx';
import { SettingsDialog } from '../settings-dialog.tsx';

let api: ScriptedApi;
const saved: { text: string; name: string }[] = [];
beforeEach(() => {
  api = new ScriptedApi();
  saved.length = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
});

interface Opening {
  isOn: boolean;
  hasPassword?: boolean;
  /** Whether its state loads once instead of twice. */
  isReadOnce?: boolean;
}

async function openPage({ isOn, hasPassword = true, isReadOnce = false }: Opening) {
  api.ownAccount = { ...api.ownAccount, hasPassword, ...(isOn && { hasSecondFactor: true }) };
  api.ownSecondFactor.since = isOn ? '2026-01-01T12:00:00.000Z' : null;
  const { store } = new ScriptedChat().open();
  const dialog = <SettingsDialog onUpgrade={() => {}} onClose={() => {}} />;
  const page = await renderWithClient(<ChatContext value={store}>{dialog}</ChatContext>, {
    api,
    token: 'good',
    account: api.ownAccount.user,
    reactStrictMode: !isReadOnce,
  });
  await page.press('View two-step sign-in');
  await screen.findByText(/your password alone doesn’t open/);
  return page;
}
const problem = (sentence: string) => waitFor(() => expect(screen.getByRole('alert').textContent).toBe(sentence));
const called = (name: string) => api.calls.filter((call) => call.startsWith(name));
const shownCodes = async () =>
  within(await screen.findByRole('list', { name: 'Recovery codes' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('sets up an app: the password, the key as a picture and as text, the first code, and the recovery codes', async () => {
  const page = await openPage({ isOn: false });
  await page.press('Set up');
  await page.press('Continue');
  await problem('Current password is required');
  await page.fill({ 'Current password': 'tangerine' });
  await page.press('Continue');
  await screen.findByRole('img', { name: /^QR code/ });
  expect(screen.getByLabelText('Key')).toHaveProperty('value', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
  expect(called('start')).toEqual(['startSecondFactor {"password":"tangerine"}']);
  await page.press('Turn on');
  await problem('Code is required');
  api.failures.set('addSecondFactor', new AppError('wrong-code'));
  await page.fill({ Code: '111111' });
  await page.press('Turn on');
  await problem('That code isn’t right.');
  await page.fill({ Code: '123456' });
  api.ownAccount = { ...api.ownAccount, hasSecondFactor: true };
  await page.press('Turn on');
  expect(await shownCodes()).toEqual(api.ownSecondFactor.codes);
  expect(called('addSecondFactor').at(-1)).toBe('addSecondFactor {"setup":"setup","code":"123456"}');
  await page.press('I’ve saved them');
  await screen.findByText('Two-step sign-in is on.');
  await screen.findByText('2 codes left');
});

test('downloads the recovery codes as a text file', async () => {
  const page = await openPage({ isOn: true });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    void (blob as Blob).text().then((text) => saved.push({ text, name: '' }));
    return 'blob:codes';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ text: '', name: this.download });
  });
  await page.press('Make new codes');
  await page.fill({ 'Current password': 'tangerine', 'Code from your authenticator app': '123456' });
  await page.press('Make new codes');
  await shownCodes();
  await page.press('Download');
  await waitFor(() => expect(saved).toHaveLength(2));
  expect(saved.map(({ name }) => name)).toContain('Parley recovery codes.txt');
  expect(saved.map(({ text }) => text).join('')).toContain(api.ownSecondFactor.codes.join('\n'));
  expect(called('renewCodes')).toEqual(['renewCodes {"password":"tangerine","code":"123456"}']);
});

test('turns it off after password and code, and says why not', async () => {
  const page = await openPage({ isOn: true });
  await page.press('Turn off');
  await page.fill({ 'Current password': 'tangerine' });
  await page.press('Turn off');
  await problem('Code is required');
  api.failures.set('removeSecondFactor', new AppError('wrong-code'));
  await page.fill({ 'Code from your authenticator app': '111111' });
  await page.press('Turn off');
  await problem('That code isn’t right.');
  expect(screen.getByLabelText('Code from your authenticator app').getAttribute('aria-invalid')).toBe('true');
  await page.fill({ 'Code from your authenticator app': '123456' });
  await page.press('Turn off');
  await screen.findByText('Two-step sign-in is off.');
  await screen.findByRole('button', { name: 'Set up' });
});

test('lists the devices that need no code, and makes one ask again', async () => {
  const times = { createdAt: '2026-01-01T12:00:00.000Z', lastUsedAt: null };
  api.ownSecondFactor.devices = [
    { id: 'one', name: 'Firefox on Linux', expiresAt: '2026-01-31T12:00:00.000Z', ...times },
    { id: 'two', name: 'Safari on iOS', expiresAt: '2026-01-31T12:00:00.000Z', ...times },
  ];
  const page = await openPage({ isOn: true });
  await screen.findByText('Safari on iOS');
  api.failures.set('forgetDevice', new AppError('unavailable'));
  await page.press('Ask for a code from Firefox on Linux again');
  await problem(new AppError('unavailable').message);
  await page.press('Ask for a code from Firefox on Linux again');
  await screen.findByText('Signing in from Firefox on Linux needs a code again.');
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(screen.queryByText('Firefox on Linux')).toBeNull());
  expect(called('forgetDevice')).toEqual(['forgetDevice one', 'forgetDevice one']);
});

test('an account without a password needs only a code', async () => {
  const page = await openPage({ isOn: true, hasPassword: false });
  await page.press('Turn off');
  expect(screen.queryByLabelText('Current password')).toBeNull();
  await page.fill({ 'Code from your authenticator app': '123456' });
  await page.press('Turn off');
  await screen.findByText('Two-step sign-in is off.');
  expect(called('removeSecondFactor')).toEqual(['removeSecondFactor {"code":"123456"}']);
});

test('the export asks for a code as well', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:export');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ text: '', name: this.download });
  });
  const page = await openPage({ isOn: true });
  await page.press('Back');
  await page.press('Export your data');
  await page.fill({ 'Current password': 'tangerine', 'Code from your authenticator app': '111111' });
  api.failures.set('exportAccount', new AppError('wrong-code'));
  await page.press('Export');
  await problem('That code isn’t right.');
  await page.fill({ 'Code from your authenticator app': '123456' });
  await page.press('Export');
  await screen.findByRole('button', { name: 'Export your data' });
  expect(called('exportAccount').at(-1)).toBe('exportAccount {"password":"tangerine","code":"123456"}');
  expect(saved.map(({ name }) => name)).toEqual([expect.stringMatching(/^Parley .*\.zip$/)]);
});

test('shows that its state could not be loaded, and loads it again', async () => {
  api.failures.set('secondFactor', new AppError('unavailable'));
  const page = await openPage({ isOn: true, isReadOnce: true });
  await problem(new AppError('unavailable').message);
  await page.press('Try again');
  await screen.findByText('2 codes left');
});

test('other changes ask for a code as well', async () => {
  const page = await openPage({ isOn: true });
  await page.press('Back');
  await page.press('Change password');
  const fields = { 'New password': 'clementine', 'Confirm new password': 'clementine' };
  await page.fill({ 'Current password': 'tangerine', ...fields });
  const submit = () => page.press('Change password');
  await submit();
  await problem('Code is required');
  await page.fill({ 'Code from your authenticator app': '123456' });
  await submit();
  await screen.findByText(/Your new password is set/);
  expect(called('changePassword')).toHaveLength(1);
});
