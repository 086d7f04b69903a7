// @vitest-environment happy-dom
import { startAuthentication } from '@simplewebauthn/browser';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '@parley/core';
import { ScriptedBrowser } from '../../../stores/testing/scripted-browser.ts';
import { renderWithClient } from '../../../testing/render-with-client.tsx';
import { AuthDialog } from './auth-dialog.tsx';

vi.mock('@simplewebauthn/browser', async (original) => ({
  ...(await original<object>()),
  startAuthentication: vi.fn<typeof startAuthentication>(),
}));

const ANSWER = {
  id: 'credential',
  rawId: 'credential',
  type: 'public-key' as const,
  clientExtensionResults: {},
  response: { clientDataJSON: 'c', authenticatorData: 'a', signature: 's' },
};
const onClose = vi.fn<() => void>();

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.mocked(startAuthentication).mockResolvedValue(ANSWER);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(startAuthentication).mockReset();
  onClose.mockReset();
});

const open = (settings: object, options: object = {}) =>
  renderWithClient(<AuthDialog mode="login" onModeChange={() => {}} onClose={onClose} />, { settings, ...options });
const problem = (sentence: string) => waitFor(() => expect(screen.getByRole('alert').textContent).toBe(sentence));

test('a passkey signs in and closes the dialog', async () => {
  const page = await open({ takesPasskeys: true });
  await page.press('Passkey');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(page.api.calls).toEqual(['startPasskey', 'signInWithPasskey state credential']);
  expect(page.session.getState().status).toBe('signed-in');
});

test('the dialog says why no passkey was used, and why the server refused one', async () => {
  const page = await open({ takesPasskeys: true });
  const canceled = Object.assign(new Error('The operation was canceled.'), { name: 'NotAllowedError' });
  vi.mocked(startAuthentication).mockRejectedValueOnce(canceled);
  await page.press('Passkey');
  await problem('No passkey was used. You canceled, or it took too long.');
  vi.mocked(startAuthentication).mockRejectedValueOnce(new Error('odd'));
  await page.press('Passkey');
  await problem('This browser couldn’t use a passkey here.');
  page.api.failures.set('signInWithPasskey', new AppError('sign-in-failed', { message: 'Not known here.' }));
  await page.press('Passkey');
  await problem('Not known here.');
  expect(onClose).not.toHaveBeenCalled();
});

test('the dialog offers no passkey where the server, the browser or the desktop app takes none', async () => {
  const page = await open({});
  const hasButton = () => screen.queryByRole('button', { name: 'Passkey' }) !== null;
  expect(hasButton()).toBe(false);
  page.unmount();
  const desktop = await open({ takesPasskeys: true }, { browserSignIn: new ScriptedBrowser() });
  expect(hasButton()).toBe(false);
  desktop.unmount();
  vi.unstubAllGlobals();
  await open({ takesPasskeys: true });
  expect(hasButton()).toBe(false);
});
